/**
 * Calls of nodes over the capability.
 * @module
 */
import type { FlowCapability, NodeRequest } from './capability.js';
import { readRequest } from './read-request.js';

/** A node as a function, `stream` only for those that give several values. */
export interface NodeCallFunction {
  (inputs?: unknown, options?: unknown): Promise<Record<string, unknown>>;
  stream?: (inputs?: unknown, options?: unknown) => AsyncGenerator<unknown, void, undefined>;
}

/** What the generated modules share. */
export interface Calls {
  callNode(type: unknown, inputs?: unknown, options?: unknown): Promise<Record<string, unknown>>;
  streamNode(type: unknown, inputs?: unknown, options?: unknown): AsyncGenerator<unknown, void, undefined>;
  node(name: string, type: string, streams: boolean): NodeCallFunction;
}

/** Makes the functions of the pack over a capability. */
export function createCalls(flow: FlowCapability): Calls {
  const callNode: Calls['callNode'] = async (type, inputs, options) =>
    flow.invoke_node(readRequest('flow.callNode', type, inputs, options));
  const streamNode: Calls['streamNode'] = (type, inputs, options) =>
    stream(flow, () => readRequest('flow.streamNode', type, inputs, options));
  return {
    callNode,
    streamNode,
    node(name, type, streams) {
      const where = `flow.${name}`;
      const call: NodeCallFunction = async (inputs, options) =>
        flow.invoke_node(readRequest(where, type, inputs, options));
      Object.defineProperty(call, 'name', { value: name });
      if (streams) call.stream = (inputs, options) => stream(flow, () => readRequest(where, type, inputs, options));
      return Object.freeze(call);
    },
  };
}

/** Opens the stream on the first `next`, and closes it on the host when the loop is left before its end. */
async function* stream(flow: FlowCapability, read: () => NodeRequest): AsyncGenerator<unknown, void, undefined> {
  const { stream_id } = await flow.open_node_stream(read());
  let isOpen = true;
  try {
    for (;;) {
      const taken = await flow.take_node_stream({ stream_id });
      if (taken.done) {
        isOpen = false;
        return;
      }
      yield taken.value;
    }
  } catch (error) {
    // The error of the node is the one to tell; a stream that is gone already cannot be closed.
    isOpen = false;
    await flow.close_node_stream({ stream_id }).catch(() => undefined);
    throw error;
  } finally {
    if (isOpen) await flow.close_node_stream({ stream_id });
  }
}
