import { describe, expect, it } from 'vitest';
import { CodecError } from './codec-error.js';
import { boundResult, jsonLength, serializeResult, toNormalForm, truncate } from './normal-form.js';

class Point {
  x = 1;
  get hidden() {
    return 2;
  }
}

const own = (object: object): Record<string, unknown> => object as Record<string, unknown>;

describe('the output table', () => {
  it.each<[string, unknown, unknown]>([
    ['undefined at top', undefined, null],
    ['a function at top', () => 1, null],
    ['undefined, function, symbol as property', { a: undefined, b: () => 1, c: Symbol('s'), d: 1 }, { d: 1 }],
    [
      'undefined, function, symbol, hole as element',
      Object.assign([undefined, () => 1, Symbol('s')], { 4: 1 }),
      [null, null, null, null, 1],
    ],
    ['NaN and infinities', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], [null, null, null]],
    ['-0', { a: -0 }, { a: 0 }],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    [
      'a date beside bytes',
      { d: new Date(0), b: Uint8Array.of(1) },
      { d: '1970-01-01T00:00:00.000Z', b: Uint8Array.of(1) },
    ],
    ['an invalid date', new Date(Number.NaN), null],
    ['a bigint', [1n, -(2n ** 64n)], ['1', '-18446744073709551616']],
    [
      'a map with string keys',
      new Map<string, unknown>([
        ['k', 1n],
        ['gone', undefined],
        ['__proto__', 2],
      ]),
      Object.defineProperty({ k: '1' }, '__proto__', { value: 2, enumerable: true }),
    ],
    [
      'another map',
      new Map<unknown, unknown>([
        ['k', 1],
        [2, undefined],
      ]),
      [
        ['k', 1],
        [2, null],
      ],
    ],
    ['an empty map', new Map(), {}],
    ['a set', new Set([1n, undefined]), ['1', null]],
    ['an error', new RangeError('m'), { name: 'RangeError', message: 'm' }],
    [
      'an error with a cause',
      new Error('m', { cause: new TypeError('c') }),
      { name: 'Error', message: 'm', cause: { name: 'TypeError', message: 'c' } },
    ],
    ['a regular expression', /a\/b/gi, '/a\\/b/gi'],
    ['a typed array', new Uint16Array([258]), Uint8Array.of(2, 1)],
    ['a subarray', Uint8Array.of(1, 2, 3).subarray(1), Uint8Array.of(2, 3)],
    ['an ArrayBuffer', Uint8Array.of(1).buffer, Uint8Array.of(1)],
    ['a DataView', new DataView(Uint8Array.of(1, 2, 3).buffer, 1, 1), Uint8Array.of(2)],
    ['a Buffer, deep', { a: [Buffer.from('hi')] }, { a: [Uint8Array.of(104, 105)] }],
    [
      'toJSON with its key',
      { a: { toJSON: (key: string) => `key ${key}` }, b: [{ toJSON: (key: string) => key }] },
      { a: 'key a', b: ['0'] },
    ],
    [
      'toJSON of the top',
      { toJSON: (key: string) => ({ key, date: new Date(0) }) },
      { key: '', date: '1970-01-01T00:00:00.000Z' },
    ],
    ['toJSON that is data', { toJSON: 1 }, { toJSON: 1 }],
    ['a class instance', new Point(), { x: 1 }],
    [
      'boxed primitives',
      [Object(1), Object('s'), Object(false), Object(2n), Object(-0), Object(Number.NaN)],
      [1, 's', false, '2', 0, null],
    ],
    ['numeric keys', { 0: 1, 1: 2 }, { 0: 1, 1: 2 }],
    [
      'keys that look special',
      JSON.parse('{"__proto__":{"x":-0},"constructor":1,"__nodetool_sandbox_bytes__":"AA=="}'),
      JSON.parse('{"__proto__":{"x":0},"constructor":1,"__nodetool_sandbox_bytes__":"AA=="}'),
    ],
    ['weak collections and iterators have nothing', [new WeakMap(), [1].values()], [{}, {}]],
  ])('%s', (_name, value, expected) => {
    expect(toNormalForm(value)).toStrictEqual(expected);
  });

  it('gives the value back when nothing changes, and shares what does not', () => {
    const value = { rows: [{ a: 1, b: 'x', c: null, d: Uint8Array.of(1) }] };
    expect(toNormalForm(value)).toBe(value);
    const changed = { same: value, other: 1n };
    expect(own(toNormalForm(changed) as object)['same']).toBe(value);
    expect(changed.other).toBe(1n);
  });

  it('bytes are always a plain Uint8Array over exactly its own memory', () => {
    for (const bytes of [Buffer.from('abc'), Uint8Array.of(1, 2, 3).subarray(0, 2), new Float64Array(2)]) {
      const result = toNormalForm(bytes) as Uint8Array;
      expect(Object.getPrototypeOf(result)).toBe(Uint8Array.prototype);
      expect(result.buffer.byteLength).toBe(bytes.byteLength);
    }
  });

  it('a cycle becomes the text of the value, or is refused', () => {
    const cyclic: Record<string, unknown> = { list: [] };
    (cyclic['list'] as unknown[]).push(cyclic);
    expect(toNormalForm(cyclic)).toBe('[object Object]');
    expect(toNormalForm(Object.assign(Object.create({ toString: () => 'mine' }), { cyclic }))).toBe('mine');
    const bare = Object.create(null) as Record<string, unknown>;
    bare['self'] = bare;
    expect(toNormalForm(bare)).toBe('[object Object]');
    expect(() => toNormalForm(cyclic, { mode: 'emit' })).toThrow(expect.objectContaining({ code: 'cycle' }));
    // Two ways on at each step: the cycle must show before the ways multiply.
    const wide: Record<string, unknown> = {};
    wide['a'] = wide['b'] = { c: wide, d: wide };
    expect(toNormalForm(wide)).toBe('[object Object]');
  });

  it('a promise and too deep nesting are refused with the path', () => {
    expect(() => toNormalForm({ a: [Promise.resolve()] }, { what: 'result' })).toThrow(
      expect.objectContaining({ code: 'promise', path: ['a', 0], message: expect.stringContaining('result.a[0]') }),
    );
    const nest = (levels: number): unknown => {
      let value: unknown = 1;
      for (let i = 0; i < levels; i++) value = [value];
      return value;
    };
    expect(toNormalForm(nest(1000))).toBeInstanceOf(Array);
    expect(() => toNormalForm(nest(1001))).toThrow(CodecError);
  });
});

