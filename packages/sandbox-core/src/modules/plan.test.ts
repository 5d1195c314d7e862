import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import type { SandboxModuleResolution } from '@nodetool-ai/protocol/core';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildEntry } from '../entry/build-entry.js';
import { HOST_DISPATCH_GLOBAL } from '../guest/paths.js';
import { checkHostCall } from './host-call.js';
import { editDistance, nearestName } from './nearest.js';
import { type ModulePlan, planModules } from './plan.js';
import { csvModule, jsModule } from './testing/modules.js';

const FILES = {
  'sandbox/index.js': 'import { inner } from "./internal/x.js"; export const outer = () => inner;',
  'sandbox/internal/x.js': 'export const inner = "inner";',
  'sandbox/dir/index.js': 'export const d = 1;',
};

const resolve = (...modules: SandboxModuleResolution['modules']): SandboxModuleResolution => ({
  modules,
  statuses: [],
});

function plan(resolution?: SandboxModuleResolution): ModulePlan {
  const made = planModules(resolution);
  if ('violation' in made) throw new Error(made.violation);
  return made;
}

const violation = (resolution: unknown) => {
  const made = planModules(resolution as SandboxModuleResolution);
  return 'violation' in made ? made.violation : undefined;
};

describe('planModules', () => {
  it('serves a pack under opaque ids', () => {
    const made = plan(resolve(jsModule('@x/y', FILES, 'sandbox/index.js')));
    const id = 'nodetool-sandbox:@x/y|sandbox/index.js';
    expect(made.normalize('user-code', '@x/y')).toEqual({ id });
    expect(made.load(id)).toBe(FILES['sandbox/index.js']);
    expect(made.specifierOf(id)).toBe('@x/y');
    expect(made.load('nodetool-sandbox:@x/y|nope')).toBeUndefined();
  });

  it('knows an entry by an id that the engine has cut, by what the program imports where several begin alike', () => {
    const folder = 'a/folder/with/a/long/name/of/its/own/';
    const one = { [`${folder}one.js`]: '' };
    const alone = plan(resolve(jsModule('@x/y', one, `${folder}one.js`)));
    const cut = `nodetool-sandbox:@x/y|${folder}one.js`.slice(0, 63);
    expect(alone.specifierOf(cut)).toBe('@x/y');
    expect(alone.specifierOf(cut.slice(0, 40))).toBeUndefined();
    const both = plan(
      resolve(
        jsModule('@x/y', one, `${folder}one.js`),
        jsModule('@x/y/b', { [`${folder}one.jsx.js`]: '' }, `${folder}one.jsx.js`, '@x/y'),
      ),
    );
    expect(both.specifierOf(cut)).toBeUndefined();
    expect(both.specifierOf(cut, ['@x/z', '@x/y/b'])).toBe('@x/y/b');
  });

  it('accepts two entries of one pack that share files', () => {
    const made = plan(
      resolve(jsModule('@x/y', FILES, 'sandbox/index.js'), jsModule('@x/y/d', FILES, 'sandbox/dir/index.js', '@x/y')),
    );
    expect(made.normalize('user-code', '@x/y/d')).toEqual({ id: 'nodetool-sandbox:@x/y|sandbox/dir/index.js' });
  });

  it.each([
    [
      'an unknown host id',
      resolve(csvModule({ hostId: 'shell' })),
      /"@nodetool-ai\/sandbox-csv".*"shell" is not a registered/,
    ],
    [
      'an inherited name as host id',
      resolve(csvModule({ hostId: 'constructor' })),
      /"constructor" is not a registered/,
    ],
    ['a missing host id', resolve({ ...csvModule(), hostId: undefined } as never), /needs a host id/],
    [
      'a host id of another pack',
      resolve(csvModule({ packName: '@evil/csv' })),
      /belongs to @nodetool-ai\/sandbox-csv/,
    ],
    [
      'a specifier of another pack',
      resolve(csvModule({ specifier: '@evil/csv' })),
      /"@evil\/csv".*belongs to @nodetool-ai\/sandbox-csv/,
    ],
    ['a repeated specifier', resolve(csvModule(), csvModule()), /"@nodetool-ai\/sandbox-csv": declared twice/],
    ['a bad digest', resolve(csvModule({ contentDigest: 'abc' })), /"@nodetool-ai\/sandbox-csv".*64 hex/],
    ['a path as specifier', resolve(csvModule({ specifier: '../x.js' })), /"\.\.\/x\.js": not a valid specifier/],
    ['a node builtin as specifier', resolve(csvModule({ specifier: 'node:fs' })), /"node:fs"/],
    [
      'a bar in the pack name',
      resolve({ ...jsModule('a', FILES, 'sandbox/index.js'), packName: 'a|b' }),
      /"a": "a\|b" is not a package/,
    ],
    ['another kind', resolve({ ...csvModule(), kind: 'native' } as never), /"native" cannot be served/],
    [
      'a graph that is no list',
      resolve({ ...jsModule('a', FILES, 'sandbox/index.js'), graph: 5 } as never),
      /"a": graph must be a list/,
    ],
    [
      'source that is no text',
      resolve({ ...jsModule('a', FILES, 'sandbox/index.js'), source: 5 } as never),
      /"a": source must be text/,
    ],
    [
      'one file with two texts',
      resolve({ ...jsModule('a', FILES, 'sandbox/index.js'), source: 'other' }),
      /"a".*two different sources/,
    ],
    ['something else', { modules: [null] }, /not a module/],
    ['no list', { modules: {} }, /must be a resolution/],
    ['null', null, /must be a resolution/],
  ])('names what is wrong with %s', (_what, resolution, text) => {
    expect(violation(resolution)).toMatch(text);
  });

  it('can be built again from a structured clone', () => {
    const resolution = resolve(jsModule('@x/y', FILES, 'sandbox/index.js'), csvModule());
    const copy = plan(structuredClone(resolution));
    expect(copy.normalize('user-code', '@x/y')).toEqual(plan(resolution).normalize('user-code', '@x/y'));
    expect(copy.hostModules).toEqual(plan(resolution).hostModules);
  });
});

