/**
 * What a program or a pack asks to import, and what a caller's resolution declares.
 * @module
 */
import { posix } from 'node:path';
import type { SandboxModuleResolution } from '@nodetool-ai/protocol';
import fc from 'fast-check';
import {
  CAPABILITY_BRIDGE_SPECIFIER,
  HOST_BRIDGE_SPECIFIER,
  WASM_BRIDGE_SPECIFIER,
} from '../../../packages/sandbox-core/src/modules/ids.js';
import { type ModulePlan, planModules } from '../../../packages/sandbox-core/src/modules/plan.js';
import { csvModule, jsModule, wasmModule } from '../../../packages/sandbox-core/src/modules/testing/modules.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

const PREFIX = 'nodetool-sandbox:';
const BRIDGES = [HOST_BRIDGE_SPECIFIER, WASM_BRIDGE_SPECIFIER, CAPABILITY_BRIDGE_SPECIFIER];
const FILES = ['index.js', 'a.js', 'lib/b.js', 'lib/index.js', 'lib/deep/c.mjs', 'x/y/index.js'];
const MODULES = [
  jsModule('one', Object.fromEntries(FILES.map((id) => [id, `// ${id}`]))),
  jsModule('two', { 'index.js': 'two', 'a.js': 'a of two' }),
  csvModule(),
  wasmModule(),
] as const;

/** Texts that mean something to the normalizer, and some that would to something else. */
const part = fc.constantFrom(
  '',
  '.',
  '..',
  'a',
  'a.js',
  'b',
  'lib',
  'deep',
  'c.mjs',
  'index.js',
  'x',
  'y',
  '|',
  'one',
  '__proto__',
  '%2e%2e',
  '\\',
  '\0',
);
const specifier = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
  fc.array(part, { maxLength: 5 }).map((parts) => ['.', ...parts].join('/')),
  fc.constantFrom(
    ...BRIDGES,
    'one',
    'two',
    'workshop',
    '@nodetool-ai/sandbox-csv',
    'user-code',
    'sandbox-prelude',
    'fs',
    'node:fs',
    'file:///etc/passwd',
    'constructor',
    '__proto__',
    'https://x/y.js',
    'data:text/javascript,1',
  ),
  fc.array(part, { maxLength: 3 }).map((parts) => `${PREFIX}one|${parts.join('/')}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.nat(3).map((size) => 'x'.repeat(10 ** size)),
);
const base = fc.oneof(
  fc.constantFrom('user-code', 'sandbox-prelude', '', ...BRIDGES),
  fc.constantFrom(...FILES, 'nothing.js').map((file) => `${PREFIX}one|${file}`),
  fc.constantFrom(
    `${PREFIX}two|index.js`,
    `${PREFIX}workshop|workshop.wasm`,
    `${PREFIX}@nodetool-ai/sandbox-csv|sandbox/csv.host.js`,
    `${PREFIX}capability|x`,
  ),
  specifier,
);

/** Declarations with one or two fields that are not what they should be. */
const odd = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    1,
    '',
    'a\0b',
    [],
    {},
    [null],
    'capability',
    '@nodetool-ai/sandbox-nodetool',
    'js',
    'host',
    'wasm',
    'constructor',
  ),
  specifier,
  fc.anything({ maxDepth: 1 }),
);
const field = fc.constantFrom(
  'kind',
  'specifier',
  'packName',
  'contentDigest',
  'moduleId',
  'source',
  'graph',
  'hostId',
  'bytes',
  'wasm',
);
const declaration = fc.oneof(
  fc
    .tuple(fc.constantFrom(...MODULES), fc.array(fc.tuple(field, odd), { maxLength: 2 }))
    .map(([module, changes]) => ({ ...module, ...Object.fromEntries(changes) })),
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
);
const resolution = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constant({
      modules: MODULES,
      statuses: [{ status: 'error', specifier: 'gone', message: 'went away' }],
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      modules: fc.array(declaration, { maxLength: 4 }),
      statuses: fc.oneof(fc.constant([]), fc.array(odd, { maxLength: 2 }), odd),
    }),
  },
  { weight: 1, arbitrary: fc.oneof(odd, fc.record({ modules: odd })) },
);

/** No resolution makes planning throw; no request gets an id that is not of the plan, or a file of another pack. */
export const moduleSpecifiers: FuzzTarget = {
  name: 'module-specifiers',
  open: () =>
    subject({
      cases: fc.tuple(resolution, fc.array(fc.tuple(base, specifier), { minLength: 1, maxLength: 8 })),
      check([given, requests]) {
        const plan = planModules(given as unknown as SandboxModuleResolution);
        if ('violation' in plan) {
          if (typeof plan.violation !== 'string' || plan.violation === '') throw new Error('a refusal without words');
          return;
        }
        for (const [from, requested] of requests) {
          const answer = plan.normalize(from, requested);
          if (answer.id === undefined) {
            if (answer.denied === '' || answer.denied.length > 4000) throw new Error('a refusal of no use');
            continue;
          }
          if (typeof plan.load(answer.id) !== 'string') throw new Error(`${answer.id} has no text`);
          judge(from, requested, answer.id, plan);
        }
        plan.lockStaticGraph();
        for (const [from, requested] of requests) {
          const { id } = plan.normalize(from, requested);
          if (id !== undefined) throw new Error(`${id} was handed out after the graph was locked`);
        }
      },
    }),
};

/** What an id may be, told by the request alone and by Node's own handling of paths. */
function judge(from: string, requested: string, id: string, plan: ModulePlan): void {
  if (BRIDGES.includes(requested)) {
    mustEqual(id, requested, 'a bridge');
    const isFacade = from === `${PREFIX}workshop|workshop.wasm` || from.endsWith('csv.host.js');
    if (!isFacade) throw new Error(`${from} got a bridge`);
    return;
  }
  const entry = plan.tables.entries.get(requested);
  if (entry !== undefined) {
    mustEqual(id, entry, 'a declared specifier');
    return;
  }
  const bar = from.indexOf('|');
  const pack = from.slice(0, bar + 1);
  if (!requested.startsWith('.') || bar < 0 || !id.startsWith(pack)) throw new Error(`${from} got ${id}`);
  // An asker that is no file of the plan has no place of its own that a path could start at.
  if (plan.load(from) === undefined) return;
  const path = posix.join('/', posix.dirname(from.slice(bar + 1)), requested).replace(/^\/|\/$/g, '');
  const found = id.slice(pack.length);
  if (![path, `${path}.js`, `${path}/index.js`, path === '' ? 'index.js' : path].includes(found))
    throw new Error(`${requested} from ${from} is ${found}`);
}
