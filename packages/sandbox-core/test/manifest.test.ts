import { WASM_BUDGETS } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.node.js';
import { FIXED_CAPS } from '../src/manifest/fixed-caps.js';

/** Only there while the lines of the guest's own code are counted. */
const COUNTERS = '__coverage__';

const manifest = core.getSandboxManifest();
const callables = [
  ...manifest.bridges.flatMap(({ members }) => members),
  ...manifest.guestHelpers.flatMap((helper) => [helper, ...(helper.members ?? [])]),
];
const isLater = (name: string) => core.LATER_GUEST_NAMES.includes(name);

async function inGuest(code: string): Promise<unknown> {
  const run = await core.runInSandbox({ code, limits: { maxOutputSize: 1_000_000 } });
  if (!run.success) throw new Error(run.error);
  return run.result;
}

/** Arguments of the right kinds, so that nothing but the context is missing. */
function argumentsFor(signature: string): string {
  const parameters = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf('):')).split(', ');
  const valueOf = (parameter: string): string => {
    if (parameter.includes('ArrayBuffer')) return 'new Uint8Array(1)';
    if (parameter.includes('MediaInput')) return '{ uri: "asset://a" }';
    return parameter.startsWith('options') ? '{}' : '"a"';
  };
  return parameters.map(valueOf).join(', ');
}

describe('the manifest', () => {
  it('has the parts of the contract, is made once and cannot be changed', () => {
    expect(Object.keys(manifest)).toEqual([
      'nodeType',
      'runtime',
      'bridges',
      'guestHelpers',
      'nativeGlobals',
      'blockedGlobals',
      'nodeGlobals',
      'limits',
      'notes',
    ]);
    expect(manifest.nodeType).toBe('nodetool.code.Code');
    expect(manifest.runtime).toBe('quickjs');
    expect(core.getSandboxManifest()).toBe(manifest);
    const loose: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) loose.push(path);
      for (const [key, part] of Object.entries(value)) visit(part, `${path}.${key}`);
    };
    visit(manifest, 'manifest');
    expect(loose).toEqual([]);
  });

  it('has one entry for each installed bridge and helper, in the order of the tables', () => {
    expect(manifest.bridges.map(({ name }) => name)).toEqual(
      core.EXPOSED_BRIDGE_NAMES.filter((name) => !isLater(name)),
    );
    expect(manifest.guestHelpers.map(({ name }) => name)).toEqual(
      core.GUEST_HELPER_NAMES.filter((name) => !isLater(name)),
    );
    expect(manifest.bridges.filter(({ internal }) => internal).map(({ name }) => name)).toEqual(
      ['__maxIter', '__secretScope'].filter((name) => !isLater(name)),
    );
  });

  it('says of each function how it is called and what it does, in one sentence', () => {
    expect(callables.length).toBeGreaterThan(25);
    for (const { name, signature, description } of callables) {
      for (const line of signature.split('\n')) {
        expect(line.slice(0, name.length), name).toBe(name);
        expect(line.slice(name.length), name).toMatch(/^(<.*>)?\(.*\): \S/);
      }
      expect(description, name).toMatch(/^[A-Z].*\.$/);
    }
    for (const { name, description } of manifest.bridges) expect(description, name).toMatch(/^[A-Z].*\.$/);
  });

  it('divides the globals of a guest into bridges, helpers and native ones', () => {
    const named = [...manifest.bridges, ...manifest.guestHelpers].map(({ name }) => name);
    expect([...manifest.nativeGlobals, ...named.filter((name) => !name.startsWith('__'))].sort()).toEqual([
      ...core.GUEST_GLOBALS_SNAPSHOT,
    ]);
    expect(manifest.nodeGlobals).toEqual(['inputs', 'state', 'nodetool', 'tools']);
  });

  it('lists blocked globals sorted and apart from what exists', () => {
    const blocked = [...core.BLOCKED_TIMER_GLOBALS, ...core.DELETED_GUEST_GLOBALS, ...core.ABSENT_GUEST_GLOBALS];
    expect(manifest.blockedGlobals).toEqual([...blocked].sort());
    expect(manifest.blockedGlobals.filter((name) => core.GUEST_GLOBALS_SNAPSHOT.includes(name))).toEqual([]);
  });

  it('takes limits from the clamp and from exported constants, and no switch', () => {
    const fromClamp = manifest.limits.filter(({ ceiling }) => ceiling !== undefined);
    expect(fromClamp).toContainEqual(
      expect.objectContaining({ key: 'maxFetchCalls', unit: 'count', value: 20, ceiling: 100 }),
    );
    expect(fromClamp).toContainEqual(
      expect.objectContaining({ key: 'memoryLimitBytes', unit: 'bytes', value: 67_108_864, ceiling: 536_870_912 }),
    );
    expect(fromClamp.map(({ key }) => key)).toEqual(
      Object.entries(core.resolveSandboxLimits())
        .filter(([, value]) => typeof value === 'number')
        .map(([key]) => key),
    );
    for (const { key, value, ceiling } of manifest.limits) {
      const [table = '', row = ''] = key.split('.');
      const budget = table === 'WASM_BUDGETS' ? WASM_BUDGETS[row as keyof typeof WASM_BUDGETS].value : undefined;
      if (ceiling === undefined) expect([...Object.entries(core), [key, budget]], key).toContainEqual([key, value]);
    }
    const keys = manifest.limits.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(['MAX_EMIT_CALLS', 'DEFAULT_CODEACT_ACTION_TIMEOUT_MS']));
    for (const name of ['allowPrivateNetwork', 'userAgent', 'filesystemAccess', 'secretScope']) {
      expect(keys).not.toContain(name);
    }
  });

  it('leaves out no exported number, except defaults that the clamp gives and caps of a later version', () => {
    const elsewhere = [
      'MAX_OUTPUT_SIZE',
      'MAX_FETCH_CALLS',
      'MAX_RESPONSE_BODY_SIZE',
      'GUEST_MEMORY_LIMIT',
      'GUEST_STACK_LIMIT',
      'FETCH_TIMEOUT_MS',
      'MAX_RUN_MEDIA_BYTES',
      'DEFAULT_IMAGE_QUALITY',
    ];
    const keys = new Set(manifest.limits.map(({ key }) => key));
    const later = FIXED_CAPS.filter(({ of = '' }) => isLater(of)).map(({ key }) => key);
    const numbers = Object.entries(core).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []));
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.filter((name) => !keys.has(name) && ![...later, ...elsewhere].includes(name))).toEqual([]);
  });

  it('states the rule of modules in one note, and marks what is true of a Code node only', () => {
    expect(manifest.notes.filter(({ text }) => text.includes('import'))).toHaveLength(1);
    expect(manifest.notes.filter(({ audience }) => audience === 'code-node').length).toBeGreaterThan(0);
    expect(manifest.notes.filter(({ audience = 'all' }) => audience === 'all').length).toBeGreaterThan(4);
  });

  it('vouches for every name once', () => {
    const names = core.sandboxManifestNames();
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toEqual(
      expect.arrayContaining(['JSON', 'URL', 'console', 'console.log', 'crypto.digest', 'parallelMap', '__maxIter']),
    );
    expect(names.filter((name) => manifest.blockedGlobals.includes(name))).toEqual([]);
  });
});

