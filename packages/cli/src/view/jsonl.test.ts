import { processingMessageSchema } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { refusalMessage } from './jsonl.js';

describe('refusalMessage', () => {
  it('is a message of the protocol and carries place, code and next step', () => {
    const message = refusalMessage(
      [
        {
          message: 'The workflow is not JSON.',
          code: 'workflow_syntax',
          next: 'Fix it.',
          at: { file: 'w.json', line: 3, column: 4, text: 'x' },
        },
      ],
      5,
    );
    expect(processingMessageSchema.parse(message)).toMatchObject({
      type: 'job_update',
      status: 'failed',
      error_code: 'workflow_syntax',
      ts: 5,
      validation_issues: [{ code: 'workflow_syntax', next: 'Fix it.', at: { file: 'w.json', line: 3, column: 4 } }],
    });
  });
});
