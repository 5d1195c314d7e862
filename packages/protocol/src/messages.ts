/**
 * What a run tells while it runs. Plain JSON; every message carries a sequence number.
 * @module
 */
import * as z from 'zod';

/** Severity of a log line. */
export type LogSeverity = 'info' | 'warning' | 'error';

const stamp = {
  job_id: z.string(),
  workflow_id: z.string().optional(),
  /** 1, 2, 3 … per run. */
  seq: z.number().int().positive(),
  /** Milliseconds since the epoch. */
  ts: z.number(),
};
const node = { node_id: z.string(), node_name: z.string(), node_type: z.string() };

/** A place in a text the user wrote. */
export const sourcePositionSchema = z.object({
  line: z.number().int(),
  column: z.number().int().optional(),
  file: z.string().optional(),
});

/** One issue, as `job_update` and a failed node carry it. */
export const workflowIssueSchema = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  next: z.string().optional(),
  node_id: z.string().optional(),
  node_type: z.string().optional(),
  edge_id: z.string().optional(),
  property: z.string().optional(),
  at: sourcePositionSchema.optional(),
});

/** Start and end of a run. */
export const jobUpdateSchema = z.object({
  ...stamp,
  type: z.literal('job_update'),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  error: z.string().optional(),
  error_code: z.string().optional(),
  validation_issues: z.array(workflowIssueSchema).optional(),
  /** Seconds. */
  duration: z.number().optional(),
});

/** Status of one node. */
export const nodeUpdateSchema = z.object({
  ...stamp,
  ...node,
  type: z.literal('node_update'),
  status: z.enum(['running', 'completed', 'error', 'skipped', 'cancelled']),
  error: z.string().optional(),
  error_detail: workflowIssueSchema.optional(),
  reason: z.string().optional(),
  /** Final values by output; large ones are cut, see {@link truncatedValueSchema}. */
  result: z.record(z.string(), z.unknown()).optional(),
  /** How often the node ran. */
  runs: z.number().int().optional(),
});

/** Share of its work a node has done. */
export const nodeProgressSchema = z.object({
  ...stamp,
  type: z.literal('node_progress'),
  node_id: z.string(),
  progress: z.number(),
  total: z.number(),
  chunk: z.string().optional(),
});

/** A console line or a warning. */
export const logUpdateSchema = z.object({
  ...stamp,
  type: z.literal('log_update'),
  node_id: z.string(),
  node_name: z.string(),
  content: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
});

/** A value to show. */
export const outputUpdateSchema = z.object({
  ...stamp,
  type: z.literal('output_update'),
  node_id: z.string(),
  node_name: z.string(),
  output_name: z.string(),
  value: z.unknown(),
  output_type: z.string(),
});

/** Traffic on an edge: a value passed, no more will come, or values were left over. */
export const edgeUpdateSchema = z.object({
  ...stamp,
  type: z.literal('edge_update'),
  edge_id: z.string(),
  status: z.enum(['active', 'completed', 'drained']),
  /** Values so far. */
  counter: z.number().int().optional(),
});

/** A node wrote a file. */
export const saveUpdateSchema = z.object({
  ...stamp,
  type: z.literal('save_update'),
  node_id: z.string(),
  name: z.string(),
  /** Path relative to the output folder. */
  value: z.string(),
  output_type: z.literal('file'),
  metadata: z.object({ bytes: z.number() }),
});

/** Stands once at the end of kept messages when more were sent than are kept. */
export const truncatedSchema = z.object({ ...stamp, type: z.literal('truncated'), kept: z.number().int() });

/** Any message of a run. */
export const processingMessageSchema = z.discriminatedUnion('type', [
  jobUpdateSchema,
  nodeUpdateSchema,
  nodeProgressSchema,
  logUpdateSchema,
  outputUpdateSchema,
  edgeUpdateSchema,
  saveUpdateSchema,
  truncatedSchema,
]);

/** Any message of a run. */
export type ProcessingMessage = z.infer<typeof processingMessageSchema>;

type Unstamped<Message> = Message extends unknown ? Omit<Message, 'job_id' | 'workflow_id' | 'seq' | 'ts'> : never;

/** A message before the relay has stamped it. */
export type UnstampedMessage = Unstamped<ProcessingMessage>;

/** What stands in a message for a value that is bytes, or larger than a message may be. */
export const truncatedValueSchema = z.object({
  __truncated__: z.literal(true),
  bytes: z.number(),
  preview: z.string(),
});