describe('a live guest', () => {
  it('has exactly the globals of the snapshot, and no blocked one', async () => {
    const all = (await inGuest('return Object.getOwnPropertyNames(globalThis)')) as string[];
    const names = all.filter((name) => name !== COUNTERS);
    expect(names.filter((name) => !name.startsWith('__')).sort()).toEqual(core.GUEST_GLOBALS_SNAPSHOT);
    const internal = manifest.bridges.filter((bridge) => bridge.internal).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('__')).sort()).toEqual(internal.sort());
    expect(names.filter((name) => manifest.blockedGlobals.includes(name))).toEqual([]);
  });

  it('has exactly the documented members on each namespace and helper', async () => {
    const parents = [
      ...manifest.bridges.filter(({ kind, internal }) => kind === 'namespace' && !internal),
      ...manifest.guestHelpers.filter(({ members }) => members !== undefined),
    ];
    for (const parent of parents) {
      const internal = 'internalMembers' in parent ? (parent.internalMembers ?? []) : [];
      const documented = [...(parent.members ?? []).map(({ name }) => name), ...internal];
      const live = (await inGuest(`return Object.keys(${parent.name})`)) as string[];
      expect(live.map((key) => `${parent.name}.${key}`).sort(), parent.name).toEqual(documented.sort());
    }
  });

  it('answers with a promise where the manifest says so, whatever it is given, and nowhere else', async () => {
    const found = await inGuest(`
      const found = {};
      for (const [name, call] of Object.entries({ ${callables.map(({ name }) => `'${name}': () => ${name}()`).join(', ')} })) {
        try {
          const answer = call();
          found[name] = answer instanceof Promise;
          if (answer instanceof Promise) answer.catch(() => {});
        } catch { found[name] = false; }
      }
      return found;`);
    expect(found).toEqual(
      Object.fromEntries(
        callables.filter(({ name }) => !isLater(name.split('.')[0] ?? '')).map(({ name, async }) => [name, async]),
      ),
    );
  });

  it('rejects without a context where the manifest asks for one', async () => {
    const needy = callables.filter(({ requiresContext }) => requiresContext);
    const texts = await inGuest(`
      const texts = {};
      for (const [name, call] of Object.entries({ ${needy.map(({ name, signature }) => `'${name}': () => ${name}(${argumentsFor(signature)})`).join(', ')} })) {
        texts[name] = await call().then(() => 'nothing', (error) => error.message);
      }
      return texts;`);
    for (const { name } of needy) expect((texts as Record<string, string>)[name], name).toContain('without a context');
  });
});
