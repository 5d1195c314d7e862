import { fileURLToPath } from 'node:url';
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { compilePacks, hostModuleSources } from '@nodetool-ai/sandbox-compiler';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchTurns } from './hostile/longest-turn.js';
import type { HostileRow } from './hostile/row.js';
import { HOSTILE_ROWS } from './hostile/rows.js';
import { importsOf, splitImports } from './road/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Longest time that no call may hold the host's thread. */
const BLOCKED_MS = 100;

describe('a hostile input on the whole road', () => {
  let catalog: SandboxModuleCatalog;
  let hostModules: Record<string, URL>;

  beforeAll(async () => {
    const found = await compilePacks({ cwd: root });
    ({ catalog } = found);
    hostModules = hostModuleSources(found.packs);
  }, 300_000);

  /** Runs a program; gives how it ended and the longest time the host's thread was held meanwhile. */
  async function run({ code, timeoutMs = 90_000 }: Pick<HostileRow, 'code' | 'timeoutMs'>, input: unknown) {
    const { imports, body } = splitImports(code);
    const caught = `const outcome = await (async () => { ${body} })().then(() => 'answer', (error) => error.code ?? String(error)); return outcome;`;
    const modules = catalog.resolveForExecution(importsOf(code).map((specifier) => ({ specifier })));
    const longestTurn = watchTurns();
    const result = await runInSandbox({
      code: `${imports}\n${caught}`,
      modules,
      hostModules,
      globals: { input },
      execution: 'worker',
      timeoutMs,
    });
    return { end: result.errorInfo?.code ?? result.result, blockedMs: longestTurn() };
  }

  it.each(HOSTILE_ROWS.map((row) => [row.id, row.name, row] as const))(
    '%s: %s',
    { timeout: 240_000 },
    async (_id, _name, row) => {
      const input = row.input?.();
      // Other work on the machine can hold this thread too, but not three times.
      let blockedMs = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 3 && blockedMs > BLOCKED_MS; attempt += 1) {
        const outcome = await run(row, input);
        expect(row.ends).toContain(outcome.end);
        ({ blockedMs } = outcome);
      }
      expect(blockedMs).toBeLessThan(BLOCKED_MS);
      // What came before must not have spoilt what comes after.
      const after = await run({ code: "import { parse } from '@nodetool-ai/sandbox-csv'; return parse('a');" }, null);
      expect(after.end).toBe('answer');
    },
  );
});