describe('sizes', () => {
  it('counts the JSON text with bytes as null, and the bytes', () => {
    expect(jsonLength({ a: 'é"\n', b: [1, Uint8Array.of(1, 2), new Uint8Array(0)] })).toEqual({
      chars: JSON.stringify({ a: 'é"\n', b: [1, null, null] }).length,
      bytes: 2,
    });
    expect(jsonLength('x')).toEqual({ chars: 3, bytes: 0 });
  });

  it('a string is cut', () => {
    expect(serializeResult('x'.repeat(50), 20)).toBe(`${'x'.repeat(20)}\n...[truncated]`);
    expect(serializeResult('x'.repeat(20), 20)).toBe('x'.repeat(20));
  });

  it('anything else becomes its text, bytes by their number, cut', () => {
    const value = { bytes: new Uint8Array(3), text: 'x'.repeat(50) };
    expect(serializeResult(value, 30)).toBe(`{"bytes":"[3 bytes]","text":"x\n...[truncated]`);
    expect(serializeResult(value, 1000)).toStrictEqual(value);
    expect(boundResult(value, { maxOutputSize: 30 })).toMatchObject({
      isTruncated: true,
      warning: expect.stringMatching(new RegExp(`${JSON.stringify({ ...value, bytes: null }).length}.*30`)),
    });
  });

  it('bytes do not count as text but have a limit of their own', () => {
    const value = { a: new Uint8Array(600), b: [new Uint8Array(600)] };
    expect(boundResult(value, { maxOutputSize: 100, runMediaBytes: 1200 })).toStrictEqual({
      value,
      isTruncated: false,
    });
    expect(boundResult(value, { maxOutputSize: 100, runMediaBytes: 1199 }).limit).toEqual({
      key: 'runMediaBytes',
      message: expect.stringMatching(/1200.*runMediaBytes.*1199/),
    });
  });

  it('truncate never splits a surrogate pair', () => {
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('abcd', 3)).toBe('abc\n...[truncated]');
    expect(truncate('ab😀', 3)).toBe('ab\n...[truncated]');
    expect(truncate('a😀b', 3)).toBe('a😀\n...[truncated]');
    expect(truncate('a\ud83d\ud83dx', 2)).toBe('a\ud83d\n...[truncated]');
  });

  it('refuses a result whose JSON is longer than a text can be', () => {
    const part = '\0'.repeat(1 << 24); // six characters each as JSON
    const { limit } = boundResult(Array(6).fill(part), { maxOutputSize: 1024 });
    expect(limit).toMatchObject({ key: 'maxOutputSize' });
    expect(limit?.message).toContain('emit');
  });
});
