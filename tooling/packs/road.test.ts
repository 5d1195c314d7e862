import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES, type SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { compilePacks, hostModuleSources } from '@nodetool-ai/sandbox-compiler';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { importsOf, ROAD_ROWS } from './road/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the road of every pack', () => {
  let catalog: SandboxModuleCatalog;
  let hostModules: Record<string, URL>;

  beforeAll(async () => {
    const found = await compilePacks({ cwd: root });
    expect(found.findings.filter(({ status }) => status === 'error' || status === 'skipped')).toEqual([]);
    ({ catalog } = found);
    hostModules = hostModuleSources(found.packs);
  }, 300_000);

  it('has a program for each of the 38 packs and every registered host module', () => {
    const packs = new Set(catalog.packs().map(({ packName }) => packName));
    expect(packs.size).toBe(38);
    const used = new Set(ROAD_ROWS.map(({ specifier }) => specifier.split('/').slice(0, 2).join('/')));
    expect([...packs].filter((name) => !used.has(name))).toEqual([]);
    expect(Object.keys(hostModules).sort()).toEqual(Object.keys(SANDBOX_HOST_MODULES).sort());
  });

  describe.each(['inline', 'worker'] as const)('%s', (execution) => {
    it.each(ROAD_ROWS.map((row) => [row.specifier, row] as const))('%s', { timeout: 120_000 }, async (_, row) => {
      const modules = catalog.resolveForExecution(importsOf(row.code).map((specifier) => ({ specifier })));
      const run = await runInSandbox({ code: row.code, modules, hostModules, execution, timeoutMs: 90_000 });
      expect(run.error).toBeUndefined();
      expect(run.result).toEqual(row.result);
    });
  });
});
