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
export async function runBody({ code, inputs, timeoutSeconds, onMessage, ...options }: BodyRun): Promise<BodyResult> {
  const properties = { code, ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }) };
  const node = { id: NODE_ID, type: 'nodetool.code.Code', properties, dynamic_properties: inputs };
  let handle = 'output';
  const result = await runWorkflow(
    { nodes: [node], edges: [] },
    {
      ...options,
      onMessage(message) {
        if (message.type === 'output_update') handle = message.output_name;
        onMessage?.(message);
      },
    },
  );
  const keys = Object.keys(result.outputs);
  // The only output of a node goes by the node's name, whatever its own name is.
  const bare = keys.length === 1 ? handle : 'output';
  const named = keys.map((key) => [key === NODE_ID ? bare : key.slice(NODE_ID.length + 1), result.outputs[key] ?? []]);
  return { result, outputs: Object.fromEntries(named) };
}
