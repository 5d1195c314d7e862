/**
 * The graph as it is written down: nodes, edges and what may be wrong with them.
 * @module
 */
import * as z from 'zod';
import type { SandboxErrorCode } from './error-codes.js';

/** Every reason a workflow is refused or a node fails that is not a failure of a sandbox run. */
export const WORKFLOW_ERROR_CODES = {
  workflow_syntax: 'The workflow is not JSON.',
  invalid_graph: 'The graph, a node or an edge does not have the shape of one.',
  missing_id: 'A node has no id.',
  duplicate_id: 'Two nodes have one id.',
  unknown_node: 'A node has no type, or one that nobody registered.',
  property: 'A property is missing, empty or of the wrong kind.',
  fan_in: 'Several edges lead into an input that takes one value.',
  cycle: 'The edges form a circle.',
  dangling_edge: 'An edge names a node that does not exist.',
  missing_handle: 'An edge does not say which output or input it connects.',
  unknown_handle: 'An edge names an output or input the node does not have.',
  incomparable_scopes: 'A node joins values of two iterations that have nothing to do with each other.',
  duplicate_name: 'Two inputs, or two outputs, of the workflow have one name.',
  unsupported: 'The graph uses something this runner does not do.',
  unknown_param: 'A parameter was given that no input has.',
  missing_param: 'An input has no value.',
  invalid_param: 'The value of a parameter does not fit its input.',
  code_syntax: 'The body of a Code node does not parse.',
  code_module: 'The body of a Code node uses a form of import or export it cannot have.',
  code_package_unavailable: 'The body of a Code node imports what no installed pack serves.',
  code_undeclared_output: 'The body of a Code node wrote to an output the node does not have.',
  code_file: 'The file with the body of a Code node cannot be read.',
  capability_unavailable: 'A node asks for a capability this runner does not have.',
  upstream_failed: 'A node above this one failed.',
  repeated_value: 'One input was given two values for one item.',
  buffer_limit: 'More values wait for their counterpart than the runner holds.',
  file_path: 'A path is not one the workflow may use.',
  file_missing: 'A file does not exist.',
  file_kind: 'A path leads to something that is not a regular file.',
  file_too_large: 'A file is larger than the node takes.',
  file_binary: 'A file is not text in the encoding named.',
  file_io: 'The operating system refused to read or write a file.',
  file_written_twice: 'Two values were to be written to one file.',
  no_output_folder: 'A file is to be written and the run has no output folder.',
  node_failed: 'A node threw an error without a code.',
  run_timeout: 'The time given for the whole run is over.',
} as const;

/** One of {@link WORKFLOW_ERROR_CODES}. */
export type WorkflowErrorCode = keyof typeof WORKFLOW_ERROR_CODES;

/** Code of an issue or of a failed node. */
export type WorkflowFailureCode = WorkflowErrorCode | SandboxErrorCode;

/** A type of a slot: `{ type: "list", type_args: [{ type: "int" }] }`. */
export interface TypeMetadata {
  type: string;
  type_args?: TypeMetadata[] | undefined;
  optional?: boolean | undefined;
}

const typeObjectSchema: z.ZodType<TypeMetadata> = z.lazy(() =>
  z.looseObject({
    type: z.string().min(1),
    type_args: z.array(typeObjectSchema).optional(),
    optional: z.boolean().optional(),
  }),
);

/** A type, or its shorthand text such as `"list[int]"`. */
export const typeMetadataSchema = z.union([z.string().min(1).max(200), typeObjectSchema]);

const recordSchema = z.record(z.string(), z.unknown());

/** A user-added input: its type, or an object with `type` and more. */
export const dynamicSlotSchema = z.union([
  z.string().min(1),
  z.looseObject({
    type: typeMetadataSchema,
    description: z.string().optional(),
    default: z.unknown().optional(),
    required: z.boolean().optional(),
  }),
]);

/** A node as written in a file. Keys not named here are kept and ignored. */
export const graphNodeSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  name: z.string().optional(),
  properties: recordSchema.optional(),
  dynamic_properties: recordSchema.optional(),
  dynamic_inputs: z.record(z.string(), dynamicSlotSchema).optional(),
  dynamic_outputs: z.record(z.string(), typeMetadataSchema).optional(),
  parent_id: z.string().nullish(),
  ui_properties: recordSchema.optional(),
});

/** An edge as written in a file. */
export const graphEdgeSchema = z.looseObject({
  id: z.string().nullish(),
  source: z.string().min(1),
  sourceHandle: z.string().min(1),
  target: z.string().min(1),
  targetHandle: z.string().min(1),
  edge_type: z.enum(['data', 'control']).optional(),
});

/** A graph as written in a file. */
export const graphSchema = z.looseObject({ nodes: z.array(graphNodeSchema), edges: z.array(graphEdgeSchema) });

/** A workflow file: a bare graph, or a graph with a name around it. */
export const workflowFileSchema = z.union([
  z.looseObject({ id: z.string().optional(), name: z.string().optional(), graph: graphSchema }),
  graphSchema,
]);

/** A user-added input after loading. */
export interface DynamicSlot {
  type: TypeMetadata;
  description?: string | undefined;
  default?: unknown;
  required?: boolean | undefined;
}

/** A node after loading: every map is there, types are in object form, maps keyed by users are `Map`s. */
export interface GraphNode {
  id: string;
  type: string;
  name?: string;
  properties: ReadonlyMap<string, unknown>;
  dynamicInputs: ReadonlyMap<string, DynamicSlot>;
  dynamicOutputs: ReadonlyMap<string, TypeMetadata>;
  bypassed: boolean;
}

/** An edge after loading. */
export interface GraphEdge {
  id: string;
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
}

/** A graph after loading. */
export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** A place in a text the user wrote; 1-based. `file` is absent when the text is a property of the node itself. */
export interface SourcePosition {
  line: number;
  column?: number;
  file?: string;
}

/** One thing that is wrong with a workflow, or the failure of one node. */
export interface WorkflowIssue {
  severity: 'error' | 'warning';
  code: WorkflowFailureCode;
  /** What happened, to what. */
  message: string;
  /** What to do next. */
  next?: string;
  node_id?: string;
  node_type?: string;
  edge_id?: string;
  /** The property of the node the issue is about. */
  property?: string;
  /** Place in the node's own text: the body of a Code node. */
  at?: SourcePosition;
}
