/**
 * The runner on Node: everything of the main entry, and files.
 * @module
 */
import { coreNodes } from '../nodes/core-nodes.js';
import { NodeRegistry } from '../registry.js';
import { type RunWorkflowOptions, runWorkflow as runAnywhere } from '../run-workflow.js';
import type { WorkflowResult } from '../workflow-result.js';
import { readCodeFiles } from './code-files.node.js';
import { fileNodes } from './file-nodes.node.js';

export * from '../index.js';
export { MAX_CODE_FILE_BYTES } from './code-files.node.js';
export { DEFAULT_READ_MB, fileNodes, MAX_READ_MB, readNode, writeNode } from './file-nodes.node.js';

/** Every node that runs on Node. */
export function createNodeRegistry(): NodeRegistry {
  return new NodeRegistry([...coreNodes, ...fileNodes]);
}

/**
 * `runWorkflow` with the nodes for files, and with the bodies that `codeFile` names.
 * Files are read below `workflowDir` and written below `outDir`.
 * @example
 * const document = JSON.parse(await readFile('workflow.json', 'utf8'));
 * const result = await runWorkflow(document, { workflowDir: '.', outDir: 'results' });
 */
export function runWorkflow(document: unknown, options: RunWorkflowOptions = {}): Promise<WorkflowResult> {
  return runAnywhere(document, {
    registry: createNodeRegistry(),
    prepare: (graph) => readCodeFiles(graph, options.workflowDir),
    ...options,
  });
}