describe('normalize', () => {
  const make = () =>
    plan(resolve(jsModule('@x/y', FILES, 'sandbox/index.js'), jsModule('z', { 'a.js': '1' }, 'a.js'), csvModule()));
  const file = (id: string) => `nodetool-sandbox:@x/y|${id}`;

  it.each([
    ['sandbox/index.js', './internal/x.js', 'sandbox/internal/x.js'],
    ['sandbox/index.js', './internal/x', 'sandbox/internal/x.js'],
    ['sandbox/index.js', './dir', 'sandbox/dir/index.js'],
    ['sandbox/internal/x.js', '../dir/', 'sandbox/dir/index.js'],
    ['sandbox/internal/x.js', '..//./index.js', 'sandbox/index.js'],
    ['sandbox/dir/index.js', '.', 'sandbox/dir/index.js'],
  ])('resolves, from %s, %s inside the pack', (from, requested, expected) => {
    expect(make().normalize(file(from), requested)).toEqual({ id: file(expected) });
  });

  it.each([
    ['./missing.js'],
    ['../../sandbox/index.js'],
    ['../../../etc/passwd'],
    ['./internal/%78.js'],
    ['./constructor'],
    ['.hidden'],
  ])('refuses %s from a pack file, naming the pack', (requested) => {
    const { denied } = make().normalize(file('sandbox/index.js'), requested);
    expect(denied).toContain(`"${requested}"`);
    expect(denied).toContain('@x/y');
  });

  it('lets one pack import another by its specifier, and nothing else of it', () => {
    expect(make().normalize(file('sandbox/index.js'), 'z')).toEqual({ id: 'nodetool-sandbox:z|a.js' });
    expect(make().normalize('nodetool-sandbox:z|a.js', '@x/y/sandbox/internal/x.js').denied).toBeDefined();
  });

  const FOREIGN = [
    'node:buffer',
    'buffer',
    'fs',
    '/etc/passwd',
    '../secrets.js',
    './x.js',
    '%2e%2e/secrets.js',
    'file:///etc/passwd',
    'https://example.com/x.js',
    'data:text/javascript,1',
    '@x/undeclared',
    '@x/y/sandbox/internal/x.js',
    '__proto__',
    'constructor',
    '',
    'nodetool-sandbox:@x/y|sandbox/internal/x.js',
    'nodetool-sandbox:@x/y|sandbox/index.js',
    'user-code',
    '@x/y/',
    '@X/Y',
  ];
  it.each(FOREIGN)('refuses %j from the program, with and without modules', (requested) => {
    for (const made of [make(), plan(), plan(resolve())]) {
      const { denied } = made.normalize('user-code', requested);
      expect(denied).toContain(`"${requested}"`);
      expect(denied).toContain('not a sandbox package this run serves');
    }
  });

  it('keeps the bridges private', () => {
    const made = make();
    const facade = made.normalize('user-code', '@nodetool-ai/sandbox-csv').id ?? '';
    expect(made.normalize(facade, 'nodetool:host-bridge')).toEqual({ id: 'nodetool:host-bridge' });
    for (const base of ['user-code', 'sandbox-prelude', file('sandbox/index.js'), 'nodetool:host-bridge']) {
      expect(made.normalize(base, 'nodetool:host-bridge').denied).toMatch(/"nodetool:host-bridge".*private/);
    }
    for (const other of ['nodetool:wasm-bridge', 'nodetool:capability-bridge']) {
      expect(made.normalize(facade, other).denied).toMatch(/private/);
    }
  });

  it('refuses everything as dynamic once the graph is locked, declared or not', () => {
    const made = make();
    made.lockStaticGraph();
    for (const requested of ['@x/y', 'fs', 'nodetool:host-bridge', './x.js']) {
      const { denied } = made.normalize('user-code', requested);
      expect(denied).toContain(`"${requested}"`);
      expect(denied).toContain('dynamic import()');
    }
    expect(made.denials.every(({ dynamic }) => dynamic)).toBe(true);
  });

  it('suggests the name that was probably meant, or lists what there is', () => {
    expect(make().normalize('user-code', '@nodetool-ai/sandbox-cvs').denied).toContain(
      'Did you mean "@nodetool-ai/sandbox-csv"?',
    );
    expect(make().normalize('user-code', 'lodash').denied).toContain(
      'It serves "@nodetool-ai/sandbox-csv", "@x/y", "z"',
    );
    expect(plan().normalize('user-code', 'lodash').denied).toContain('it serves none');
  });

  it('gives the reason of the catalog for what it could not resolve', () => {
    const statuses = [{ specifier: 'lodash', status: 'error' as const, message: 'Pack lodash is not installed.' }];
    expect(plan({ modules: [], statuses }).normalize('user-code', 'lodash').denied).toContain(
      'Pack lodash is not installed.',
    );
  });

  it('records refusals, and not more than a host can bear', () => {
    const made = make();
    for (let index = 0; index < 1000; index++) made.normalize('user-code', 'x'.repeat(100_000));
    expect(made.denials).toHaveLength(100);
    expect(made.denials[0]).toMatchObject({ base: 'user-code', dynamic: false });
    expect(made.denials[0]?.message.length).toBeLessThan(500);
  });
});

