import type { RunSandboxResult } from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import type { Row } from './row.js';
import { TABLE } from './table.js';

describe.each(['inline', 'worker'] as const)('a run %s', (execution) => {
  describe.each(Object.entries(TABLE))('%s', (_group, rows) => {
    it.each(rows.filter((row) => execution === 'worker' || !row.workerOnly))('$name', async (row) => {
      const options = row.options?.() ?? {};
      const outcome = await runInSandbox({ ...options, code: row.code, execution });
      compare(row, outcome);
      if (row.observe) expect(row.observe(outcome, options)).toStrictEqual(row.observed);
    });
  });
});

function compare({ expected }: Row, outcome: RunSandboxResult): void {
  if ('result' in expected) {
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toStrictEqual(expected.result);
    return;
  }
  expect({ success: outcome.success, code: outcome.errorInfo?.code, error: outcome.error }).toMatchObject({
    success: false,
    code: expected.failure,
  });
  if (expected.error !== undefined) expect(outcome.error).toBe(expected.error);
  for (const part of expected.says ?? []) expect(outcome.error?.toLowerCase()).toContain(part.toLowerCase());
  if (expected.line !== undefined) expect(outcome.errorInfo?.line).toBe(expected.line);
  if (expected.limit !== undefined) expect(outcome.errorInfo?.limit).toBe(expected.limit);
}
