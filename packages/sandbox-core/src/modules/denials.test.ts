import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';
import { csvModule, jsModule, resolutionOf, wasmModule } from './testing/modules.js';

const PACK = { 'sandbox/index.js': 'export const outer = 1;', 'sandbox/internal/x.js': 'export const inner = 1;' };
const pack = jsModule('pack', PACK, 'sandbox/index.js');
const WITH = resolutionOf(pack, csvModule(), wasmModule());

/** What no run serves, whoever asks. */
const FOREIGN = [
  'node:buffer',
  'buffer',
  'fs',
  '/etc/passwd',
  '%2e%2e/secrets.js',
  'file:///etc/passwd',
  'https://example.com/x.js',
  'data:text/javascript,export default 1',
  'undeclared',
  'pack/sandbox/internal/x.js',
  'nodetool-sandbox:pack|sandbox/internal/x.js',
];
const BRIDGES = ['nodetool:host-bridge', 'nodetool:wasm-bridge', 'nodetool:capability-bridge'];

async function failureOf(options: Partial<RunSandboxOptions> & { code: string }) {
  const run = await runInSandbox({ execution: 'inline', ...options });
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

async function valueOf(options: Partial<RunSandboxOptions> & { code: string }): Promise<unknown> {
  const run = await runInSandbox({ execution: 'inline', ...options });
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

const SERVED: [string, Partial<RunSandboxOptions>][] = [
  ['with modules', { modules: WITH }],
  ['without modules', {}],
];

describe.each(SERVED)('a static import of the program, %s,', (_what, options) => {
  it.each([...FOREIGN, '../secrets.js', './sandbox/internal/x.js'])('of %s fails with its place', async (specifier) => {
    const run = await failureOf({ ...options, code: `const a = 1;\n  import x from "${specifier}";\nreturn x` });
    expect(run.errorInfo).toMatchObject({ code: 'MODULE', line: 2, column: 3 });
    expect(run.error).toContain(`"${specifier}"`);
    expect(run.error).toContain('not a sandbox package this run serves');
  });

  it.each(BRIDGES)('of %s fails as private', async (specifier) => {
    const run = await failureOf({ ...options, code: `import * as x from "${specifier}"; return x` });
    expect(run.errorInfo).toMatchObject({ code: 'MODULE', line: 1, column: 1 });
    expect(run.error).toMatch(new RegExp(`"${specifier}".*private`));
  });
});

describe.each(SERVED)('a dynamic import of the program, %s,', (_what, options) => {
  it('rejects with an error for every specifier, declared, computed or private', async () => {
    const asked = [
      ...FOREIGN,
      ...BRIDGES,
      '../secrets.js',
      'pack',
      'workshop',
      '@nodetool-ai/sandbox-csv',
      'user-code',
      '',
    ];
    const code = `const seen = [];
      for (const specifier of ${JSON.stringify(asked)}) {
        try { await import(specifier + ""); seen.push("loaded") } catch (e) { seen.push([e instanceof Error, e.message]) }
      }
      return seen`;
    const seen = (await valueOf({ ...options, code })) as [boolean, string][];
    for (const [index, [isError, message]] of seen.entries()) {
      expect(isError).toBe(true);
      expect(message).toContain(`"${asked[index]}"`);
      expect(message).toContain('dynamic import()');
    }
    expect(seen).toHaveLength(asked.length);
  });

  it('ends the run as an error of the program when nobody catches it', async () => {
    const run = await failureOf({ ...options, code: 'const m = await import("fs"); return m' });
    expect(run.errorInfo.code).toBe('GUEST');
    expect(run.error).toContain('"fs"');
  });
});

describe('an import of a pack', () => {
  const withPack = (source: string) =>
    resolutionOf(jsModule('kit', { 'sandbox/index.js': source }, 'sandbox/index.js'), pack);

  it.each(FOREIGN)('of %s fails the run and names the file that asked', async (specifier) => {
    const run = await failureOf({ code: 'import "kit"', modules: withPack(`import x from "${specifier}";`) });
    expect(run.errorInfo.code).toBe('MODULE');
    expect(run.error).toContain(`"${specifier}"`);
    expect(run.error).toContain('not a sandbox package this run serves (asked for by kit/sandbox/index.js)');
  });

  it.each(BRIDGES)('of %s fails as private', async (specifier) => {
    const run = await failureOf({
      code: 'import "kit"',
      modules: resolutionOf(csvModule(), wasmModule(), ...withPack(`import "${specifier}";`).modules),
    });
    expect(run.error).toMatch(new RegExp(`"${specifier}".*private`));
  });

  it.each(['./missing.js', '../../pack/sandbox/index.js', '../../../etc/passwd', './internal/x.js'])(
    'of %s fails and names the pack',
    async (specifier) => {
      const run = await failureOf({ code: 'import "kit"', modules: withPack(`import "${specifier}";`) });
      expect(run.errorInfo.code).toBe('MODULE');
      expect(run.error).toContain(`"${specifier}"`);
      expect(run.error).toContain('pack kit has no such file');
    },
  );

  it('at run time is refused, at the top level of the pack too', async () => {
    const source = `export const seen = [];
      const note = (e) => seen.push(e.message);
      export const done = import("pack").catch(note).then(() => import("./index.js")).catch(note);
      export const later = () => import("pack");`;
    const code =
      'import { seen, done, later } from "kit"; await done; await later().catch((e) => seen.push(e.message)); return seen';
    const seen = (await valueOf({ code, modules: withPack(source) })) as string[];
    expect(seen).toHaveLength(3);
    for (const message of seen) expect(message).toContain('dynamic import()');
  });

  it('that a pack awaits at its top level ends the run as its own error, not as a failed link', async () => {
    const run = await failureOf({ code: 'import "kit"', modules: withPack('await import("pack");') });
    expect(run.errorInfo.code).toBe('GUEST');
    expect(run.error).toContain('dynamic import()');
  });

  it('finds no timers, no code generation and no require at its top level', async () => {
    const source = `const tried = [];
      for (const name of ["setTimeout", "eval", "require", "importScripts", "Worker", "Function"]) tried.push(typeof globalThis[name]);
      try { (() => {}).constructor("return 1") } catch (e) { tried.push(e.name) }
      export default tried;`;
    expect(await valueOf({ code: 'import tried from "kit"; return tried', modules: withPack(source) })).toEqual([
      ...new Array<string>(6).fill('undefined'),
      'EvalError',
    ]);
  });
});

describe('imports that are served', () => {
  it('give one module to two entries of a pack that share a file', async () => {
    const files = {
      'a.js': 'export { counter } from "./shared.js";',
      'b.js': 'import { counter } from "./shared.js"; export const raise = () => ++counter.n;',
      'shared.js': 'export const counter = { n: 0 };',
    };
    const modules = resolutionOf(
      { ...jsModule('two', files, 'a.js') },
      { ...jsModule('two', files, 'b.js'), specifier: 'two/b' },
    );
    const code = 'import { counter } from "two"; import { raise } from "two/b"; raise(); raise(); return counter.n';
    expect(await valueOf({ code, modules })).toBe(2);
  });

  it('say which reason the catalog has for one that is missing', async () => {
    const modules = {
      modules: [],
      statuses: [{ specifier: 'gone', status: 'error' as const, message: 'The pack was removed.' }],
    };
    expect((await failureOf({ code: 'import "gone"', modules })).error).toContain('The pack was removed.');
  });

  it('refuse a file whose text goes on after a NUL, which the engine would not see', async () => {
    const modules = resolutionOf(
      jsModule('kit', { 'index.js': 'export const a = 1; //\0\nthrow new Error("unseen");' }),
    );
    const run = await failureOf({ code: 'import "kit"', modules });
    expect(run.errorInfo).toMatchObject({
      code: 'MODULES',
      message: expect.stringContaining('file "index.js" holds a NUL'),
    });
  });
});
