/** What a program may import, and how everything else is denied. */
import type { ResolvedSandboxModule, SandboxModuleFile } from '@nodetool-ai/protocol';
import { DIGEST, type Row, type RowOptions } from '../row.js';

type Files = Record<string, string>;

/** A pack of guest files; `index.js` is its entry. */
function pack(specifier: string, files: Files): ResolvedSandboxModule {
  const graph = Object.entries(files).map(
    ([id, source]): SandboxModuleFile => ({
      id,
      kind: 'js',
      source,
      dependencies: [],
      internal: id !== 'index.js',
    }),
  );
  return {
    kind: 'js',
    specifier,
    packName: specifier,
    contentDigest: DIGEST,
    moduleId: 'index.js',
    source: files['index.js'] ?? '',
    graph,
  };
}

/** `add` of two i32, and `spin`, a loop without end. */
const CALCULATOR = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
  ...[1, 10, 2, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0], // types
  ...[3, 3, 2, 0, 1], // functions
  ...[7, 14, 2, 3, 0x61, 0x64, 0x64, 0, 0, 4, 0x73, 0x70, 0x69, 0x6e, 0, 1], // exports
  ...[10, 17, 2, 7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b, 7, 0, 3, 0x40, 0x0c, 0, 0x0b, 0x0b], // code
);

const calculator: ResolvedSandboxModule = {
  kind: 'wasm',
  specifier: '@x/calculator',
  packName: '@x/calculator',
  contentDigest: DIGEST,
  moduleId: 'calculator.wasm',
  bytes: CALCULATOR,
  wasm: {
    memoryPagesMax: 0,
    exports: [
      { wasm: 'add', as: 'add' },
      { wasm: 'spin', as: 'spin' },
    ],
    limits: { callTimeoutMs: 300 },
  },
};

function serving(...modules: ResolvedSandboxModule[]): () => RowOptions {
  return () => ({
    modules: {
      modules,
      statuses: modules.map(({ specifier, packName }) => ({ specifier, packName, status: 'ok' as const })),
    },
  });
}

const tools = pack('@x/tools', {
  'index.js': `import { two } from './lib/two.js'; import three from './lib'; export const add = (a, b) => a + b; export const sum = two + three; export default 'tools';`,
  'lib/two.js': 'export const two = 2;',
  'lib/index.js': `import { two } from './two'; export default two + 1;`,
});

const csv: ResolvedSandboxModule = {
  kind: 'host',
  hostId: 'csv',
  specifier: '@nodetool-ai/sandbox-csv',
  packName: '@nodetool-ai/sandbox-csv',
  contentDigest: DIGEST,
  moduleId: 'index.js',
};

const denied = (specifier: string, options?: () => RowOptions): Row => ({
  name: `denies an import of ${specifier}${options ? ' beside a pack' : ''}`,
  rules: ['modules'],
  code: `import x from ${JSON.stringify(specifier)}; return x`,
  expected: { failure: 'MODULE', says: [`"${specifier}"`, 'not a sandbox package this run serves'] },
  ...(options ? { options } : {}),
});

const deniedLater = (name: string, code: string, options?: () => RowOptions): Row => ({
  name,
  rules: ['modules'],
  code: `try { ${code}; return 'imported' } catch (e) { return [e instanceof Error, e.message.includes('dynamic import()')] }`,
  expected: { result: [true, true] },
  ...(options ? { options } : {}),
});

const OUTSIDE = [
  'fs',
  'node:fs',
  'node:buffer',
  'buffer',
  '/etc/passwd',
  '../secrets.js',
  './secrets.js',
  '%2e%2e/secrets.js',
  'file:///etc/passwd',
  'https://example.org/x.js',
  'data:text/javascript,export default 1',
  '@x/undeclared',
  '@x/tools/lib/two.js',
  'nodetool-sandbox:@x/tools|lib/two.js',
  '',
];

