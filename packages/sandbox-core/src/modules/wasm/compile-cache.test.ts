import { describe, expect, it } from 'vitest';
import type { WasmModule } from '../../engine/webassembly.js';
import type { WasmBinary } from './admit.js';
import { WasmCompileCache } from './compile-cache.js';
import { parseWasm } from './parse.js';
import { assemble, binary, section } from './testing/assemble.js';

const binaryOf = (bytes: Uint8Array<ArrayBuffer>): WasmBinary => ({ bytes, parsed: parseWasm(bytes) });
const numbered = (number: number): WasmBinary => binaryOf(binary(section(0, [1, 0x78, number])));

describe('the compile cache', () => {
  it('compiles binaries with the same bytes once, also when they come at the same time', async () => {
    let compilations = 0;
    const cache = new WasmCompileCache(async () => {
      compilations++;
      return {};
    });
    const same = () => binaryOf(assemble({ functions: [{ name: 'f', body: [] }] }));
    const [first, second] = await Promise.all([cache.get(same()), cache.get(same())]);
    expect(first).toBe(second);
    await cache.get(same());
    await cache.get(numbered(1));
    expect(compilations).toBe(2);
  });

  it('does not keep a compilation that failed', async () => {
    let compilations = 0;
    const cache = new WasmCompileCache(async () => {
      compilations++;
      if (compilations === 1) throw new Error('no code space');
      return {};
    });
    await expect(cache.get(numbered(1))).rejects.toThrow('no code space');
    await expect(cache.get(numbered(1))).resolves.toEqual({});
  });

  it('keeps the sixteen that were used last', async () => {
    const compiled: number[] = [];
    const cache = new WasmCompileCache(async (bytes): Promise<WasmModule> => {
      compiled.push(bytes.at(-1) as number);
      return {};
    });
    for (let number = 0; number < 16; number++) await cache.get(numbered(number));
    await cache.get(numbered(0));
    await cache.get(numbered(16));
    await cache.get(numbered(0));
    await cache.get(numbered(1));
    expect(compiled.slice(16)).toEqual([16, 1]);
  });

  it('keeps no more than four of the largest binaries', { timeout: 120_000 }, async () => {
    const compiled: number[] = [];
    const cache = new WasmCompileCache(async (bytes): Promise<WasmModule> => {
      compiled.push(bytes.at(-1) as number);
      return {};
    });
    // A custom section of nearly 4 MiB; the last byte tells them apart.
    const large = (number: number) => {
      const bytes = binary(section(0, [1, 0x78, ...new Array<number>(4_194_000).fill(0), number]));
      return binaryOf(bytes);
    };
    for (const number of [1, 2, 3, 4, 5, 5, 2, 1]) await cache.get(large(number));
    expect(compiled).toEqual([1, 2, 3, 4, 5, 1]);
  });

  it('compiles for real', async () => {
    const module = await new WasmCompileCache().get(numbered(1));
    expect(Object.prototype.toString.call(module)).toBe('[object WebAssembly.Module]');
  });
});
