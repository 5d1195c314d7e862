/**
 * Holds an outcome against what its row expects. Runs on every host, a page included.
 * @module
 */
import type { RunSandboxResult } from '@nodetool-ai/protocol';
import type { ExpectStatic } from '@vitest/expect';
import type { Row, RowOptions } from './row.js';

/** Throws what `expect` throws when the outcome is not the one of the row. */
export function compare(expect: ExpectStatic, row: Row, outcome: RunSandboxResult, options: RowOptions): void {
  const { expected } = row;
  if ('result' in expected) {
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toStrictEqual(expected.result);
  } else {
    expect({ success: outcome.success, code: outcome.errorInfo?.code, error: outcome.error }).toMatchObject({
      success: false,
      code: expected.failure,
    });
    if (expected.error !== undefined) expect(outcome.error).toBe(expected.error);
    for (const part of expected.says ?? []) expect(outcome.error?.toLowerCase()).toContain(part.toLowerCase());
    if (expected.line !== undefined) expect(outcome.errorInfo?.line).toBe(expected.line);
    if (expected.limit !== undefined) expect(outcome.errorInfo?.limit).toBe(expected.limit);
  }
  if (row.observe) expect(row.observe(outcome, options)).toStrictEqual(row.observed);
}
