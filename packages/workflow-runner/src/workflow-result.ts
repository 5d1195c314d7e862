/**
 * What a run of a workflow ends in.
 * @module
 */
import type { ProcessingMessage, WorkflowIssue } from '@nodetool-ai/protocol';

/** How a run ended. */
export interface WorkflowResult {
  job_id: string;
  status: 'completed' | 'failed' | 'cancelled';
  /** Values of every node that no edge leaves, by the node's public name, in order. No prototype. */
  outputs: Record<string, unknown[]>;
  /** `<name> (<id>): <message>` of the first failure. */
  error?: string;
  /** Message by id of each node that failed. No prototype. */
  node_errors?: Record<string, string>;
  /** All that went wrong, with codes and places: what stopped the run before it began, or the nodes that failed. */
  issues: WorkflowIssue[];
  /** Files written, relative to the output folder. */
  files: { path: string; bytes: number; node_id: string }[];
  /** Milliseconds. */
  duration_ms: number;
  messages: ProcessingMessage[];
  /** How often `onMessage` threw; absent when never. */
  listener_errors?: number;
}
