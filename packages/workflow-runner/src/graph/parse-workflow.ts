/**
 * Reads the text of a workflow file.
 * @module
 */
import type { WorkflowIssue } from '@nodetool-ai/protocol';
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A document, or where its text stops being JSON. */
export type ParsedWorkflow = { status: 'parsed'; document: unknown } | { status: 'failed'; issue: WorkflowIssue };

/**
 * Parses JSON and says where it is wrong. Comments and trailing commas are refused; a byte order mark is not.
 * @example
 * parseWorkflow('{ "nodes": [,] }'); // { status: 'failed', issue: { code: 'workflow_syntax', at: { line: 1, column: 13 }, … } }
 */
export function parseWorkflow(text: string, file?: string): ParsedWorkflow {
  const json = text.replace(/^\ufeff/, '');
  try {
    return { status: 'parsed', document: JSON.parse(json) };
  } catch (error) {
    const errors: ParseError[] = [];
    parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
    const [first] = errors;
    const reason = first
      ? printParseErrorCode(first.error)
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .toLowerCase()
      : (error as Error).message;
    return {
      status: 'failed',
      issue: {
        severity: 'error',
        code: 'workflow_syntax',
        message: `The workflow is not JSON: ${reason}.`,
        next: 'Correct the JSON at this place.',
        at: { ...placeAt(json, first?.offset ?? 0), ...(file === undefined ? {} : { file }) },
      },
    };
  }
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