describe('checkHostCall', () => {
  const made = plan(resolve(csvModule()));
  const key = '@nodetool-ai/sandbox-csv';

  it('lets a declared export with a list of arguments through', () => {
    const args = ['a,b'];
    const check = checkHostCall(made, key, 'parse', args);
    expect(check).toMatchObject({ exportName: 'parse', module: { key } });
    expect('args' in check && check.args).toBe(args);
  });

  it.each([
    ['lodash', 'parse', [], '"lodash" is not a host sandbox module declared'],
    [7, 'parse', [], 'number is not a host sandbox module declared'],
    [null, 'parse', [], 'null is not a host sandbox module declared'],
    ['csv', 'parse', [], '"csv" is not a host sandbox module declared'],
    [key, 'unparse', [], 'has no export named "unparse"'],
    [key, 'constructor', [], 'has no export named "constructor"'],
    [key, ['parse'], [], 'has no export named an array'],
    [key, 'parse', 'text', 'non-list argument'],
    [key, 'parse', { length: 0 }, 'non-list argument: object'],
    [key, 'parse', undefined, 'non-list argument: undefined'],
    // The order of checks: module before export before arguments.
    ['lodash', 'nope', 5, '"lodash" is not a host'],
    [key, 'nope', 5, 'has no export named "nope"'],
  ])('refuses %j %j %j', (moduleKey, exportName, args, text) => {
    expect(checkHostCall(made, moduleKey, exportName, args).error).toContain(text);
  });

  it('refuses everything once the run is cancelled', () => {
    expect(checkHostCall(made, 'lodash', 'x', 5, AbortSignal.abort()).error).toContain('cancelled');
  });
});

