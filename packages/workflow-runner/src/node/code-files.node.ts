/**
 * Bodies of Code nodes that live in files of their own beside the workflow.
 * @module
 */
import type { Graph, WorkflowIssue } from '@nodetool-ai/protocol';
import { NodeError } from '@nodetool-ai/protocol';
import { readText } from './read-text.node.js';
import { readablePath } from './safe-path.node.js';

const CODE_TYPE = 'nodetool.code.Code';
/** Largest file with a body. Bytes. */
export const MAX_CODE_FILE_BYTES = 1024 * 1024;

/** Puts the text of every `codeFile` into its node as `code`. Returns what could not be read. */
export async function readCodeFiles(graph: Graph, workflowDir: string | undefined): Promise<WorkflowIssue[]> {
  const issues: WorkflowIssue[] = [];
  for (const node of graph.nodes) {
    const file = node.properties.get('codeFile');
    if (node.type !== CODE_TYPE || typeof file !== 'string' || file === '') continue;
    const about = { severity: 'error' as const, node_id: node.id, node_type: node.type, property: 'codeFile' };
    if (node.properties.has('code')) {
      issues.push({
        ...about,
        code: 'property',
        message: 'The node has both "code" and "codeFile".',
        next: 'Keep one of them.',
      });
      continue;
    }
    try {
      const path = await readablePath(file, workflowDir, []);
      const code = await readText(path, {
        shown: file,
        encoding: 'utf-8',
        maxBytes: MAX_CODE_FILE_BYTES,
        signal: new AbortController().signal,
      });
      node.properties = new Map([...node.properties, ['code', code]]);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      issues.push({
        ...about,
        code: 'code_file',
        message: `The body cannot be read. ${error.message}`,
        ...(error.next === undefined ? {} : { next: error.next }),
      });
    }
  }
  return issues;
}