export const moduleRows: Row[] = [
  {
    name: 'imports names, the default and the whole of a pack',
    rules: ['modules'],
    code: `import tools, { add, sum } from '@x/tools'; import * as all from '@x/tools'; return [add(1, 2), sum, tools, Object.keys(all)]`,
    options: serving(tools),
    expected: { result: [3, 5, 'tools', ['add', 'default', 'sum']] },
  },
  {
    name: 'evaluates packs before the body, in order',
    rules: ['modules'],
    code: `import '@x/a'; import '@x/b'; return globalThis.order`,
    options: serving(
      pack('@x/a', { 'index.js': 'globalThis.order = ["a"];' }),
      pack('@x/b', { 'index.js': 'globalThis.order.push("b");' }),
    ),
    expected: { result: ['a', 'b'] },
  },
  {
    name: 'keeps lines after an import over several lines',
    rules: ['modules', 'positions'],
    code: 'import {\n add\n} from "@x/tools";\n\nthrow new Error("boom")',
    options: serving(tools),
    expected: { failure: 'GUEST', error: 'boom', line: 5 },
    observe: (outcome) => outcome.stack?.includes('user-code:5'),
    observed: true,
  },
  ...OUTSIDE.filter((specifier) => specifier !== '').map((specifier) => denied(specifier)),
  denied('@x/undeclared', serving(tools)),
  denied('@x/tools/lib/two.js', serving(tools)),
  denied('./lib/two.js', serving(tools)),
  denied('node:fs', serving(tools)),
  deniedLater('denies a dynamic import of a builtin', `await import('fs')`),
  deniedLater('denies a dynamic import of a declared pack', `await import('@x/tools')`, serving(tools)),
  deniedLater('denies a computed dynamic import', `await import(['@x', 'tools'].join('/'))`, serving(tools)),
  {
    name: 'denies the private bridge modules by name',
    rules: ['modules'],
    code: `import 'nodetool:host-bridge'; return 1`,
    options: serving(csv),
    expected: { failure: 'MODULE', says: ['nodetool:host-bridge', 'private'] },
  },
  {
    name: 'names the pack whose relative import misses',
    rules: ['modules'],
    code: `import '@x/broken'; return 1`,
    options: serving(pack('@x/broken', { 'index.js': `import './nope.js';` })),
    expected: { failure: 'MODULE', says: ['@x/broken', './nope.js'] },
  },
  {
    name: 'keeps a relative import inside its pack',
    rules: ['modules'],
    code: `import '@x/climber'; return 1`,
    options: serving(tools, pack('@x/climber', { 'index.js': `import '../../tools/index.js';` })),
    expected: { failure: 'MODULE', says: ['@x/climber'] },
  },
  {
    name: 'gives a pack no timers, no eval and no dynamic import at its top level',
    rules: ['modules'],
    code: `import { seen } from '@x/probe'; return await seen`,
    options: serving(
      pack('@x/probe', {
        'index.js': `const timers = typeof setTimeout; let code; try { (0, eval)('1'); code = 'ran' } catch { code = 'refused' } export const seen = import('./index.js').then(() => 'imported', () => [timers, code, 'refused']);`,
      }),
    ),
    expected: { result: ['undefined', 'refused', 'refused'] },
  },
  {
    name: 'names an export a pack does not have',
    rules: ['modules'],
    code: `import { absent } from '@x/tools'; return absent`,
    options: serving(tools),
    expected: { failure: 'MODULE', says: ['absent', '@x/tools'] },
  },
  {
    name: 'reports an error of a pack as it loads',
    rules: ['modules'],
    code: `import '@x/thrower'; return 1`,
    options: serving(pack('@x/thrower', { 'index.js': `throw new RangeError('pack broke');` })),
    expected: { failure: 'GUEST', error: 'RangeError: pack broke' },
  },
  {
    name: 'calls a module that runs on the host',
    rules: ['host modules'],
    code: `import csv, { parse } from '@nodetool-ai/sandbox-csv'; return [await parse('a,b', { x: 1 }), typeof csv.stringify]`,
    options: () => ({
      ...serving(csv)(),
      hostModules: { csv: { parse: async ({ args, where }) => ({ args, where }), stringify: async () => '' } },
    }),
    expected: { result: [{ args: ['a,b', { x: 1 }], where: 'csv.parse' }, 'function'] },
  },
  {
    name: 'rejects with the error of a host module',
    rules: ['host modules'],
    code: `import { parse } from '@nodetool-ai/sandbox-csv'; try { await parse('') } catch (e) { return [e instanceof TypeError, e.message, e.code] }`,
    options: () => ({
      ...serving(csv)(),
      hostModules: {
        csv: {
          parse: async () => {
            throw Object.assign(new TypeError('csv.parse: text must be a string'), { code: 'csv.bad-input' });
          },
        },
      },
    }),
    expected: { result: [true, 'csv.parse: text must be a string', 'csv.bad-input'] },
  },
  {
    name: 'says when a host module has no implementation of an export',
    rules: ['host modules'],
    code: `import { stringify } from '@nodetool-ai/sandbox-csv'; try { await stringify([]) } catch (e) { return e.message.includes('has no implementation') }`,
    options: () => ({ ...serving(csv)(), hostModules: { csv: { parse: async () => 1 } } }),
    expected: { result: true },
  },
  {
    name: 'refuses a resolution with an unknown host module before anything else',
    rules: ['host modules', 'order of checks'],
    code: `return 1`,
    options: () => ({
      ...serving({ ...csv, hostId: 'toString', specifier: '@x/odd', packName: '@x/odd' })(),
      signal: AbortSignal.abort(),
    }),
    expected: { failure: 'MODULES', says: ['@x/odd'] },
  },
  {
    name: 'refuses a host module declared by a pack that does not own it',
    rules: ['host modules'],
    code: `return 1`,
    options: serving({ ...csv, specifier: '@x/csv', packName: '@x/csv' }),
    expected: { failure: 'MODULES', says: ['@x/csv'] },
  },
  {
    name: 'runs a host module given by its URL, in a worker of its own',
    rules: ['host modules'],
    code: `import { parse } from '@nodetool-ai/sandbox-csv'; return await parse('a', new Uint8Array([1, 2]))`,
    options: () => ({
      ...serving(csv)(),
      hostModules: {
        csv: `data:text/javascript,export const functions = { parse: ({ args, where }) => [where, args, new Date(0).getTimezoneOffset()] }`,
      },
    }),
    expected: { result: ['csv.parse', ['a', Uint8Array.of(1, 2)], 0] },
  },
  {
    name: 'says so when the module of a URL cannot be loaded',
    rules: ['host modules'],
    code: `import { parse } from '@nodetool-ai/sandbox-csv'; try { await parse('') } catch (e) { return [e.code, e.message.includes('cannot be loaded')] }`,
    options: () => ({ ...serving(csv)(), hostModules: { csv: 'data:text/javascript,throw new Error("no")' } }),
    expected: { result: ['csv.unavailable', true] },
  },
  {
    name: 'calls a WASM module with numbers and gets a number',
    rules: ['wasm modules'],
    code: `import { add } from '@x/calculator'; return [await add(2, 3), await add(2147483647, 1)]`,
    options: serving(calculator),
    expected: { result: [5, -2147483648] },
  },
  {
    name: 'ends an endless WASM call and serves the next one',
    rules: ['wasm modules'],
    code: `import { add, spin } from '@x/calculator'; let text; try { await spin() } catch (e) { text = e.message } return [text.includes('terminated and replaced'), await add(20, 22)]`,
    options: serving(calculator),
    expected: { result: [true, 42] },
  },
];
