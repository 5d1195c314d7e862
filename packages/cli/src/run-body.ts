/**
 * Runs a body outside a workflow, under the contract it has in one: as its only node.
 * @module
 */
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { type RunWorkflowOptions, runWorkflow, type WorkflowResult } from '@nodetool-ai/workflow-runner';

const NODE_ID = 'body';

/** A body and what it gets. */
export interface BodyRun extends Pick<RunWorkflowOptions, 'hostModules' | 'onMessage'> {
  code: string;
  inputs: Record<string, unknown>;
  catalog: SandboxModuleCatalog;
  signal: AbortSignal;
  /** Seconds; default that of a Code node. */
  timeoutSeconds?: number;
}

/** How a body ended, and what it emitted and output, by name. */
export interface BodyResult {
  result: WorkflowResult;
  outputs: Record<string, unknown[]>;
}

/** Runs a body. Never rejects: what is wrong is in `result`. */
export async function runBody({ code, inputs, timeoutSeconds, ...options }: BodyRun): Promise<BodyResult> {
  const properties = { code, ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }) };
  const node = { id: NODE_ID, type: 'nodetool.code.Code', properties, dynamic_properties: inputs };
  const result = await runWorkflow({ nodes: [node], edges: [] }, options);
  const named = Object.entries(result.outputs).map(([name, values]) => [handleOf(name), values] as const);
  return { result, outputs: Object.fromEntries(named) };
}

/** A node's public name comes first: `body.total`, or `body` for the output called `output`. */
function handleOf(name: string): string {
  return name.startsWith(`${NODE_ID}.`) ? name.slice(NODE_ID.length + 1) : name === NODE_ID ? 'output' : name;
}
