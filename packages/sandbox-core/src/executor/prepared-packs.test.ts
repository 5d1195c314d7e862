import type { ResolvedJsModule, RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';
import { emptyTables } from '../modules/normalizer.js';
import type { RunJob } from './job.js';
import { PackImages } from './prepared-packs.js';

let packs = 0;

/** A pack of one file. Each has a name of its own, so that no test meets what another has prepared. */
function pack(source: string, name = `pack-${packs++}`): ResolvedJsModule {
  const graph = [{ id: 'index.js', kind: 'js' as const, source, dependencies: [], internal: false }];
  return {
    kind: 'js',
    specifier: name,
    packName: name,
    contentDigest: 'a'.repeat(64),
    moduleId: 'index.js',
    source,
    graph,
  };
}

const RUNS = 4;

describe.each(['inline', 'worker'] as const)('packs that are imported again and again, %s', (execution) => {
  /** The same program four times: the first evaluates the pack, the second prepares it, the others find it prepared. */
  async function repeated(
    source: string | ResolvedJsModule,
    code: (name: string) => string,
    options: Partial<RunSandboxOptions> = {},
  ): Promise<RunSandboxResult[]> {
    const module = typeof source === 'string' ? pack(source) : source;
    const results: RunSandboxResult[] = [];
    for (let i = 0; i < RUNS; i++) {
      results.push(
        await runInSandbox({
          execution,
          code: code(module.specifier),
          modules: { modules: [module], statuses: [] },
          ...options,
        }),
      );
    }
    return results;
  }
  const values = (results: RunSandboxResult[]) => results.map(({ result, error }) => error ?? result);

  it('start from the same state each time', async () => {
    const results = await repeated(
      'let n = 0; export const next = () => ++n; export const list = []; Array.prototype.mine = 1;',
      (name) => `import { next, list } from "${name}"; list.push(1); next(); return [next(), list.length, [].mine]`,
    );
    expect(values(results)).toEqual(new Array(RUNS).fill([2, 1, 1]));
  });

  it('leave nothing to a program that does not import them', async () => {
    await repeated('globalThis.left = 1; Array.prototype.left = 1;', (name) => `import "${name}"; return left`);
    const after = await runInSandbox({ execution, code: 'return [typeof left, [].left ?? null]' });
    expect(after.result).toEqual(['undefined', null]);
  });

  it.each([
    ['a random number', 'export const value = Math.random();'],
    ['the time', 'let now = Date.now(); while (Date.now() === now); export const value = Date.now();'],
    ['a date', 'const end = Date.now() + 2; while (Date.now() < end); export const value = +new Date();'],
    ['a random id', 'export const value = crypto.randomUUID();'],
    ['random bytes', 'export const value = crypto.getRandomValues(8).join();'],
  ])('are evaluated anew when they take %s', async (_, source) => {
    const results = await repeated(source, (name) => `import { value } from "${name}"; return value`);
    expect(new Set(values(results)).size).toBe(RUNS);
  });

  it('log in each run what they log when they are evaluated', async () => {
    const results = await repeated('console.log("loaded");', (name) => `import "${name}"; return 1`);
    expect(results.map(({ logs }) => logs)).toEqual(new Array(RUNS).fill(['loaded']));
  });

  it('wait and queue jobs in each run', async () => {
    const results = await repeated(
      'let ran = 0; queueMicrotask(() => { ran++; }); await null; export const count = () => ran;',
      (name) => `import { count } from "${name}"; await null; return count()`,
    );
    expect(values(results)).toEqual(new Array(RUNS).fill(1));
  });

  it('fail in each run with the same error at the same place', async () => {
    const results = await repeated('\n\nthrow new RangeError("broken pack");', (name) => `import "${name}"; return 1`);
    expect(results.map(({ error, stack }) => [error, stack?.includes('/index.js:3')])).toEqual(
      new Array(RUNS).fill(['RangeError: broken pack', true]),
    );
  });

  it('see a global of the caller that they look for, also when it comes later', async () => {
    const module = pack('export const value = typeof config === "undefined" ? "none" : config;');
    const code = (name: string) => `import { value } from "${name}"; return value`;
    expect(values(await repeated(module, code))).toEqual(new Array(RUNS).fill('none'));
    expect(values(await repeated(module, code, { globals: { config: 'given' } }))).toEqual(
      new Array(RUNS).fill('given'),
    );
    expect(values(await repeated(module, code, { globals: { other: 1 } }))).toEqual(new Array(RUNS).fill('none'));
  });

  it('find a global through globalThis and by "in" just the same', async () => {
    const module = pack('export const value = [globalThis.config ?? null, "config" in globalThis];');
    const code = (name: string) => `import { value } from "${name}"; return value`;
    expect(values(await repeated(module, code))).toEqual(new Array(RUNS).fill([null, false]));
    expect(values(await repeated(module, code, { globals: { config: 1 } }))).toEqual(new Array(RUNS).fill([1, true]));
  });

  it.each([
    ['Object.hasOwn', 'Object.hasOwn(globalThis, "config")', false, true],
    ['hasOwnProperty', 'globalThis.hasOwnProperty("config")', false, true],
    ['a descriptor', 'Object.getOwnPropertyDescriptor(globalThis, "config") !== undefined', false, true],
    ['Reflect.ownKeys', 'Reflect.ownKeys(globalThis).includes("config")', false, true],
    ['Object.keys', 'Object.keys(globalThis).includes("config")', false, true],
    ['Object.assign', 'Object.assign({}, globalThis).config === 1', false, true],
    ['a copy', '({ ...globalThis }).config === 1', false, true],
    ['the rest of a pattern', '(({ Array, ...rest }) => rest.config === 1)(globalThis)', false, true],
    [
      'a loop over the names',
      '(() => { for (const key in globalThis) if (key === "config") return true; return false; })()',
      false,
      true,
    ],
    ['the prototype of the global object', 'Object.getPrototypeOf(globalThis) === Object.prototype', true, true],
    ['a proxy', 'Object.hasOwn(new Proxy(globalThis, {}), "config")', false, true],
    ['a copy', '"config" in { ...globalThis }', false, true],
    [
      'a name that can no longer be made',
      '(Object.preventExtensions(globalThis), () => typeof config)() === "number"',
      false,
      true,
    ],
    [
      'a lookup past the prototype',
      '(Object.setPrototypeOf(globalThis, null), typeof config) === "number"',
      false,
      true,
    ],
    ['names of built-in functions', 'Object.keys.name + Object.hasOwn.length === "keys2"', true, true],
  ])('see the same by %s, whoever comes first', async (_, question, without, within) => {
    const module = pack(`export const value = ${question};`);
    const code = (name: string) => `import { value } from "${name}"; return value`;
    expect(values(await repeated(module, code))).toEqual(new Array(RUNS).fill(without));
    expect(values(await repeated(module, code, { globals: { config: 1 } }))).toEqual(new Array(RUNS).fill(within));
    expect(values(await repeated(module, code))).toEqual(new Array(RUNS).fill(without));
  });

  it('make a global that wins over one of the caller, in each run', async () => {
    const module = pack('globalThis.made = "by the pack";');
    const code = (name: string) => `import "${name}"; return made`;
    expect(values(await repeated(module, code))).toEqual(new Array(RUNS).fill('by the pack'));
    const given = await repeated(module, code, { globals: { made: 'by the caller' } });
    expect(values(given)).toEqual(new Array(RUNS).fill('by the pack'));
  });

  it('are evaluated in the order of the imports', async () => {
    const first = pack('globalThis.order = [...(globalThis.order ?? []), "first"];');
    const second = pack('globalThis.order = [...(globalThis.order ?? []), "second"];');
    const modules = { modules: [first, second], statuses: [] };
    for (let i = 0; i < RUNS; i++) {
      const forth = `import "${first.specifier}"; import "${second.specifier}"; return order`;
      const back = `import "${second.specifier}"; import "${first.specifier}"; return order`;
      expect((await runInSandbox({ execution, code: forth, modules })).result).toEqual(['first', 'second']);
      expect((await runInSandbox({ execution, code: back, modules })).result).toEqual(['second', 'first']);
    }
  });

  it('are evaluated anew when their text has changed under the same name', async () => {
    const old = pack('export const value = "old";');
    const code = (name: string) => `import { value } from "${name}"; return value`;
    expect(values(await repeated(old, code))).toEqual(new Array(RUNS).fill('old'));
    const changed = pack('export const value = "new";', old.specifier);
    expect(values(await repeated(changed, code))).toEqual(new Array(RUNS).fill('new'));
  });

  it('count in the memory of the run whether they are prepared or not', async () => {
    const module = pack('export const data = new Uint8Array(3 * 2 ** 20).fill(1);');
    const limits = { memoryLimitBytes: 8 * 2 ** 20 };
    const code = (mib: number) => (name: string) =>
      `import { data } from "${name}"; try { const more = new Uint8Array(${mib} * 2 ** 20).fill(1); return data.length + more.length; } catch (error) { return error.message }`;
    expect(values(await repeated(module, code(2), { limits }))).toEqual(new Array(RUNS).fill(5 * 2 ** 20));
    expect(values(await repeated(module, code(6), { limits }))).toEqual(new Array(RUNS).fill('out of memory'));
    const tooSmall = await repeated(module, code(1), { limits: { memoryLimitBytes: 2 ** 20 } });
    expect(tooSmall.map(({ errorInfo }) => errorInfo?.code)).toEqual(new Array(RUNS).fill('MEMORY'));
  });

  it.each([
    ['memory', { memoryLimitBytes: 16 * 2 ** 20 }, { memoryLimitBytes: 256 * 2 ** 20 }],
    ['stack', { stackLimitBytes: 32 * 1024 }, { stackLimitBytes: 64 * 1024 }],
  ] as const)('see how much %s their own run has', async (_, little, much) => {
    const module = pack(
      `let depth = 0; const down = () => { depth++; down(); }; try { down(); } catch {}
      let hasRoom = true; try { new Uint8Array(100 * 2 ** 20); } catch { hasRoom = false; }
      export const value = [hasRoom, depth];`,
    );
    const code = (name: string) => `import { value } from "${name}"; return value`;
    const first = values(await repeated(module, code, { limits: little }));
    const second = values(await repeated(module, code, { limits: much }));
    expect(first).toEqual(new Array(RUNS).fill(first[0]));
    expect(second).toEqual(new Array(RUNS).fill(second[0]));
    expect(second[0]).not.toEqual(first[0]);
  });

  it('see the secret scope of their own run', async () => {
    const module = pack('export const scope = [nodetool.secrets.list(), __secretScope];');
    const code = (name: string) => `import { scope } from "${name}"; return scope`;
    for (const secretScope of [null, ['A'], ['B', 'C'], null]) {
      expect(values(await repeated(module, code, { limits: { secretScope } }))).toEqual(
        new Array(RUNS).fill([secretScope, secretScope]),
      );
    }
  });

  it('that never end when nothing is given are given up, and evaluated in each run', async () => {
    const module = pack('if (typeof inputs === "undefined") for (;;);  export const value = inputs;');
    const results = await repeated(module, (name) => `import { value } from "${name}"; return value`, {
      globals: { inputs: 7 },
      timeoutMs: 1000,
    });
    expect(values(results)).toEqual(new Array(RUNS).fill(7));
  });
});

it('forgets large texts that were imported once, so that a program cannot fill the host with orders of imports', () => {
  const images = new PackImages();
  const planFor = (first: string, size: number) => {
    const modules = { ...emptyTables(), sources: new Map([['large', 'x'.repeat(size)]]) };
    return images.planFor({
      modules,
      imports: [first, 'large'],
      dispatchers: [],
      globalNames: [],
    } as unknown as RunJob);
  };
  expect(['a', 'b', 'a', 'b'].map((first) => planFor(first, 1000))).toEqual([
    'evaluate',
    'evaluate',
    'prepare',
    'prepare',
  ]);
  const large = 20 * 1024 * 1024;
  expect(['c', 'c', 'd', 'c', 'd', 'd'].map((first) => planFor(first, large))).toEqual([
    'evaluate',
    'prepare',
    'evaluate',
    'evaluate',
    'evaluate',
    'prepare',
  ]);
});

it('gives facades of the host to packs that are prepared, and their dispatcher to nobody', async () => {
  const specifier = '@nodetool-ai/sandbox-nodetool/echo';
  const calls: unknown[] = [];
  const module = pack(
    `import { echo } from "${specifier}"; export const twice = async (x) => [await echo(x), await echo(x)];
    export const seen = typeof globalThis.__nodetoolCapabilityDispatch;`,
  );
  for (let i = 0; i < RUNS; i++) {
    const { result, error } = await runInSandbox({
      execution: 'inline',
      code: `import { twice, seen } from "${module.specifier}";
        return [await twice({ n: ${i} }), seen, typeof globalThis.__nodetoolCapabilityDispatch];`,
      modules: { modules: [module], statuses: [] },
      capabilities: {
        facades: new Map([
          [
            specifier,
            `import { __capabilityCall } from 'nodetool:capability-bridge';
            export async function echo(...args) { return __capabilityCall(${JSON.stringify(specifier)}, 'echo', args); }`,
          ],
        ]),
        call: (_key, _name, args) => {
          calls.push(args);
          return args[0];
        },
      },
    });
    expect(error).toBeUndefined();
    expect(result).toEqual([[{ n: i }, { n: i }], 'function', 'undefined']);
  }
  expect(calls).toHaveLength(2 * RUNS);
});
