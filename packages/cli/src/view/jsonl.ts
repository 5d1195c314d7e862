/**
 * Messages for programs about a workflow that never came to run.
 * @module
 */
import { randomUUID } from 'node:crypto';
import type { ProcessingMessage } from '@nodetool-ai/protocol';
import type { Problem } from '../errors/problem.js';

/** The one message of a workflow file that could not be read: `job_update` with status `failed`. */
export function refusalMessage(problems: readonly Problem[], now = Date.now()): ProcessingMessage {
  const [first] = problems;
  return {
    type: 'job_update',
    job_id: randomUUID(),
    seq: 1,
    ts: now,
    status: 'failed',
    error: first?.message ?? 'The workflow was refused.',
    ...(first?.code === undefined ? {} : { error_code: first.code }),
    validation_issues: problems.map((problem) => ({
      severity: 'error',
      code: problem.code ?? 'invalid_graph',
      message: problem.message,
      ...(problem.next === undefined ? {} : { next: problem.next }),
      ...(problem.at === undefined
        ? {}
        : {
            at: {
              file: problem.at.file,
              line: problem.at.line,
              ...(problem.at.column === undefined ? {} : { column: problem.at.column }),
            },
          }),
    })),
  };
}
