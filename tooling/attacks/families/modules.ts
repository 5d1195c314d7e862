/** Importing what was not granted, or taking over what was. */
import type { ResolvedSandboxModule } from '@nodetool-ai/protocol';
import { type Attack, fails, returns } from '../attack.js';

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
];
