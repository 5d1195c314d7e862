import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConstantAtoms } from './atoms.js';
import { CodecError } from './codec-error.js';
import { decodeEnvelope } from './decode.js';
import { encodeEnvelope } from './encode.js';
import { halfToNumber } from './half-floats.js';

beforeAll(() => useConstantAtoms([null, 'null', 'name', null]));

const bytes = (...parts: (number | number[])[]): Uint8Array => Uint8Array.from(parts.flat());
/** `[value]` without names. */
const plain = (...value: (number | number[])[]): Uint8Array => bytes(23, 0, 9, 1, ...value);
const FIXED = [255, 255, 255, 255, 15];

function codeOf(payload: Uint8Array, budget?: Parameters<typeof decodeEnvelope>[1]): string {
  try {
    decodeEnvelope(payload, budget);
  } catch (error) {
    if (error instanceof CodecError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('values by hand-made bytes', () => {
  it.each<[string, Uint8Array, unknown]>([
    ['null', plain(1), null],
    ['undefined', plain(2), undefined],
    ['booleans', plain(9, 2, 3, 4), [false, true]],
    ['int32', plain(9, 3, 5, 1, 5, [0xd8, 0x04], 5, [255, 255, 255, 255, 15]), [-1, 300, -2_147_483_648]],
    ['-0', plain(6, [0, 0, 0, 0, 0, 0, 0, 0x80]), -0],
    ['Latin-1', plain(7, 2, 0xe9), 'é'],
    ['text with bytes that windows-1252 would change', plain(7, 60, Array<number>(30).fill(0x80)), '\u0080'.repeat(30)],
    ['long ASCII that starts like a mark', plain(7, 60, Array<number>(30).fill(0x41)), 'A'.repeat(30)],
    ['wide text with a lone surrogate', plain(7, 3, [0x00, 0xd8]), '\ud800'],
    ['bigints', plain(9, 4, [10, 0], [10, 1, 255], [10, 2, 128, 0], [10, 1, 128]), [0n, -1n, 128n, -128n]],
    [
      'object',
      bytes(23, 2, [1, 2, 0x61], [0, 2, 0, 0, 0], 9, 1, 8, 3, [2, 3], [4, 4], [11, 1]),
      { 5: null, a: false, name: true },
    ],
    ['date', plain(18, 5, 0), new Date(0)],
    ['invalid date', plain(18, 6, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]), new Date(Number.NaN)],
    ['boxed primitive', plain(19, 7, 2, 0x61), 'a'],
    ['map and set', plain(9, 2, [21, 1, 5, 2, 5, 4], [22, 1, 5, 2]), [new Map([[1, 2]]), new Set([1])]],
    ['whole view', plain(14, 2, 2, 0, 15, 2, FIXED, 7, 8), Uint8Array.of(7, 8)],
    ['window of a view', plain(14, 2, 1, 1, 15, 3, FIXED, 7, 8, 9), Uint8Array.of(8)],
    ['growable buffer', plain(15, 2, 8, 7, 8), Uint8Array.of(7, 8).buffer],
    [
      'two views of one buffer',
      plain(9, 2, [14, 2, 2, 0, 15, 2, ...FIXED, 7, 8], [14, 3, 1, 0, 20, 3]),
      [Uint8Array.of(7, 8), Int16Array.of(0x807)],
    ],
    ['shared part', plain(9, 2, [9, 1, 5, 2], [20, 2]), [[1], [1]]],
    [
      'symbol and private keys dropped, whatever they hold',
      bytes(
        23,
        3,
        [3, 2, 0x73],
        [4, 4, 0x23, 0x78],
        [1, 2, 0x61],
        9,
        1,
        8,
        3,
        [2, 17, 2, 0x61, 2, 0],
        [4, 23, 2],
        [6, 4],
      ),
      { a: true },
    ],
    ['symbol constant as key dropped', bytes(23, 1, [0, 3, 0, 0, 0], 9, 1, 8, 1, [2, 4]), {}],
  ])('%s', (_name, payload, value) => {
    expect(decodeEnvelope(payload)).toStrictEqual(value);
  });

  it('shared parts come out as two', () => {
    const [a, b] = decodeEnvelope(plain(9, 2, [8, 0], [20, 2])) as [object, object];
    expect(a).not.toBe(b);
  });

  it('an own __proto__ is data', () => {
    const name = [1, 18, ...Buffer.from('__proto__')];
    const value = decodeEnvelope(bytes(23, 1, name, 9, 1, 8, 1, 2, 8, 0)) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });

  it('names of Object.prototype are own properties', () => {
    const value = decodeEnvelope(encodeEnvelope({ toString: 1, constructor: 2, hasOwnProperty: 3 })) as object;
    expect(Object.entries(value)).toEqual([
      ['toString', 1],
      ['constructor', 2],
      ['hasOwnProperty', 3],
    ]);
  });

  // Values from IEEE 754, binary16.
  it.each<[number, number]>([
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x8000, -0],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0x7e00, Number.NaN],
    [0x3555, 0.333251953125],
  ])('half float %i', (bits, value) => {
    expect(halfToNumber(bits)).toBe(value);
    const array = decodeEnvelope(plain(14, 9, 1, 0, 15, 2, FIXED, bits & 255, bits >> 8)) as Float32Array;
    expect(array.constructor.name).toBe('Float16Array' in globalThis ? 'Float16Array' : 'Float32Array');
    expect([...array]).toEqual([value]);
  });
});

