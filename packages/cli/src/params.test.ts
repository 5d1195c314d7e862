import { describe, expect, it } from 'vitest';
import { CliError } from './errors/problem.js';
import { parseJsonObject, parseParams } from './params.js';

const exitOf = (run: () => unknown): number | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof CliError ? error.exitCode : -1;
  }
  return undefined;
};

describe('parseParams', () => {
  it('takes JSON values as JSON and anything else as text', () => {
    expect({ ...parseParams(['n=3', 'p=data/a.csv', 'on=true', 'l=[1,2]', 't="3"', 'e=', 'q=a=b']) }).toEqual({
      n: 3,
      p: 'data/a.csv',
      on: true,
      l: [1, 2],
      t: '3',
      e: '',
      q: 'a=b',
    });
  });

  it('keeps names of Object.prototype as plain names', () => {
    const params = parseParams(['__proto__=1', 'constructor=2']);
    expect(Object.keys(params)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['constructor']).toBe(Object);
  });

  it.each([['x'], ['=x'], [' =x']])('refuses %j as a usage error', (pair) => {
    expect(exitOf(() => parseParams([pair]))).toBe(2);
  });

  it('refuses a name given twice', () => {
    expect(exitOf(() => parseParams(['a=1', 'a=2']))).toBe(2);
  });
});

describe('parseJsonObject', () => {
  it('reads an object and refuses anything else as a usage error', () => {
    expect(parseJsonObject('{"a":[1]}', '--inputs')).toEqual({ a: [1] });
    for (const text of ['[1]', 'null', '3', '{', '']) expect(exitOf(() => parseJsonObject(text, '--inputs'))).toBe(2);
  });
});
