import { describe, expect, it } from 'vitest';
import { numberWithin, readList, readType } from './element-fields.js';

const WHERE = 'x.build';
const refused = (code: string, text: string) =>
  expect.objectContaining({ code: `x.${code}`, message: expect.stringContaining(text) });

describe('fields of elements', () => {
  it('refuse numbers outside of their range, and what is no number', () => {
    const read = numberWithin(1, 2, 1.5);
    expect([read(WHERE, 'n', undefined), read(WHERE, 'n', 2)]).toEqual([1.5, 2]);
    for (const value of [0, 3, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
      expect(() => read(WHERE, 'n', value)).toThrow(refused('bad-argument', 'Use 1 to 2'));
  });

  it('read lists and types', () => {
    const cap = { max: 2, name: 'MAX' };
    expect(readList(WHERE, 'l', [1, 2], cap)).toEqual([1, 2]);
    expect(() => readList(WHERE, 'l', [1, 2, 3], cap)).toThrow(refused('too-many', 'l has 3 items'));
    expect(() => readList(WHERE, 'l', { length: 1 }, cap)).toThrow(refused('bad-argument', 'l must be an array'));
    expect(readType(WHERE, 'e', { type: 'a', x: 1 }, ['a', 'b'])).toEqual({ type: 'a', fields: { type: 'a', x: 1 } });
    for (const value of [{}, { type: 'c' }, { type: 7 }, null, 'a', Object.create({ type: 'a' })])
      expect(() => readType(WHERE, 'e', value, ['a', 'b'])).toThrow(refused('bad-argument', 'Use "a", "b"'));
  });
});
