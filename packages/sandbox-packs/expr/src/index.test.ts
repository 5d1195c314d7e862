import { readFileSync } from 'node:fs';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import type * as Expr from '../guest.js';
import { boundedParser } from './bounded-parser.js';
import { functions } from './host.js';
import * as index from './index.js';
import { EXPR_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { evaluate } = index as unknown as typeof Expr;

describe('evaluate', () => {
  it.each<[string, Record<string, Expr.ExprValue>, unknown]>([
    ['2 * qty + fee', { qty: 3, fee: 1.5 }, 7.5],
    ['2^10', {}, 1024],
    ['-2^2', {}, -4],
    ['2^2^3', {}, 256],
    ['5!', {}, 120],
    ['10 % 3', {}, 1],
    ['a and b or c', { a: true, b: 1, c: 0 }, true],
    ['not a', { a: 0 }, true],
    ['x > 3 ? "big" : "small"', { x: 4 }, 'big'],
    ['x > 3 ? "big" : "small"', { x: 3 }, 'small'],
    ['[1,2,3][1]', {}, 2],
    ['f(x)=x*2; f(3)', {}, 6],
    ['map(f(x)=x^2, [1,2,3])', {}, [1, 4, 9]],
    ['map(sqrt, [1,4])', {}, [1, 2]],
    ['fold(f(a,x)=a+x, 10, [1,2,3])', {}, 16],
    ['filter(f(x)=x>1, [1,2,3])', {}, [2, 3]],
    ['twice(f, x)=f(f(x)); inc(x)=x+1; twice(inc, 1)', {}, 3],
    ['fib(n) = n < 2 ? n : fib(n-1) + fib(n-2); fib(15)', {}, 610],
    ['"a" || "b"', {}, 'ab'],
    ['[1] || [2]', {}, [1, 2]],
    ['2 in [1,2]', {}, true],
    ['a = 2; b = a + 1; a * b', {}, 6],
    ['o.a.b[1]', { o: { a: { b: [5, 6] } } }, 6],
    ['if(n == null_, "none", n)', { n: null, null_: null }, 'none'],
    ['sum([1,2,3]) + max(4,5) + min([6,7])', {}, 17],
    ['roundTo(2.345, 1)', {}, 2.3],
    ['join(", ", [1, "b", true])', {}, '1, b, true'],
    ['indexOf("c", "abc") + indexOf(2, [1,2]) + length("abc") + length([1,2])', {}, 8],
    ['gamma(5) + fac(3) + hypot(3,4)', {}, 35],
    ['"it\'s" || \'\\u0041\\n\\"\'', {}, 'it\'sA\n"'],
    ['/* note */ 0x1F + 0b11', {}, 34],
    ['ä + $b + _c', { ä: 1, $b: 2, _c: 3 }, 6],
    ['max(1, 2) + x.max + x.sum', { x: { max: 3, sum: 4 }, max: 9 }, 9],
    ['0/0', {}, Number.NaN],
    ['1/0', {}, Number.POSITIVE_INFINITY],
    ['fac(171)', {}, Number.POSITIVE_INFINITY],
    ['o', { o: { a: [1] } }, { a: [1] }],
    ['PI', {}, Math.PI],
  ])('%s', async (formula, variables, value) => {
    expect(await evaluate(formula, variables)).toEqual(value);
  });

  it('draws numbers below its operand', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect(await evaluate('random(2) < 2 and random() >= 0')).toBe(true);
  });

  it('names what is unknown', async () => {
    await expect(evaluate('x+1')).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'expr.bad-argument',
      message: 'expr.evaluate: x is not defined. Pass it: { x: … }.',
    });
    await expect(evaluate('f(1)', { f: undefined })).rejects.toThrow('f is not defined');
    await expect(evaluate('o.a', { o: {} })).rejects.toThrow('the formula has no value');
    await expect(evaluate('[1][1]')).rejects.toThrow('the formula has no value');
  });

  it.each([
    ['(1', 'line 1, column 3: Expected )'],
    ['1 +', 'line 1, column 4: unexpected TEOF: EOF'],
    ['1 + )', 'line 1, column 5: unexpected TPAREN: )'],
    ['1\n+ §', 'line 2, column 3: Unknown character "§"'],
    ['1 = 2', 'line 1, column 3: expected variable for assignment'],
    ['"abc', 'line 1, column 1: a text is not closed'],
    ['1 + "a\\"b', 'line 1, column 5: a text is not closed'],
    ['"\\q"', 'line 1, column 5: Illegal escape sequence: "\\q"'],
    ['', 'line 1, column 1: the formula is empty'],
    [' \n', 'line 1, column 1: the formula is empty'],
  ])('places the mistake in %j', async (formula, text) => {
    await expect(evaluate(formula)).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'expr.bad-format',
      message: expect.stringContaining(text),
    });
  });
});

describe('the language', () => {
  it('is in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const section = readme.split('## The language')[1]?.split('\n## ')[0] ?? '';
    const { words } = boundedParser('expr.evaluate');
    const known = new Set(section.match(/[A-Za-z]\w*/g));
    expect([...words].filter((word) => !known.has(word))).toEqual([]);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['expr'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(EXPR_CALL_TIMEOUT_MS);
  });
});
