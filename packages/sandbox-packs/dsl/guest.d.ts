/** Writes workflow graphs as calls of functions. Builds data and runs nothing; plain calls, no promises. */

/** An output of a node, for use as a property of another. Using it as text or as a number throws. */
export interface Handle {
  readonly [handle]: true;
}
declare const handle: unique symbol;

/** What a property takes: a value, an output of a node, or several outputs (one edge each). */
export type Value<T> = T | Handle | Handle[];

/** Every property of a node may be left out while the graph is written. */
export type Given<Properties> = { [Name in keyof Properties]?: Properties[Name] | undefined };

/** A node of the graph that is being written. */
export interface NodeRef<Slots extends string = string> {
  /**
   * The handle of an output; the only one of the node when none is named.
   * @throws `dsl.not-found` for a name the node does not have, `dsl.bad-argument` when it has several and none is named
   * @example
   * concat({ a: 'Hello ', b: 'Ada' }).output();
   */
  output(slot?: Slots): Handle;
}

/** Second argument of every node function. */
export interface NodeOptions {
  /** Id of the node, 1 to 200 characters; default the class name in snake case, numbered from the second on. */
  id?: string;
}

/** Second argument of a node whose outputs the caller chooses. */
export interface DynamicNodeOptions extends NodeOptions {
  /** Names of outputs, or their types by name. Default: any name may be asked for. */
  outputs?: string[] | Record<string, string>;
  /** Whether the body reads its inputs as a stream; default false. */
  streamingInput?: boolean;
}

/**
 * Makes a node. Properties are copied; what is `undefined` is left out.
 * @throws `dsl.bad-argument` an unknown property, a handle nested in a value, a list that mixes handles and values, a
 *   value that is no plain data; `dsl.too-deep` above 100 levels
 */
export type NodeFunction<Properties, Slots extends string> = (
  properties?: Given<Properties>,
  options?: NodeOptions,
) => NodeRef<Slots>;

/** Makes a node with inputs and outputs of the caller's own. */
export type DynamicNodeFunction<Properties> = (properties?: Given<Properties>, options?: DynamicNodeOptions) => NodeRef;

/** A graph as a workflow file has it. */
export interface WorkflowGraph {
  nodes: {
    id: string;
    type: string;
    properties: Record<string, unknown>;
    dynamic_properties?: Record<string, unknown>;
    dynamic_inputs?: Record<string, string>;
    dynamic_outputs?: Record<string, string>;
    is_streaming_input?: true;
  }[];
  edges: { id: string; source: string; sourceHandle: string; target: string; targetHandle: string }[];
}

/**
 * The graph of everything that leads to the terminals, at most 2000 nodes and 10 000 edges, in the order of the calls.
 * What was made before the call belongs to this graph: its refs and handles are refused afterwards.
 * @throws `dsl.bad-argument` no terminal, one of another graph, an id twice; `dsl.too-many` above a cap
 * @example
 * const name = input.stringInput({ name: 'who' });
 * workflow(output.output({ name: 'greeting', value: text.concat({ a: 'Hello ', b: name.output() }).output() }));
 */
export declare function workflow(...terminals: (NodeRef | Handle)[]): WorkflowGraph;

export * from './generated/namespaces.js';
