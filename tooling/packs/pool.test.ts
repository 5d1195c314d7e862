import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { compilePacks, hostModuleSources } from '@nodetool-ai/sandbox-compiler';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOST_ROWS } from './road/host-rows.js';
import { importsOf, type RoadRow, splitImports } from './road/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const AT_ONCE = 20;

describe('host packs that are called at once, or in vain', () => {
  let catalog: SandboxModuleCatalog;
  let hostModules: Record<string, URL>;

  beforeAll(async () => {
    const found = await compilePacks({ cwd: root });
    ({ catalog } = found);
    hostModules = hostModuleSources(found.packs);
  }, 300_000);

  /** Runs the body of a row `times` times at once, in one program. */
  async function run({ code }: RoadRow, times: number, signal?: AbortSignal) {
    const { imports, body } = splitImports(code);
    return runInSandbox({
      code: `${imports} const once = async () => {${body}\n}; return Promise.all(Array.from({ length: ${times} }, once));`,
      modules: catalog.resolveForExecution(importsOf(code).map((specifier) => ({ specifier }))),
      hostModules,
      execution: 'worker',
      timeoutMs: 110_000,
      ...(signal ? { signal } : {}),
    });
  }

  it.each(HOST_ROWS.map((row) => [row.specifier, row] as const))(
    `%s answers ${AT_ONCE} calls at once, and is whole after calls that were given up`,
    { timeout: 240_000 },
    async (_, row) => {
      const { result, error } = await run(row, AT_ONCE);
      expect(error).toBeUndefined();
      expect(result).toEqual(Array.from({ length: AT_ONCE }, () => row.result));

      // Early, when the library may still be loading, and late, when calls are under way and others wait.
      for (const ms of [1, 40]) {
        const abort = new AbortController();
        setTimeout(() => abort.abort(), ms);
        const { errorInfo } = await run(row, AT_ONCE, abort.signal);
        expect([undefined, 'CANCELLED']).toContain(errorInfo?.code);
        expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
      }
      expect((await run(row, 1)).result).toEqual([row.result]);
    },
  );
});
