import { type HostFunctions, type RunSandboxOptions, SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';
import { csvModule, jsModule, resolutionOf } from './testing/modules.js';

const CSV = '@nodetool-ai/sandbox-csv';

const start = (code: string, csv: HostFunctions | URL, options: Partial<RunSandboxOptions> = {}) =>
  runInSandbox({ execution: 'inline', code, modules: resolutionOf(csvModule()), hostModules: { csv }, ...options });

async function valueOf(code: string, csv: HostFunctions | URL, options?: Partial<RunSandboxOptions>): Promise<unknown> {
  const run = await start(code, csv, options);
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

describe('a host function', () => {
  it('gets copies of the arguments, decoded once, and gives results with full fidelity', async () => {
    const seen: unknown[][] = [];
    const parse: HostFunctions[string] = async ({ args }) => {
      seen.push(args);
      (args[0] as { list: number[] }).list.push(9);
      return { bytes: [new Uint8Array([7])], when: new Date(0), map: new Map([['k', 1n]]) };
    };
    const code = `import { parse } from "${CSV}";
      const given = { list: [1] };
      const got = await parse(given, new Set([2]));
      return [given.list, got.bytes[0] instanceof Uint8Array, got.bytes[0][0], got.when.toISOString(), got.map.get("k") === 1n]`;
    expect(await valueOf(code, { parse })).toEqual([[1], true, 7, '1970-01-01T00:00:00.000Z', true]);
    expect(seen).toEqual([[{ list: [1, 9] }, new Set([2])]]);
  });

  it('that the implementation lacks is named, inherited ones too', async () => {
    const code = `import { stringify } from "${CSV}"; try { await stringify() } catch (e) { return e.message }`;
    expect(await valueOf(code, {})).toContain('has no implementation of "stringify"');
    const inherited = Object.create({ stringify: async () => 1 }) as HostFunctions;
    expect(await valueOf(code, inherited)).toContain('has no implementation of "stringify"');
  });

  it('is not loaded before it is called', async () => {
    const missing = new URL('file:///nowhere/to/be/found.mjs');
    expect(await valueOf(`import { parse } from "${CSV}"; return typeof parse`, missing)).toBe('function');
    const code = `import { parse } from "${CSV}"; try { await parse("") } catch (e) { return e.message }`;
    const text = (await valueOf(code, missing)) as string;
    expect(text).toContain('not available in this runtime');
    expect(text).not.toContain('nowhere');
  });

  it('is called only for what the run declares, whoever holds the dispatcher', async () => {
    let calls = 0;
    const parse = async () => ++calls;
    const spy = jsModule('spy', {
      'index.js':
        'const dispatch = globalThis.__nodetoolHostDispatch; export const call = (...parts) => dispatch(...parts);',
    });
    const code = `import { call } from "spy";
      const tried = [];
      for (const parts of [["${CSV}", "parse", []], ["csv", "parse", []], ["@nodetool-ai/sandbox-html", "select", []],
        ["${CSV}", "constructor", []], ["${CSV}", null, []], ["${CSV}", "parse", { length: 0 }], [7], []]) {
        try { tried.push(await call(...parts)) } catch (e) { tried.push(e.name + ": " + e.message) }
      }
      return tried`;
    expect(await valueOf(code, { parse }, { modules: resolutionOf(csvModule(), spy) })).toEqual([
      1,
      expect.stringContaining('TypeError: "csv" is not a host sandbox module declared'),
      expect.stringContaining('"@nodetool-ai/sandbox-html" is not a host sandbox module declared'),
      expect.stringContaining('has no export named "constructor"; it has parse, stringify'),
      expect.stringContaining('has no export named null'),
      expect.stringContaining('non-list argument: object'),
      expect.stringContaining('number is not a host sandbox module declared'),
      expect.stringContaining('undefined is not a host sandbox module declared'),
    ]);
    expect(calls).toBe(1);
  });

  it('learns that the run was cancelled, and nobody waits for it', async () => {
    const abort = new AbortController();
    let heard: AbortSignal | undefined;
    const parse: HostFunctions[string] = ({ signal }) => {
      heard = signal;
      setTimeout(() => abort.abort(), 20);
      return new Promise(() => {});
    };
    const run = await start(`import { parse } from "${CSV}"; await parse("")`, { parse }, { signal: abort.signal });
    expect(run.errorInfo?.code).toBe('CANCELLED');
    expect(heard?.aborted).toBe(true);
  });

  it('is not called once the run was cancelled', async () => {
    const abort = new AbortController();
    let calls = 0;
    const parse: HostFunctions[string] = async () => {
      calls++;
      abort.abort();
    };
    const code = `import { parse } from "${CSV}"; await parse("").catch(() => 0); await parse("")`;
    expect((await start(code, { parse }, { signal: abort.signal })).errorInfo?.code).toBe('CANCELLED');
    expect(calls).toBe(1);
  });

  it('has the time that its row in the registry gives it, 60 s at most', async () => {
    const deadlines: number[] = [];
    const parse: HostFunctions[string] = async ({ deadlineMs }) => deadlines.push(deadlineMs);
    await valueOf(`import { parse } from "${CSV}"; await parse("")`, { parse });
    expect(deadlines).toEqual([20_000]);
    for (const row of Object.values(SANDBOX_HOST_MODULES)) expect(row.callTimeoutMs).toBeLessThanOrEqual(60_000);
  });

  it('passes on a hundred warnings per run and then one notice', async () => {
    const parse: HostFunctions[string] = async ({ warn }) => {
      for (let index = 0; index < 60; index++) warn(`warning ${index}`);
    };
    const run = await start(`import { parse } from "${CSV}"; for (let i = 0; i < 5; i++) await parse("")`, { parse });
    expect(run.warnings).toHaveLength(101);
    expect(run.warnings?.at(-1)).toBe('further warnings were dropped');
  });
});