describe('patches', () => {
  const patched = (tree: unknown, ...patches: unknown[]): unknown => {
    const list = encodeEnvelope([tree, patches]);
    // `[[tree, patches]]` with its outer list taken off is an envelope of two.
    return decodeEnvelope(bytes([...list.slice(0, list.indexOf(9))], [...list.slice(list.indexOf(9) + 2)]));
  };
  const refused = (tree: unknown, ...patches: unknown[]): string => {
    try {
      patched(tree, ...patches);
    } catch (error) {
      if (error instanceof CodecError) return error.code;
      throw error;
    }
    return 'accepted';
  };

  it('make what the format cannot carry', () => {
    expect(patched({ a: [null] }, [['a', 0], 'regexp', ['x', 'gi']])).toEqual({ a: [/x/gi] });
    expect(patched(['k', null], [[1], 'regexp', ['y', '']], [[], 'map', null])).toEqual(new Map([['k', /y/]]));
    expect(patched([1, 2], [[], 'set', null])).toEqual(new Set([1, 2]));
    const holes = patched([1, undefined, undefined, 4], [[], 'holes', [1, 2]]) as unknown[];
    expect([holes.length, Object.keys(holes)]).toEqual([4, ['0', '3']]);
  });

  it('a pattern this host refuses stays data', () => {
    expect(patched(null, [[], 'regexp', ['(', '']])).toEqual({ source: '(', flags: '' });
  });

  it('errors get their class, code and cause, and a short stack', () => {
    const stack = Array.from({ length: 9 }, (_, i) => `    at f${i} (user-code:1:${i})`).join('\n');
    const error = patched({ e: { name: 'RangeError', message: 'm', code: 'E', stack, cause: 1 } }, [
      ['e'],
      'error',
      null,
    ]) as { e: RangeError };
    expect(error.e).toBeInstanceOf(RangeError);
    expect(error.e).toMatchObject({
      message: 'm',
      code: 'E',
      cause: 1,
      stack: stack.split('\n').slice(0, 5).join('\n'),
    });
    const other = patched({ name: 'Odd', message: 'm' }, [[], 'error', null]) as Error;
    expect([other instanceof Error, other.name, other.stack]).toEqual([true, 'Odd', '']);
  });

  it.each<[string, unknown, unknown[]]>([
    ['no list', 1, ['x']],
    ['wrong shape', 1, [[[], 'map']]],
    ['unknown kind', 1, [[[], 'evil', 1]]],
    ['kinds of the other direction', null, [[[], 'fn', 1]]],
    ['a graft', null, [[[], 'tree', 1]]],
    ['a path past the end', [1], [[[1], 'set', null]]],
    ['the length of an array', [1], [[['length'], 'regexp', ['a', '']]]],
    ['an inherited property', {}, [[['toString'], 'regexp', ['a', '']]]],
    ['a prototype', {}, [[['__proto__', 'polluted'], 'regexp', ['a', '']]]],
    ['into bytes', new Uint8Array(1), [[[0], 'regexp', ['a', '']]]],
    ['into text', 'abc', [[[0], 'regexp', ['a', '']]]],
    ['a fractional step', [1], [[[0.5], 'set', null]]],
    ['a key without a member', [1], [[[], 'map', null]]],
    ['a set of an object', {}, [[[], 'set', null]]],
    ['an error of a list', [], [[[], 'error', null]]],
    ['a RegExp without source', null, [[[], 'regexp', [1, 2]]]],
    ['holes outside', [1], [[[], 'holes', [0, 2]]]],
    ['holes that overlap', [1, 2], [[[], 'holes', [0, 2, 1, 1]]]],
    ['holes below zero', [1, 2], [[[], 'holes', [-1, 1]]]],
    ['endless holes', [1, 2], [[[], 'holes', [0, Number.POSITIVE_INFINITY]]]],
  ])('refuses %s', (_name, tree, patches) => {
    expect(refused(tree, ...patches)).toBe('malformed');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('holes cost what they take out', () => {
    const tree = new Array(1000).fill(1);
    const patches = Array.from({ length: 20_000 }, () => [[], 'holes', [0, 1000]]);
    expect(refused(tree, ...patches)).toBe('budget');
  });
});

describe('hostile bytes', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', bytes()],
    ['another version', bytes(5, 0, 9, 1, 1)],
    ['no envelope', bytes(23, 0, 1)],
    ['an empty envelope', bytes(23, 0, 9, 0)],
    ['an envelope of three', bytes(23, 0, 9, 3, 1, 1, 1)],
    ['bytes left over', plain(1, 1)],
    ['more atoms than bytes', bytes(23, [255, 255, 255, 255, 15], 9, 1, 1)],
    ['an unknown constant', bytes(23, 1, [0, 255, 255, 0, 0], 9, 1, 1)],
    ['an array of 4 billion', plain(9, [255, 255, 255, 255, 15])],
    ['an object of 4 billion', plain(8, [255, 255, 255, 255, 15])],
    ['a map of 4 billion', plain(21, [255, 255, 255, 255, 15])],
    ['a set of 4 billion', plain(22, [255, 255, 255, 255, 15])],
    ['text of 2 billion', plain(7, [255, 255, 255, 255, 15])],
    ['a bigint of 4 billion', plain(10, [255, 255, 255, 255, 15])],
    ['a buffer of 4 billion', plain(15, [255, 255, 255, 255, 15], FIXED)],
    ['a view of 4 billion', plain(14, 2, [255, 255, 255, 255, 15], 0, 15, 1, FIXED, 0)],
    ['a view past its buffer', plain(14, 2, 1, 1, 15, 1, FIXED, 0)],
    ['a misaligned view', plain(14, 3, 1, 1, 15, 4, FIXED, 0, 0, 0, 0)],
    ['a view of another class', plain(14, 12, 1, 0, 15, 1, FIXED, 0)],
    ['a view of no buffer', plain(14, 2, 1, 0, 9, 0)],
    ['a view of itself', plain(14, 2, 1, 0, 20, 1)],
    ['a number that does not end', plain(5, [255, 255, 255, 255, 255, 255])],
    ['a key without a name', plain(8, 1, 2, 1)],
    ['a null key', plain(8, 1, 0, 1)],
    ['an unknown tag', plain(12)],
    ['tag 0', plain(0)],
    ['a reference to nothing', plain(20, 9)],
    ['a date of text', plain(18, 7, 2, 0x61)],
    ['a box of an object', plain(19, 8, 0)],
  ])('%s is malformed', (_name, payload) => {
    expect(codeOf(payload)).toBe('malformed');
  });

  it('names what is well formed but cannot come out', () => {
    expect(codeOf(plain(9, 1, 20, 1))).toBe('cycle');
    expect(codeOf(plain(20, 0))).toBe('cycle');
    expect(codeOf(bytes(23, 1, [3, 2, 0x61], 9, 1, 23, 2))).toBe('unsupported');
    expect(codeOf(plain(17, 2, 0x61, 2, 0))).toBe('unsupported');
  });

  it('a chain of boxes or dates does not recurse', () => {
    for (const tag of [18, 19]) expect(codeOf(plain(Array<number>(1_000_000).fill(tag)))).toBe('malformed');
  });

  it('deep nesting ends at the limit', () => {
    const deep = (levels: number) => plain(Array<number[]>(levels).fill([9, 1]).flat(), 1);
    expect(codeOf(deep(1000))).toBe('accepted');
    expect(codeOf(deep(1_000_000))).toBe('depth');
    expect(codeOf(deep(60), { maxDepth: 20 })).toBe('depth');
  });

  it('references that double a value each time end at the budget', () => {
    // [[1], ref, ref], then twice that, and so on: 2^64 values in 300 bytes.
    let body: number[] = [9, 0];
    for (let i = 0; i < 64; i++) body = [9, 2, ...body, 20, 65 - i];
    expect(codeOf(plain(body), { maxValues: 1_000_000 })).toBe('budget');
  });

  it('references to bytes end at the budget', () => {
    const buffer = [15, ...[0x80, 0x80, 0x40], ...FIXED, ...Array<number>(1 << 20).fill(1)]; // 1 MiB
    const payload = plain(9, [0x80, 0x08], buffer, Array.from({ length: 1023 }, () => [20, 2]).flat());
    expect(codeOf(payload, { maxBytes: 16 << 20 })).toBe('budget');
    expect(codeOf(payload, { maxBytes: 1 << 20 })).toBe('budget');
  });

  it('5 000 random payloads: a value or a CodecError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        codeOf(plain([...tail]), { maxValues: 100_000 });
        codeOf(tail);
      }),
      { numRuns: 5_000 },
    );
  });

  it('10 000 damaged payloads: a value or a CodecError', () => {
    const seeds = [
      { a: [1, 'text', 2.5, null, undefined, true], m: new Map([[1, /x/]]), s: new Set(['ü']), d: new Date(5) },
      [
        new Uint8Array(9),
        new Float64Array(3),
        new Error('e', { cause: { deep: [1n, -5n] } }),
        'wide €',
        { name: 1, 7: 2 },
      ],
      Array.from({ length: 9 }, (_, i) => ({ id: i, [`k${i}`]: [i, [i]] })),
    ].map((value) => encodeEnvelope(value));
    const edit = fc.record({
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      kind: fc.constantFrom('set', 'cut', 'insert'),
    });
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 6 }), (seed, edits) => {
        const damaged = [...seed];
        for (const { at, byte, kind } of edits) {
          const index = at % damaged.length;
          if (kind === 'set') damaged[index] = byte;
          else damaged.splice(index, kind === 'cut' ? 1 : 0, ...(kind === 'insert' ? [byte] : []));
        }
        codeOf(Uint8Array.from(damaged), { maxValues: 100_000, maxBytes: 1 << 20 });
      }),
      { numRuns: 10_000 },
    );
  });

  it('every prefix of a payload is refused', () => {
    const whole = encodeEnvelope({ a: [1, { b: new Map([['k', new Uint8Array(3)]]) }], e: new Error('x') });
    for (let length = 0; length < whole.length; length++) expect(codeOf(whole.slice(0, length))).toBe('malformed');
  });
});
