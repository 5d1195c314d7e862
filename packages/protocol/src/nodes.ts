/**
 * What a node is: a plain definition, and what its `run` is given.
 * @module
 */
import type { GraphNode, SourcePosition, WorkflowFailureCode, WorkflowIssue } from './graph.js';
import type { LogSeverity } from './messages.js';
import type { SandboxModuleCatalog } from './module-catalog.js';
import type { HostModuleSource, RunSandboxOptions, RunSandboxResult } from './run.js';

/** Kind of values an input or output carries, as far as the runner checks it. */
export type SlotKind = 'any' | 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict' | 'bytes';

/** A declared input: a property that an edge may feed. An edge beats the property, the property beats the default. */
export interface NodeInput {
  type: SlotKind;
  description: string;
  default?: unknown;
  /** Without a value the graph is refused. */
  required?: boolean;
  /** Only a property: takes no edge. */
  setting?: boolean;
}

/** A declared output. */
export interface NodeOutput {
  type: SlotKind;
  description: string;
}

/**
 * How many values an output carries per run of the node: `single` at most one, `iteration` any number.
 * All `iteration` outputs of a node share one count: what one `emit` call carries is one item.
 */
export type OutputKind = 'single' | 'iteration';

/** What checks and planning know of a node. Maps, since the keys are the user's. */
export interface NodeFacts {
  node: GraphNode;
  /** Every declared input's property or default. */
  properties: ReadonlyMap<string, unknown>;
  /** Inputs an edge leads into. */
  connectedInputs: ReadonlySet<string>;
  /** Declared and dynamic outputs, and those an edge starts from. */
  outputs: ReadonlySet<string>;
}

/** What every node of a run may use of the host. */
export interface NodeEnvironment {
  runInSandbox: (options: RunSandboxOptions) => Promise<RunSandboxResult>;
  catalog?: SandboxModuleCatalog;
  hostModules?: Record<string, HostModuleSource>;
  execution?: 'auto' | 'worker' | 'inline';
  /** Folder of the workflow file; files are read below it. */
  workflowDir?: string;
  /** More folders files may be read from. */
  readDirs?: readonly string[];
  /** Folder files are written below. */
  outDir?: string;
  /** What nodes of one run share among themselves; empty at the start. */
  shared: Map<string, unknown>;
}

/** One run of a node: its values and its ways out. */
export interface NodeRun {
  node: GraphNode;
  environment: NodeEnvironment;
  /** Declared inputs by name; no prototype. Values are shared with other nodes: never change one. */
  inputs: Record<string, unknown>;
  /** Values of user-added inputs. */
  dynamicInputs: ReadonlyMap<string, unknown>;
  /** Outputs the node has; see {@link NodeFacts}. */
  outputs: ReadonlySet<string>;
  /** Kept across the runs of this node in one run of the workflow. */
  state: Record<string, unknown>;
  signal: AbortSignal;
  /** Delivers one item now; resolves when every consumer took it. */
  emit(values: ReadonlyMap<string, unknown>): Promise<void>;
  log(severity: LogSeverity, content: string): void;
  /** Share done, 0 to 100. */
  progress(percent: number, message?: string): void;
  /** Tells that a file was written; `path` is relative to the output folder. */
  saved(path: string, bytes: number): void;
}

/** A kind of node. */
export interface NodeDefinition {
  /** `<namespace>.<Name>`, the key in a graph. */
  type: string;
  title: string;
  description: string;
  inputs: Readonly<Record<string, NodeInput>>;
  outputs: Readonly<Record<string, NodeOutput>>;
  /** Users may add inputs. */
  supportsDynamicInputs?: boolean;
  /** Users may add outputs. */
  supportsDynamicOutputs?: boolean;
  /** Name of the input that is given all values of the innermost iteration as one list. */
  collects?: string;
  /** A constant or an input: its values are not announced in messages. */
  quiet?: boolean;
  /** An input of the workflow: turns a parameter into the node's `value`, or throws an `Error` that says what fits. */
  readParam?(value: unknown, properties: ReadonlyMap<string, unknown>): unknown;
  /** Whether a value is an output of the workflow under the node's public name, also when an edge starts there. */
  isOutput?: boolean;
  /** What can be said before anything runs. */
  check?(facts: NodeFacts, environment: NodeEnvironment): WorkflowIssue[];
  /** Kind of each output; what is not named is `single`. */
  outputKinds?(facts: NodeFacts): ReadonlyMap<string, OutputKind>;
  /** Runs once per item. What it returns goes out as its final values, by output name. */
  run(run: NodeRun): Promise<ReadonlyMap<string, unknown> | undefined>;
}

/**
 * Declares a node. The identity function, for the types.
 * @example
 * const double = defineNode({
 *   type: 'acme.math.Double',
 *   title: 'Double',
 *   description: 'Twice a number.',
 *   inputs: { value: { type: 'float', description: 'The number.', required: true } },
 *   outputs: { output: { type: 'float', description: 'Twice the number.' } },
 *   run: async ({ inputs }) => new Map([['output', Number(inputs['value']) * 2]]),
 * });
 */
export function defineNode(definition: NodeDefinition): NodeDefinition {
  return definition;
}

/** What a node throws when it knows more than a message. */
export class NodeError extends Error {
  readonly code: WorkflowFailureCode;
  /** What to do next, one sentence. */
  readonly next?: string;
  readonly at?: SourcePosition;

  constructor(
    code: WorkflowFailureCode,
    message: string,
    more: { next?: string; at?: SourcePosition; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'NodeError';
    this.code = code;
    if (more.next !== undefined) this.next = more.next;
    if (more.at !== undefined) this.at = more.at;
  }
}
