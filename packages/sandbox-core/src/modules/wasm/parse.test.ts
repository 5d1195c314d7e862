import { describe, expect, it } from 'vitest';
import { wasm } from '../../engine/webassembly.js';
import { readBinary } from './admit.js';
import { parseWasm } from './parse.js';
import { WasmFormatError } from './reader.js';
import { assemble, binary, FUNCTIONS, HEADER, leb, name, section, vector, workshop } from './testing/assemble.js';

const VOID = [0x60, 0, 0];
const ONE_FUNCTION = [section(1, vector([VOID])), section(3, [1, 0])] as const;
const CODE = section(10, vector([[2, 0, 0x0b]]));

function problemOf(bytes: Uint8Array): string {
  try {
    parseWasm(bytes);
  } catch (error) {
    if (error instanceof WasmFormatError) return error.message;
    throw error;
  }
  throw new Error('the binary was accepted');
}

/** Park and Miller's generator: the same mutations every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('parseWasm', () => {
  it('reads exports with their types, the memory and whether there is a start function', () => {
    const parsed = parseWasm(
      assemble({
        functions: [
          { name: 'f', params: ['i32', 'i64', 'f32', 'f64', 'v128', 'externref'], results: ['f64'], body: [0x00] },
        ],
        memories: [[1, 1, 7]],
        tables: [[1, 0, 10]],
        globals: 1,
        exports: [
          ['t', 1, 0],
          ['m', 2, 0],
          ['g', 3, 0],
        ],
      }),
    );
    expect(parsed.exports).toEqual(
      new Map<string, object>([
        ['f', { kind: 'function', type: { params: ['i32', 'i64', 'f32', 'f64', 'v128', 'ref'], results: ['f64'] } }],
        ['t', { kind: 'table' }],
        ['m', { kind: 'memory' }],
        ['g', { kind: 'global' }],
      ]),
    );
    expect(parsed).toMatchObject({ memoryPages: 7, hasStart: false });
    expect(parseWasm(assemble({ functions: [{ body: [] }], start: 0 }))).toMatchObject({
      memoryPages: 0,
      hasStart: true,
    });
  });

  it('accepts an empty binary, custom sections anywhere, and a view of a larger buffer', () => {
    expect(parseWasm(binary()).exports.size).toBe(0);
    const custom = section(0, [...name('note'), 1, 2, 3]);
    const whole = binary(custom, ...ONE_FUNCTION, custom, CODE, custom);
    expect(parseWasm(whole).exports.size).toBe(0);
    const inside = new Uint8Array(whole.length + 20);
    inside.set(whole, 10);
    expect(() => parseWasm(inside.subarray(10, 10 + whole.length))).not.toThrow();
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(0), /truncated.*byte 0/],
    ['text', new TextEncoder().encode('(module)'), /not WebAssembly: the magic number is wrong \(byte 0\)/],
    ['another version', Uint8Array.from([...HEADER.slice(0, 4), 2, 0, 0, 0]), /the version is wrong \(byte 4\)/],
    ['a component', Uint8Array.from([...HEADER.slice(0, 4), 0x0d, 0, 1, 0]), /the version is wrong/],
    ['a section past the end', binary([1, 5, 0]), /truncated: the type section needs 5 bytes, 1 are left \(byte 10\)/],
    ['a size of six bytes', binary([1, 0x80, 0x80, 0x80, 0x80, 0x80, 0]), /not an unsigned LEB128 number of 32 bits/],
    ['a size over 32 bits', binary([1, 0xff, 0xff, 0xff, 0xff, 0x1f]), /not an unsigned LEB128 number of 32 bits/],
    ['a section twice', binary(section(1, [0]), section(1, [0])), /the type section stands there twice/],
    ['sections out of order', binary(section(3, [0]), section(1, [0])), /the type section is out of order/],
    ['an unknown section', binary(section(14, [0])), /section 14 is not supported/],
    ['bytes left over', binary(section(1, [0, 0])), /1 bytes are left over/],
    ['more entries than bytes', binary(section(1, [0x7f, 0x60])), /truncated: 127 type entries in 1 bytes/],
    [
      'an import',
      binary(section(2, vector([[...name('env'), ...name('f'), 0, 0]]))),
      /it has imports; a sandbox module may have none/,
    ],
    ['a struct type', binary(section(1, vector([[0x5f, 0]]))), /a type that is not a function type/],
    ['a recursive type group', binary(section(1, vector([[0x4e, 1, ...VOID]]))), /a type that is not a function type/],
    ['an unknown value type', binary(section(1, vector([[0x60, 1, 0x40, 0]]))), /0x40 is not the type of a value/],
    [
      'two memories',
      binary(
        section(
          5,
          vector([
            [1, 1, 1],
            [1, 1, 1],
          ]),
        ),
      ),
      /more than one memory/,
    ],
    ['a memory without a maximum', binary(section(5, vector([[0, 1]]))), /a memory that declares no maximum/],
    ['a shared memory', binary(section(5, vector([[3, 1, 1]]))), /a shared memory/],
    ['a 64-bit memory', binary(section(5, vector([[5, 1, 1]]))), /a 64-bit memory/],
    ['a memory with pages of its own size', binary(section(5, vector([[9, 1, 1, 0]]))), /unknown flags 9/],
    ['a memory larger than its maximum', binary(section(5, vector([[1, 2, 1]]))), /starts with 2 pages and may have 1/],
    ['a table without a maximum', assemble({ tables: [[0, 1]] }), /a table that declares no maximum/],
    ['a huge table', assemble({ tables: [[1, 1, ...leb(100_001)]] }), /may grow to 100001 elements; at most 100000/],
    [
      'many tables',
      assemble({
        tables: [
          [1, 0, ...leb(60_000)],
          [1, 0, ...leb(60_000)],
        ],
      }),
      /120000 elements/,
    ],
    ['a huge table at the start', assemble({ tables: [[1, ...leb(1e7), 1]] }), /10000000 elements/],
    ['an export of a missing function', assemble({ exports: [['f', 0, 3]] }), /names function 3, which does not exist/],
    [
      'an export twice',
      assemble({ functions: [{ name: 'f', body: [] }], exports: [['f', 0, 0]] }),
      /exports "f" twice/,
    ],
    ['an export of an unknown kind', assemble({ exports: [['f', 9, 0]] }), /of an unknown kind/],
    [
      'a name that is not UTF-8',
      binary(...ONE_FUNCTION, section(7, [1, 1, 0xff, 0, 0]), CODE),
      /the name of an export is not UTF-8/,
    ],
    ['a function without a body', binary(...ONE_FUNCTION), /1 functions are declared and 0 have a body/],
    ['a body past its section', binary(...ONE_FUNCTION, section(10, [1, 9, 0, 0x0b])), /truncated: a function body/],
    ['a missing start function', binary(section(8, [0])), /the start function 0 does not exist/],
    [
      'more exports than anyone needs',
      assemble({
        functions: [{ body: [] }],
        exports: Array.from({ length: 10_001 }, (_, index): [string, number, number] => [`f${index}`, 0, 0]),
      }),
      /more than 10000 exports/,
    ],
  ])('refuses %s, and names the byte', (_what, bytes, text) => {
    expect(problemOf(bytes)).toMatch(text);
    expect(problemOf(bytes)).toMatch(/\(byte \d+\)$/);
  });

  it('reads a padded number of five bytes, which is valid', () => {
    // 0 as 80 80 80 80 00.
    const bytes = binary(section(1, [0x80, 0x80, 0x80, 0x80, 0x00]));
    expect(wasm.validate(bytes)).toBe(true);
    expect(parseWasm(bytes).exports.size).toBe(0);
  });

  it('reads 4 MiB of tiny functions without holding up its caller', () => {
    const count = 1_000_000;
    const bytes = binary(
      section(1, vector([VOID])),
      section(3, [...leb(count), ...new Array<number>(count).fill(0)]),
      section(10, [...leb(count), ...Array.from({ length: count }, () => [2, 0, 0x0b]).flat()]),
    );
    const startedAt = performance.now();
    expect(parseWasm(bytes).exports.size).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('refuses 290000 types at once: the engine would compare them with each other for minutes', () => {
    const letters = [0x7f, 0x7e, 0x7d, 0x7c];
    const distinct = (index: number) =>
      Array.from({ length: 11 }, (_, at) => letters[Math.floor(index / 4 ** at) % 4] as number);
    const count = 290_000;
    const types = Array.from({ length: count }, (_, index) => [0x60, 11, ...distinct(index), 0]).flat();
    const bytes = binary(section(1, [...leb(count), ...types]));
    const startedAt = performance.now();
    expect(readBinary(bytes, 'a')).toMatchObject({ violation: expect.stringContaining('it has more than 1000 types') });
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('refuses every truncation of a binary as truncated, or when a section is missing, for that', () => {
    const whole = workshop();
    const problems = new Set<string>();
    for (let length = 0; length < whole.length; length++) {
      const part = whole.subarray(0, length);
      let problem = 'accepted';
      try {
        parseWasm(part);
      } catch (error) {
        if (!(error instanceof WasmFormatError)) throw error;
        problem = error.message;
      }
      // Only at the end of a section can a shorter binary be a whole one.
      if (problem === 'accepted') expect(wasm.validate(part), `${length} bytes`).toBe(true);
      else expect(problem, `${length} bytes`).toContain('truncated');
      problems.add(problem);
    }
    expect(problems.size).toBeGreaterThan(10);
  });

  it('never fails otherwise than by its own error, and admits nothing that the engine refuses, over 2000 mutations', () => {
    const next = randomNumbers(20_261_201);
    const whole = workshop();
    const counts = { admitted: 0, refused: 0 };
    for (let round = 0; round < 2000; round++) {
      const bytes = Uint8Array.from(whole);
      const changes = 1 + Math.floor(next() * 4);
      for (let change = 0; change < changes; change++)
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      const admitted = readBinary(bytes, 'a');
      if ('violation' in admitted) counts.refused++;
      else {
        counts.admitted++;
        expect(wasm.validate(bytes), `round ${round}`).toBe(true);
      }
    }
    // Most mutations break a binary, and some only change what it computes.
    expect(counts.refused).toBeGreaterThan(500);
    expect(counts.admitted).toBeGreaterThan(20);
  });

  it('agrees with the engine on what the test binaries export', () => {
    const module = new (
      globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }
    ).WebAssembly.Module(workshop());
    const { Module } = (
      globalThis as unknown as { WebAssembly: { Module: { exports(module: object): { name: string }[] } } }
    ).WebAssembly;
    expect([...parseWasm(workshop()).exports.keys()]).toEqual(Module.exports(module).map(({ name: label }) => label));
    expect(parseWasm(workshop()).exports.has(FUNCTIONS.add.name)).toBe(true);
  });
});
