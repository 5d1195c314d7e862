/**
 * What the host mounts for this pack.
 * @module
 */

/** One call of a node. */
export interface NodeRequest {
  type: string;
  inputs: Record<string, unknown>;
  /** Names of the secrets the node may read; it can only have fewer than the run. Default: those of the run. */
  secrets?: string[];
}

/** The exports of the `flow` capability. */
export interface FlowCapability {
  invoke_node(request: NodeRequest): Promise<Record<string, unknown>>;
  open_node_stream(request: NodeRequest): Promise<{ stream_id: string }>;
  take_node_stream(request: { stream_id: string }): Promise<{ done: true } | { done: false; value: unknown }>;
  close_node_stream(request: { stream_id: string }): Promise<unknown>;
}
