/**
 * The pack outside a sandbox: there are no nodes to call.
 * @module
 */
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { createCalls } from './calls.js';

const refuse = async (): Promise<never> => {
  const hint = 'Flow is not available outside the sandbox: import the pack in a program that runInSandbox runs';
  throw new PackUnavailableError('flow.callNode', 'calling nodes', hint);
};

/** Each call rejects, and says why. */
export const { callNode, streamNode, node } = createCalls({
  invoke_node: refuse,
  open_node_stream: refuse,
  take_node_stream: refuse,
  close_node_stream: refuse,
});
