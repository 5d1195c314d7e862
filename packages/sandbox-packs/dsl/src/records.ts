/**
 * What is known of each node and handle. A program holds the objects; what they stand for is kept here, out of reach.
 * @module
 */

/** A kind of node, as the generated modules describe it. */
export interface NodeKind {
  /** Name of its function. */
  name: string;
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Further inputs may be given by any name. */
  dynamicInputs?: boolean;
  /** Outputs may be chosen by the caller. */
  dynamicOutputs?: boolean;
}

/** One edge, from its target's side. */
export interface IncomingEdge {
  input: string;
  from: HandleRecord;
}

/** One node of the graph that is being written. */
export interface NodeRecord {
  kind: NodeKind;
  /** Nodes are listed in the order in which they were made. */
  sequence: number;
  /** The graph it belongs to: those made between two calls of `workflow` are one. */
  program: object;
  id: string | undefined;
  properties: Record<string, unknown>;
  dynamicProperties: Record<string, unknown>;
  dynamicInputs: string[];
  /** Output types by name, when the caller chose them. */
  dynamicOutputs: Record<string, string> | undefined;
  isStreamingInput: boolean;
  edges: IncomingEdge[];
}

/** One output of one node. */
export interface HandleRecord {
  node: NodeRecord;
  slot: string;
}

const nodes = new WeakMap<object, NodeRecord>();
const handles = new WeakMap<object, HandleRecord>();
let program: object = {};
let made = 0;

/** The graph that is being written now. */
export const currentProgram = (): object => program;

/** What is made from now on belongs to another graph. */
export function startProgram(): void {
  program = {};
}

/** Number of the next node. */
export function nextSequence(): number {
  made += 1;
  return made;
}

/** Lets an object stand for a node. */
export function rememberNode(ref: object, record: NodeRecord): void {
  nodes.set(ref, record);
}

/** Lets an object stand for an output. */
export function rememberHandle(handle: object, record: HandleRecord): void {
  handles.set(handle, record);
}

/** The node a value stands for. */
export const nodeOf = (value: unknown): NodeRecord | undefined => (isObject(value) ? nodes.get(value) : undefined);

/** The output a value stands for. */
export const handleOf = (value: unknown): HandleRecord | undefined =>
  isObject(value) ? handles.get(value) : undefined;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
