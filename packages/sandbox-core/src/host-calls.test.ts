import { describe, expect, it } from 'vitest';
import { runInSandbox } from './index.node.js';

const MODES = ['inline', 'worker'] as const;

describe.each(MODES)('functions of the caller, %s', (execution) => {
  const run = (code: string, globals: Record<string, unknown>, options: object = {}) =>
    runInSandbox({ execution, code, globals, ...options });

  it('take numbers as they are and answer with any value', async () => {
    const seen: number[][] = [];
    const outcome = await run(
      'const all = []; for (const [a, b] of [[0, 1], [-0, 2], [NaN, 3], [Infinity, -1.5], [2 ** 53, 4], [5]]) ' +
        'all.push(b === undefined ? await f(a) : await f(a, b)); return all;',
      {
        f: (...numbers: number[]) => {
          seen.push(numbers);
          return [7, undefined, true, 'text', { a: [1] }, null][seen.length - 1];
        },
      },
    );
    expect(outcome.result).toEqual([7, null, true, 'text', { a: [1] }, null]);
    expect(seen).toEqual([[0, 1], [-0, 2], [NaN, 3], [Infinity, -1.5], [2 ** 53, 4], [5]]);
    expect(Object.is(seen[1]?.[0], -0)).toBe(true);
  });

  it('answer with numbers that keep their value', async () => {
    const numbers = [0, -0, 1.5, -(2 ** 31), 2 ** 32, NaN, Infinity, -Infinity, 5e-324];
    const outcome = await run(
      `const all = []; for (let i = 0; i < ${numbers.length}; i++) all.push(await f(i)); ` +
        'return all.map((n) => Object.is(n, -0) ? "-0" : String(n));',
      { f: (index: number) => numbers[index] },
    );
    expect(outcome.result).toEqual(numbers.map((n) => (Object.is(n, -0) ? '-0' : String(n))));
  });

  it('reject with what they throw, now or later, at the line of the call', async () => {
    const outcome = await run(
      'const all = [];\nfor (const f of [now, later]) {\n  try {\n    await f(1);\n  } catch (error) {\n' +
        '    all.push([error instanceof RangeError, error.message, /user-code:4/.test(error.stack)]);\n  }\n}\nreturn all;',
      {
        now: () => {
          throw new RangeError('at once');
        },
        later: async () => {
          throw new RangeError('in a while');
        },
      },
    );
    expect(outcome.result).toEqual([
      [true, 'at once', true],
      [true, 'in a while', true],
    ]);
  });

  it('count as bridge calls, and more than the limit are refused', async () => {
    const outcome = await run(
      'let n = 0; try { for (;;) { await f(1); n++; } } catch (error) { return [n, error.message]; }',
      { f: (n: number) => n },
      { limits: { maxBridgeCalls: 1000 } },
    );
    expect(outcome.result).toEqual([1000, expect.stringContaining('maxBridgeCalls')]);
  });

  it('let a timer of the host fire in between, and an abort end the run', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const outcome = await run('for (;;) await f(1);', { f: (n: number) => n }, { signal: controller.signal });
    expect(outcome.errorInfo?.code).toBe('CANCELLED');
  });

  it('may end their own run', async () => {
    const controller = new AbortController();
    const outcome = await run(
      'await f(1); return "went on";',
      {
        f: () => {
          controller.abort();
          return 1;
        },
      },
      { signal: controller.signal },
    );
    expect(outcome.errorInfo?.code).toBe('CANCELLED');
  });

  it('do not charge their own time to the CPU of the program', async () => {
    const outcome = await run('for (let i = 0; i < 3; i++) await f(i); return 1;', {
      f: () => {
        const until = performance.now() + 50;
        while (performance.now() < until);
        return 1;
      },
    });
    expect(outcome.usage?.cpuMs).toBeLessThan(outcome.usage?.wallMs ?? 0);
    expect((outcome.usage?.wallMs ?? 0) - (outcome.usage?.cpuMs ?? 0)).toBeGreaterThan(140);
  });
});

describe.each(MODES)('large byte arrays, %s', (execution) => {
  const run = (code: string, globals: Record<string, unknown>) => runInSandbox({ execution, code, globals });
  const CLASSES = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ];
  const LENGTH = 70_000;

  it('keep class, length and bytes on the way in, also in maps, sets and deep places', async () => {
    const arrays = CLASSES.map((Class) => new Class(LENGTH));
    for (const array of arrays) array.fill((typeof array[0] === 'bigint' ? 7n : 7) as never);
    let deep: unknown = new Uint8Array(LENGTH).fill(5);
    for (let level = 0; level < 40; level++) deep = { deep };
    const outcome = await run(
      `let inner = deep; while (!(inner instanceof Uint8Array)) inner = inner.deep;
      return [
        arrays.map((a) => [a.constructor.name, a.length, String(a[a.length - 1]), a.buffer.byteLength === a.byteLength]),
        [buffer.constructor.name, buffer.byteLength, new Uint8Array(buffer)[69999]],
        [map.get('k').length, map.get('k')[0], [...set][0][1]],
        [inner.length, inner[0], view.byteLength],
      ];`,
      {
        arrays,
        buffer: new Uint8Array(LENGTH).fill(9).buffer,
        map: new Map([['k', new Uint8Array(LENGTH).fill(3)]]),
        set: new Set([new Uint8Array(LENGTH).fill(4)]),
        deep,
        view: new DataView(new ArrayBuffer(LENGTH + 10), 5, LENGTH),
      },
    );
    expect(outcome.result).toEqual([
      CLASSES.map((Class) => [Class.name, LENGTH, '7', true]),
      ['ArrayBuffer', LENGTH, 9],
      [LENGTH, 3, 4],
      [LENGTH, 5, LENGTH],
    ]);
  });

  it('bring only the window of a view, and come back equal', async () => {
    const whole = Uint8Array.from({ length: 300_000 }, (_, index) => index * 31);
    const outcome = await run('return { same: bytes, part: bytes.subarray(10, 100010), length: bytes.length };', {
      bytes: whole.subarray(1000, 201_000),
    });
    const { same, part, length } = outcome.result as { same: Uint8Array; part: Uint8Array; length: number };
    expect(length).toBe(200_000);
    expect(same).toEqual(whole.slice(1000, 201_000));
    expect(part).toEqual(whole.slice(1010, 101_010));
    expect(part.buffer.byteLength).toBe(100_000);
  });

  it('cross in both directions of a call, and reject the call when the guest has no room for them', async () => {
    const outcome = await runInSandbox({
      execution,
      code: `const a = await f(new Uint8Array(100000).fill(1), 'x');
        try { await big(); return 'fitted'; } catch (error) { return [a.length, a[99999], error.name, error.message]; }`,
      globals: {
        f: (bytes: Uint8Array) => bytes.map((value) => value + 1),
        big: () => new Uint8Array(64 << 20),
      },
      limits: { memoryLimitBytes: 16 << 20 },
    });
    expect(outcome.result).toEqual([100_000, 2, 'InternalError', 'out of memory']);
  });

  it('meet no setter that the program put on a prototype', async () => {
    const outcome = await run(
      `let met = 0;
      for (const key of ['0', '1', '2', '3']) Object.defineProperty(Array.prototype, key, { set() { met++; }, configurable: true });
      const a = await f(1, 2, 3);
      for (const key of ['0', '1', '2', '3']) delete Array.prototype[key];
      return [met, a.length];`,
      { f: () => new Uint8Array(100_000) },
    );
    expect(outcome.result).toEqual([0, 100_000]);
  });
});
