import type { RunSandboxOptions, SandboxCapabilityMount } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { capabilityFacadeSource, runInSandbox } from '../index.node.js';
import { planModules } from './plan.js';
import { jsModule, resolutionOf } from './testing/modules.js';

const JOBS = '@nodetool-ai/sandbox-nodetool/jobs';

/** Mounts one namespace; `calls` holds what reached the host. */
function mountOf(exports: string[], answer: (name: string, args: unknown[]) => unknown = () => null) {
  const calls: unknown[][] = [];
  const capabilities: SandboxCapabilityMount = {
    facades: new Map([[JOBS, capabilityFacadeSource(JOBS, exports)]]),
    call: (key, name, args) => {
      calls.push([key, name, args]);
      return answer(name, args);
    },
  };
  return { capabilities, calls };
}

async function valueOf(code: string, options: Partial<RunSandboxOptions>): Promise<unknown> {
  const run = await runInSandbox({ execution: 'inline', code, ...options });
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, options: Partial<RunSandboxOptions>) {
  const run = await runInSandbox({ execution: 'inline', code, ...options });
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

const violationOf = (mount: unknown): string | undefined => {
  const made = planModules(undefined, mount as SandboxCapabilityMount);
  return 'violation' in made ? made.violation : undefined;
};

describe.each(['inline', 'worker'] as const)('a mounted capability, %s', (execution) => {
  it('is called by its wire name with what the program passes', async () => {
    const { capabilities, calls } = mountOf(['list_jobs', 'get_job'], (name) => ({ name, at: new Date(0) }));
    const code = `import jobs, { list_jobs } from "${JOBS}";
      const a = await list_jobs(); const b = await jobs.get_job({ id: 7 }, "more");
      return [a.name, a.at instanceof Date, b.name, Object.keys(jobs)]`;
    expect(await valueOf(code, { capabilities, execution })).toEqual([
      'list_jobs',
      true,
      'get_job',
      ['list_jobs', 'get_job'],
    ]);
    expect(calls).toEqual([
      [JOBS, 'list_jobs', [{}]],
      [JOBS, 'get_job', [{ id: 7 }, 'more']],
    ]);
  });
});

describe('calls of capabilities', () => {
  it('carry an explicit undefined as it is', async () => {
    const { capabilities, calls } = mountOf(['f']);
    await valueOf(`import { f } from "${JOBS}"; await f(undefined)`, { capabilities });
    expect(calls).toEqual([[JOBS, 'f', [undefined]]]);
  });

  it('bring results over with full fidelity, bytes at any depth included', async () => {
    const value = { map: new Map([['k', new Uint8Array([1, 2])]]), big: 2n ** 70n, none: undefined, nan: Number.NaN };
    const { capabilities } = mountOf(['f'], () => value);
    const code = `import { f } from "${JOBS}"; const v = await f();
      return [v.map.get("k") instanceof Uint8Array, [...v.map.get("k")], v.big === 2n ** 70n, "none" in v, Number.isNaN(v.nan)]`;
    expect(await valueOf(code, { capabilities })).toEqual([true, [1, 2], true, true, true]);
  });

  it('reject with the error of the host, its code included, its stack not', async () => {
    const { capabilities } = mountOf(['f'], () => {
      throw Object.assign(new RangeError('no such job'), { code: 'jobs.missing' });
    });
    const code = `import { f } from "${JOBS}"; try { await f() } catch (e) { return [e instanceof RangeError, e.message, e.code, /capabilities\\.test/.test(e.stack)] }`;
    expect(await valueOf(code, { capabilities })).toEqual([true, 'no such job', 'jobs.missing', false]);
  });

  it('refuse a function as an answer', async () => {
    const { capabilities } = mountOf(['f'], () => ({ run: () => 1 }));
    expect((await failureOf(`import { f } from "${JOBS}"; await f()`, { capabilities })).error).toContain('run');
  });

  it('check key, export and arguments of whoever holds the dispatcher', async () => {
    const { capabilities, calls } = mountOf(['f']);
    const spy = jsModule('spy', {
      'index.js':
        'const dispatch = globalThis.__nodetoolCapabilityDispatch; export const call = (...parts) => dispatch(...parts);',
    });
    const code = `import { call } from "spy";
      const tried = [];
      for (const parts of [["${JOBS}", "f", [1]], ["${JOBS}", "default", []], ["${JOBS}", "toString", []], ["${JOBS}", 5, []],
        ["@nodetool-ai/sandbox-nodetool/secrets", "f", []], ["${JOBS}", "f", "x"], ["${JOBS}", "f"], []]) {
        try { await call(...parts); tried.push("went through") } catch (e) { tried.push(e.message) }
      }
      return [tried, typeof globalThis.__nodetoolCapabilityDispatch]`;
    expect(await valueOf(code, { capabilities, modules: resolutionOf(spy) })).toEqual([
      [
        'went through',
        expect.stringContaining('has no export named "default"; it has f'),
        expect.stringContaining('has no export named "toString"'),
        expect.stringContaining('has no export named number'),
        expect.stringContaining(
          '"@nodetool-ai/sandbox-nodetool/secrets" is not a capability module mounted for this run',
        ),
        expect.stringContaining('non-list argument: "x"'),
        expect.stringContaining('non-list argument: undefined'),
        expect.stringContaining('undefined is not a capability module mounted'),
      ],
      'undefined',
    ]);
    expect(calls).toEqual([[JOBS, 'f', [1]]]);
  });

  it('do not reach a namespace that is not mounted', async () => {
    const { capabilities } = mountOf(['f']);
    const run = await failureOf('import { f } from "@nodetool-ai/sandbox-nodetool/job"; return f()', { capabilities });
    expect(run.errorInfo).toMatchObject({ code: 'MODULE', line: 1 });
    expect(run.error).toContain(`Did you mean "${JOBS}"?`);
    const unmounted = await failureOf(`import { f } from "${JOBS}"`, {});
    expect(unmounted.error).toContain('not a sandbox package this run serves');
  });

  it('may be imported by packs too', async () => {
    const { capabilities } = mountOf(['f'], () => 9);
    const pack = jsModule('kit', { 'index.js': `export { f } from "${JOBS}";` });
    expect(await valueOf('import { f } from "kit"; return f()', { capabilities, modules: resolutionOf(pack) })).toBe(9);
  });

  it('are made no more once the run was cancelled', async () => {
    const abort = new AbortController();
    const { capabilities, calls } = mountOf(['f'], () => abort.abort());
    const run = await failureOf(`import { f } from "${JOBS}"; await f().catch(() => 0); await f()`, {
      capabilities,
      signal: abort.signal,
    });
    expect(run.errorInfo.code).toBe('CANCELLED');
    expect(calls).toHaveLength(1);
  });

  it('end with the run when the host never answers', async () => {
    const { capabilities } = mountOf(['f'], () => new Promise(() => {}));
    const run = await failureOf(`import { f } from "${JOBS}"; await f()`, { capabilities, timeoutMs: 100 });
    expect(run.errorInfo.code).toBe('TIMEOUT');
  });

  it('name an export that is missing', async () => {
    const { capabilities } = mountOf(['f']);
    const run = await failureOf(`\nimport { g } from "${JOBS}"`, { capabilities });
    expect(run.errorInfo).toMatchObject({ code: 'MODULE', line: 2 });
    expect(run.error).toBe(`SyntaxError: module "${JOBS}" has no export named "g"`);
  });
});

describe('a mount', () => {
  const withFacade = (source: unknown, specifier: unknown = JOBS) => ({
    facades: new Map([[specifier, source]]),
    call: () => 1,
  });

  it.each<[string, unknown, string]>([
    ['of another shape', { facades: {}, call: () => 1 }, 'capabilities must be { facades'],
    ['without a function', { facades: new Map() }, 'capabilities must be { facades'],
    ['that is null', null, 'capabilities must be { facades'],
    ['of another package', withFacade('', 'lodash'), 'capability "lodash": not a specifier of the form'],
    ['of the bare package', withFacade('', '@nodetool-ai/sandbox-nodetool'), 'not a specifier of the form'],
    ['of two segments', withFacade('', `${JOBS}/x`), 'not a specifier of the form'],
    ['that climbs', withFacade('', '@nodetool-ai/sandbox-nodetool/..'), 'not a specifier of the form'],
    ['under no text', withFacade('', 5), 'capability number: not a specifier'],
    ['whose facade is no text', withFacade(5), `capability "${JOBS}": its facade must be text`],
    ['whose facade does not parse', withFacade('export const = 1'), `capability "${JOBS}": its facade does not parse:`],
    ['that exports all of another', withFacade('export * from "x"'), 'exports all of another module'],
    [
      'that exports a phrase',
      withFacade('const a = 1; export { a as "list jobs" }'),
      'exports "list jobs", which is not',
    ],
    ['that holds a NUL', withFacade('//\0\nexport const a = 1'), 'holds a NUL character'],
  ])('%s is refused by name', (_what, mount, text) => {
    expect(violationOf(mount)).toContain(text);
  });

  it('fails the run with MODULES', async () => {
    const run = await failureOf('return 1', { capabilities: withFacade(5) as unknown as SandboxCapabilityMount });
    expect(run.errorInfo.code).toBe('MODULES');
  });

  it('knows every way in which a facade written by hand exports', () => {
    const source = `import { __capabilityCall } from "nodetool:capability-bridge";
      export function a() {} export class b {} export const c = 1, d = 2; const x = 1; export { x as e, x as default };`;
    const made = planModules(undefined, withFacade(source) as unknown as SandboxCapabilityMount);
    if ('violation' in made) throw new Error(made.violation);
    expect(made.capabilities).toEqual(new Map([[JOBS, new Set(['a', 'b', 'c', 'd', 'e'])]]));
    expect(made.normalize('user-code', JOBS)).toEqual({ id: `nodetool-sandbox:capability|${JOBS}` });
  });

  it('is never a pack: no module may take its name', () => {
    for (const module of [jsModule(JOBS, { 'index.js': '' }), jsModule('capability', { 'index.js': '' })]) {
      const made = planModules(resolutionOf({ ...module, packName: module.packName.split('/jobs')[0] as string }));
      expect('violation' in made && made.violation).toContain('reserved for capabilities, which only a host can mount');
    }
    const disguised = { ...jsModule('kit', { [JOBS]: '' }, JOBS), packName: '@nodetool-ai/sandbox-nodetool' };
    expect(planModules(resolutionOf(disguised))).toMatchObject({ violation: expect.stringContaining('reserved') });
  });
});

describe('capabilityFacadeSource', () => {
  it.each([['await'], ['list-jobs'], ['1st'], ['default'], ['__capabilityCall'], ['a(){};b'], ['']])(
    'refuses the export %j',
    (name) => {
      expect(() => capabilityFacadeSource(JOBS, [name])).toThrow(TypeError);
    },
  );

  it('refuses an export twice', () => {
    expect(() => capabilityFacadeSource(JOBS, ['a', 'a'])).toThrow('each export is an identifier, once');
  });
});
