/** Calls nodes of the platform as functions. Every call returns a promise. */

/** Third argument of {@link callNode}, second of a node's own function. */
export interface CallOptions {
  /** Names of the secrets the node may read; it can only have fewer than the run. Default: those of the run. */
  secrets?: string[];
}

/**
 * Runs a node once and gives its outputs by name.
 *
 * Rejects with `flow is not available` when the host offers no nodes, and with the host's own error for a type it does
 * not have, for inputs that do not fit and when a limit is passed: calls in calls 4 deep, 16 open streams.
 * @throws `flow.bad-argument` a type that is no text of 1 to 200 characters, inputs that are no object
 * @example
 * const { output } = await callNode('nodetool.text.Concat', { a: 'Hi ', b: 'Ada' });
 */
export declare function callNode(
  type: string,
  inputs?: Record<string, unknown>,
  options?: CallOptions,
): Promise<Record<string, unknown>>;

/**
 * Runs a node that gives several values; each comes as it is made. The stream is opened with the first value that is
 * asked for, and leaving the loop closes it on the host.
 * @throws as {@link callNode}
 * @example
 * for await (const { output } of streamNode('nodetool.control.ForEach', { input_list: [1, 2] })) console.log(output);
 */
export declare function streamNode(
  type: string,
  inputs?: Record<string, unknown>,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined>;

/** A node as a function; its outputs come by name. */
export type NodeCall<Inputs, Outputs> = (inputs: Inputs, options?: CallOptions) => Promise<Outputs>;

/** A node that also gives its values one by one. */
export interface StreamingNodeCall<Inputs, Outputs> extends NodeCall<Inputs, Outputs> {
  /** The values as they come, each a part of the outputs. Leaving the loop closes the stream. */
  stream(inputs: Inputs, options?: CallOptions): AsyncGenerator<Partial<Outputs>, void, undefined>;
}
