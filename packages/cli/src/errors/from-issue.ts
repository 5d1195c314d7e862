/**
 * A runner's issue, told with its place in the files a person wrote.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkflowIssue } from '@nodetool-ai/protocol';
import { showPath, type WorkflowFile } from '../load-workflow.js';
import { nextStep } from './next-steps.js';
import type { Problem, ProblemPlace } from './problem.js';

/** The issue as a problem; `at` leads into the body's own file, else into the workflow file. */
export async function problemOfIssue(issue: WorkflowIssue, file: WorkflowFile, cwd: string): Promise<Problem> {
  const place = await placeOf(issue, file, cwd);
  const next = issue.next ?? nextStep(issue.code);
  return {
    message: issue.message,
    code: issue.code,
    severity: issue.severity,
    ...(issue.node_id === undefined ? {} : { nodeId: issue.node_id }),
    ...(issue.node_type === undefined ? {} : { nodeType: issue.node_type }),
    ...(place === undefined ? {} : { at: place }),
    ...(next === undefined ? {} : { next }),
  };
}

async function placeOf(issue: WorkflowIssue, file: WorkflowFile, cwd: string): Promise<ProblemPlace | undefined> {
  const { at, node_id: nodeId, edge_id: edgeId, property } = issue;
  if (at?.file !== undefined) {
    const path = resolve(file.dir, at.file);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    return {
      file: showPath(path, cwd),
      line: at.line,
      ...(at.column === undefined ? {} : { column: at.column }),
      ...(text === undefined ? {} : { text }),
    };
  }
  if (nodeId === undefined) return edgeId === undefined ? undefined : file.placeOfEdge(edgeId);
  if (at) {
    const inside = file.placeInside(nodeId, ['properties', property ?? 'code'], at.line, at.column);
    if (inside) return inside;
  }
  if (edgeId !== undefined) return file.placeOfEdge(edgeId) ?? file.placeOf(nodeId);
  if (issue.code === 'unknown_node') return file.placeOf(nodeId, 'type');
  return property === undefined ? file.placeOf(nodeId) : file.placeOf(nodeId, 'properties', property);
}