describe('nearestName', () => {
  it('measures edits', () => {
    // The textbook pairs.
    expect([editDistance('kitten', 'sitting'), editDistance('', 'abc'), editDistance('flaw', 'lawn')]).toEqual([
      3, 3, 2,
    ]);
  });

  it('names nothing when nothing is near', () => {
    expect(nearestName('yaml', ['html', 'csv'])).toBeUndefined();
    expect(nearestName('yml', ['html', 'yaml'])).toBe('yaml');
    expect(nearestName('x'.repeat(1e6), ['x'])).toBeUndefined();
  });
});

describe('in the engine', () => {
  let quickjs: Awaited<ReturnType<typeof newQuickJSWASMModuleFromVariant>>;
  beforeAll(async () => {
    quickjs = await newQuickJSWASMModuleFromVariant(variant);
  });

  /** Links and runs a program against a plan; the value, or the error's text. */
  function run(made: ModulePlan, code: string): unknown {
    const runtime = quickjs.newRuntime();
    const context = runtime.newContext();
    runtime.setModuleLoader(
      (id) => made.load(id) ?? { error: new Error(made.denials.at(-1)?.message) },
      (base, requested) => made.normalize(base, requested).id ?? 'nodetool-sandbox:denied',
    );
    context
      .unwrapResult(context.evalCode(`globalThis.${HOST_DISPATCH_GLOBAL} = async (...call) => JSON.stringify(call);`))
      .dispose();
    const linked = context.evalCode(buildEntry(code).source, 'user-code', { type: 'module' });
    made.lockStaticGraph();
    context.unwrapResult(context.evalCode(`delete globalThis.${HOST_DISPATCH_GLOBAL};`)).dispose();
    try {
      if (linked.error) return (context.dump(linked.error) as Error).message;
      const body = context.getProp(linked.value, 'default');
      const promise = context.unwrapResult(context.callFunction(body, context.undefined));
      runtime.executePendingJobs();
      const state = context.getPromiseState(promise);
      if (state.type === 'pending') return 'pending';
      return state.type === 'fulfilled' ? context.dump(state.value) : (context.dump(state.error) as Error).message;
    } finally {
      // The engine is thrown away with the test file; disposing with live handles would abort it.
    }
  }

  it('links a pack with an internal file', () => {
    const made = plan(resolve(jsModule('@x/y', FILES, 'sandbox/index.js')));
    expect(run(made, 'import { outer } from "@x/y"; return outer()')).toBe('inner');
  });

  it('forwards a facade call to the dispatcher, which the body no longer sees', () => {
    const made = plan(resolve(csvModule()));
    const code = `import csv, { parse } from "@nodetool-ai/sandbox-csv";
      return [await parse("a", 1), await csv.stringify(), typeof ${HOST_DISPATCH_GLOBAL}, Object.keys(csv), parse.name]`;
    expect(run(made, code)).toEqual([
      '["@nodetool-ai/sandbox-csv","parse",["a",1]]',
      '["@nodetool-ai/sandbox-csv","stringify",[]]',
      'undefined',
      ['parse', 'stringify'],
      'parse',
    ]);
  });

  it('refuses import() of a module that is already loaded', () => {
    const made = plan(resolve(jsModule('@x/y', FILES, 'sandbox/index.js')));
    expect(run(made, 'import "@x/y"; return import("@x/" + "y")')).toMatch(/"@x\/y".*dynamic import\(\)/);
  });

  it('fails to link with the text of the refusal', () => {
    expect(run(plan(), 'import fs from "node:fs"; return 1')).toMatch(
      /"node:fs".*not a sandbox package this run serves/,
    );
  });
});
