/** Importing what was not granted, or taking over what was. */
import type { ResolvedSandboxModule, RunSandboxOptions } from '@nodetool-ai/protocol';
import { capabilityFacadeSource, runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { resolutionOf, wasmModule } from '../../../packages/sandbox-core/src/modules/testing/modules.js';
import { type Attack, fails, refusalOf, refused, returns } from '../attack.js';

const DIGEST = '0'.repeat(64);

function pack(specifier: string, source: string): ResolvedSandboxModule {
  return {
    kind: 'js',
    specifier,
    packName: specifier,
    contentDigest: DIGEST,
    moduleId: 'index.js',
    source,
    graph: [
      { id: 'index.js', kind: 'js', source, dependencies: [], internal: false },
      { id: 'internal/secret.js', kind: 'js', source: 'export default "internal";', dependencies: [], internal: true },
    ],
  };
}

const csv: ResolvedSandboxModule = {
  kind: 'host',
  hostId: 'csv',
  specifier: '@nodetool-ai/sandbox-csv',
  packName: '@nodetool-ai/sandbox-csv',
  contentDigest: DIGEST,
  moduleId: 'index.js',
};

const serving =
  (...modules: ResolvedSandboxModule[]) =>
  () => ({
    modules: { modules, statuses: [] },
    hostModules: { csv: { parse: async ({ args }: { args: unknown[] }) => args, stringify: async () => '' } },
  });

const STATIC = [
  'node:fs',
  'fs',
  'child_process',
  'node:process',
  '/etc/passwd',
  '../../package.json',
  './index.js',
  'file:///etc/passwd',
  'data:text/javascript,export default 1',
  'https://example.org/a.js',
  '@x/pack/internal/secret.js',
  '@x/pack/../pack/index.js',
  '@x/pack|internal/secret.js',
  'nodetool-sandbox:@x/pack|internal/secret.js',
  'nodetool:host-bridge',
  'nodetool:wasm-bridge',
  'nodetool:capability-bridge',
  'user-code',
  'sandbox-prelude',
  '@x/PACK',
  '@x/pack\\u0000',
  ' @x/pack',
  '__proto__',
  'constructor',
  'toString',
];

/** The same packs, imported by one program after another: from the third run on they come out of an image. */
const often = (
  name: string,
  source: string,
  code: string,
  expected: unknown[],
  options: (run: number) => Partial<RunSandboxOptions> = () => ({}),
): Attack => ({
  name,
  assault: async (execution) => {
    const results: unknown[] = [];
    for (let run = 0; run < expected.length; run++) {
      const outcome = await runInSandbox({
        ...serving(pack('@x/often', source), csv)(),
        ...options(run),
        code,
        execution,
      });
      results.push(outcome.error ?? outcome.result);
    }
    expect(results).toEqual(expected);
    return results;
  },
});

const tokens = new Set<string>();

const SPECIFIER = '@nodetool-ai/sandbox-nodetool/attacked';

/** A mounted capability that notes nothing and answers everything. */
const mounted = () => ({
  capabilities: {
    facades: new Map([[SPECIFIER, capabilityFacadeSource(SPECIFIER, ['open'])]]),
    call: (_key: string, name: string) => `called ${name}`,
  },
});

/** Calls that a pack makes with the dispatcher it has caught, and the only one that may come through. */
const CAUGHT = `export const found = Object.getOwnPropertyNames(globalThis).filter((n) => /Dispatch$/.test(n)).map((n) => globalThis[n]);`;
const MISUSE = (key: string, exportName: string) =>
  `import { found } from '@x/pack'; const gained = []; const key = ${JSON.stringify(key)};
   for (const f of found) for (const args of [[key, 'constructor', []], [key, '__proto__', []], [key, 'toString', []], ['__proto__', 'open', []], [key + '/../x', 'open', []], [key, '${exportName}', 'text'], [key, '${exportName}', { length: 1 }], [key, ['${exportName}'], []], [[key], '${exportName}', []], [key, '${exportName}\\0', []], []]) { try { gained.push(await f(...args)) } catch (e) { if (!(e instanceof Error)) gained.push('odd') } }
   return [found.length, gained]`;

/** Arguments that a WASM function must not be given, by what the program writes. */
const WASM_ARGUMENTS = [
  'add(1)',
  'add(1, 2, 3)',
  'add("1", 2)',
  'add(1n, 2n)',
  'add(1.5, 2)',
  'add(2 ** 31, 0)',
  'add(-(2 ** 31) - 1, 0)',
  'add(NaN, 0)',
  'add(undefined, null)',
  'add({ valueOf: () => 1 }, 2)',
  'add([1], 2)',
  'add(new Number(1), { valueOf() { throw new Error("trap") } })',
  'hypot("3", 4)',
  'trap()',
  'divide(1, 0)',
];

export const modules: Attack[] = [
  ...STATIC.map(
    (specifier): Attack => ({
      name: `import ${JSON.stringify(specifier)}`,
      code: `import * as m from "${specifier}"; return Object.keys(m)`,
      options: serving(pack('@x/pack', 'export default 1;'), csv),
      repelled: fails('MODULE'),
    }),
  ),
  ...[
    '"node:fs"',
    '"@x/pack"',
    '"nodetool:host-bridge"',
    '["@x", "pack"].join("/")',
    '({ toString: () => "@x/pack" })',
  ].map(
    (request): Attack => ({
      name: `import ${request} while running`,
      code: `try { await import(${request}); return 'imported' } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
      options: serving(pack('@x/pack', 'export default 1;')),
      repelled: returns('refused'),
    }),
  ),
  {
    name: 'import while the packs still load',
    code: `import { late } from '@x/pack'; return await late`,
    options: serving(
      pack('@x/pack', `export const late = import('./internal/secret.js').then(() => 'imported', () => 'refused');`),
    ),
    repelled: returns('refused'),
  },
  {
    name: 'import after the packs loaded, from a pack',
    code: `import { later } from '@x/pack'; return await later()`,
    options: serving(
      pack(
        '@x/pack',
        `export const later = () => import('./internal/secret.js').then(() => 'imported', () => 'refused');`,
      ),
    ),
    repelled: returns('refused'),
  },
  {
    name: 'catch the dispatcher of host modules as a pack',
    code: `import { found } from '@x/pack'; import { parse } from '@nodetool-ai/sandbox-csv'; const gained = [];
     for (const f of found) for (const args of [['csv', 'constructor', []], ['__proto__', 'parse', []], ['@nodetool-ai/sandbox-html', 'select', []], ['@nodetool-ai/sandbox-csv', 'toString', []], []]) { try { gained.push(await f(...args)) } catch {} }
     return [gained, await parse('x'), Object.getOwnPropertyNames(globalThis).filter((n) => /dispatch|Call$/i.test(n))]`,
    options: serving(
      pack(
        '@x/pack',
        `export const found = Object.getOwnPropertyNames(globalThis).filter((n) => /dispatch|Call$/i.test(n)).map((n) => globalThis[n]).filter((f) => typeof f === 'function');`,
      ),
      csv,
    ),
    repelled: returns([[], ['x'], []]),
  },
  {
    name: 'export names that confuse a facade',
    code: `import * as csv from '@nodetool-ai/sandbox-csv'; const before = Object.keys(csv).sort(); try { csv.parse = 1 } catch {} try { csv.default.parse = () => 'forged' } catch {} return [before, await csv.parse('x')]`,
    options: serving(csv),
    repelled: returns([['default', 'parse', 'stringify'], ['x']]),
  },
  {
    name: 'turn a missing module into an oracle for host files',
    code: `import '/etc/hostname'; return 1`,
    repelled: (outcome) => fails('MODULE')(outcome),
  },
  ...WASM_ARGUMENTS.map(
    (call): Attack => ({
      name: `hand a WASM function what it must not get: ${call}`,
      code: `import { add, hypot, trap, divide } from 'workshop'; ${refusalOf(call)}`,
      options: () => ({ modules: resolutionOf(wasmModule()) }),
      repelled: refused(/./),
    }),
  ),
  {
    name: 'keep state in a WASM module from one call to the next',
    code: `import { count, poke } from 'workshop'; return [await count(), await count(), await poke(), await poke()]`,
    options: () => ({ modules: resolutionOf(wasmModule()) }),
    repelled: returns([1, 1, 0, 0]),
  },
  {
    name: 'spin in a WASM function',
    code: `import { spin } from 'workshop'; ${refusalOf('spin()')}`,
    options: () => ({ modules: resolutionOf(wasmModule({ limits: { callTimeoutMs: 150 } })), timeoutMs: 10_000 }),
    repelled: refused(/per-call timeout/),
  },
  {
    name: 'grow the memory of a WASM module past its limit',
    code: `import { grow } from 'workshop'; const r = await grow(65535).catch(() => -1); return r`,
    options: () => ({ modules: resolutionOf(wasmModule()) }),
    repelled: returns(-1),
  },
  {
    name: 'call WASM functions past the budget of calls',
    code: `import { add } from 'workshop'; let n = 0; for (let i = 0; i < 10; i++) try { await add(i, 1); n++ } catch {} return n`,
    options: () => ({ modules: resolutionOf(wasmModule({ limits: { callsPerInvocation: 3 } })), timeoutMs: 10_000 }),
    repelled: returns(3),
  },
  {
    name: 'catch the dispatcher of WASM modules as a pack',
    code: MISUSE('workshop', 'add'),
    options: () => ({ modules: resolutionOf(wasmModule(), pack('@x/pack', CAUGHT)) }),
    repelled: returns([1, []]),
  },
  {
    name: 'catch the dispatcher of capabilities as a pack',
    code: MISUSE(SPECIFIER, 'open'),
    options: () => ({ ...mounted(), modules: resolutionOf(pack('@x/pack', CAUGHT)) }),
    repelled: returns([1, []]),
  },
  {
    name: 'import a capability that is not mounted',
    code: `import { open } from '@nodetool-ai/sandbox-nodetool/other'; return await open()`,
    options: mounted,
    repelled: fails('MODULE'),
  },
  often(
    'carry data in a pack from one run to the next',
    'let kept = []; export const keep = (x) => { kept.push(x); return kept.length };',
    `import { keep } from '@x/often'; return keep(secretOfThisRun)`,
    [1, 1, 1, 1, 1],
    (run) => ({ globals: { secretOfThisRun: `secret ${run}` } }),
  ),
  often(
    'damage built-ins by a program, for the next that imports the same pack',
    'export const list = [3, 1, 2];',
    `import { list } from '@x/often'; const before = [list.length, list.slice().sort().join(), typeof Array.prototype.polluted]; list.push(9); Array.prototype.sort = () => 'forged'; Array.prototype.polluted = 1; return before`,
    Array.from({ length: 5 }, () => [3, '1,2,3', 'undefined']),
  ),
  often(
    'have a pack see a global of an earlier run',
    `export const seen = typeof secretOfThisRun === 'string' ? secretOfThisRun : 'none';`,
    `import { seen } from '@x/often'; return seen`,
    ['none', 'none', 'run 2', 'none', 'run 4', 'none'],
    (run) => (run % 2 === 0 && run > 0 ? { globals: { secretOfThisRun: `run ${run}` } } : {}),
  ),
  often(
    'have a pack reuse a random number of an earlier run',
    'export const token = Math.random() + crypto.getRandomValues(16).join();',
    `import { token } from '@x/often'; if (typeof token !== 'string') return 'odd'; await note(token); return 'noted'`,
    Array.from({ length: 5 }, () => 'noted'),
    () => ({
      globals: {
        note: (token: string) => {
          expect(tokens.has(token)).toBe(false);
          tokens.add(token);
        },
      },
    }),
  ),
  often(
    'keep the dispatcher of host modules in a pack that is used often',
    `export const found = Object.getOwnPropertyNames(globalThis).filter((n) => /Dispatch$/.test(n)).map((n) => globalThis[n]);`,
    `import { found } from '@x/often'; import { parse } from '@nodetool-ai/sandbox-csv'; const gained = [];
     for (const f of found) for (const args of [['csv', 'constructor', []], ['@nodetool-ai/sandbox-html', 'select', []]]) { try { gained.push(await f(...args)) } catch {} } return [gained, await parse('x'), Object.getOwnPropertyNames(globalThis).filter((n) => /Dispatch$/.test(n))]`,
    Array.from({ length: 5 }, () => [[], ['x'], []]),
  ),
  {
    name: 'spin in a pack that is used often',
    assault: async (execution) => {
      const modules = resolutionOf(pack('@x/spins', 'for (;;);'));
      const codes: unknown[] = [];
      for (let run = 0; run < 4; run++) {
        const outcome = await runInSandbox({ modules, code: `import '@x/spins'; return 1`, timeoutMs: 200, execution });
        codes.push(outcome.errorInfo?.code);
      }
      expect(codes).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT']);
      return codes;
    },
  },
];
