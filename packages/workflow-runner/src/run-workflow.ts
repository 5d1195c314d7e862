/**
 * Runs a workflow: loads and checks the graph, starts every node at once, waits for all of them.
 * @module
 */
import type {
  Graph,
  NodeEnvironment,
  ProcessingMessage,
  SandboxModuleCatalog,
  WorkflowIssue,
} from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { loadGraph } from './graph/load-graph.js';
import { executePlan } from './kernel/execute-plan.js';
import { DEFAULT_BUFFER_LIMIT, DEFAULT_CANCEL_GRACE_MS, DEFAULT_MAX_MESSAGES } from './kernel/limits.js';
import { applyParams } from './kernel/params.js';
import { planGraph } from './kernel/plan.js';
import { MessageLog } from './messages/message-log.js';
import { coreNodes } from './nodes/core-nodes.js';
import { NodeRegistry } from './registry.js';
import type { WorkflowResult } from './workflow-result.js';

/** Options of {@link runWorkflow}. */
export interface RunWorkflowOptions {
  /** Values for the inputs of the graph, by name. A name no input has is refused. */
  params?: Readonly<Record<string, unknown>>;
  /** Folder files are written below; without it a node that writes fails. */
  outDir?: string;
  /** Folder of the workflow file; files are read below it. */
  workflowDir?: string;
  /** More folders files may be read from. */
  readDirs?: readonly string[];
  /** Packs the bodies of Code nodes may import; without it every import is refused. */
  catalog?: SandboxModuleCatalog;
  /** Host code of those packs by host id, such as `hostModuleSources` of the compiler finds it. */
  hostModules?: NodeEnvironment['hostModules'];
  execution?: NodeEnvironment['execution'];
  signal?: AbortSignal;
  /** Told every message, in order. What it throws is counted and otherwise ignored. */
  onMessage?: (message: ProcessingMessage) => void;
  /** Default: that of `@nodetool-ai/sandbox-core`. */
  runInSandbox?: NodeEnvironment['runInSandbox'];
  /** Default: the nodes that run anywhere; the `./node` entry adds those for files. */
  registry?: NodeRegistry;
  /** Completes a loaded graph before it is checked, and tells what it could not. */
  prepare?: (graph: Graph) => Promise<WorkflowIssue[]>;
  jobId?: string;
  workflowId?: string;
  /** Values that wait on one edge; default 256, at least 1. */
  bufferLimit?: number;
  /** What a failed node means for the others; default `continue`: branches that do not need it finish. */
  onNodeError?: 'continue' | 'abort';
  /** Time cancelled nodes have to stop; default 5000 ms. */
  cancelGraceMs?: number;
  /** Time for the whole run in ms; default none. */
  timeoutMs?: number;
  /** Messages kept in the result; default 10 000. */
  maxMessages?: number;
}

/**
 * Runs a graph and resolves with how it ended. Never rejects for what is wrong with a workflow.
 *
 * Nothing starts before the whole graph was checked. A node that fails stops itself and what needs its values;
 * files and values that were delivered stay. It does not protect against what a registered node definition does:
 * definitions are host code.
 *
 * @param document - a graph, or `{ graph, … }`, as parsed from JSON
 * @example
 * const result = await runWorkflow(
 *   {
 *     nodes: [
 *       { id: 'n', type: 'nodetool.constant.Integer', properties: { value: 20 } },
 *       { id: 'double', type: 'nodetool.code.Code', properties: { code: 'await output("twice", inputs.n * 2)' } },
 *       { id: 'out', type: 'nodetool.output.Output', properties: { name: 'answer' } },
 *     ],
 *     edges: [
 *       { source: 'n', sourceHandle: 'output', target: 'double', targetHandle: 'n' },
 *       { source: 'double', sourceHandle: 'twice', target: 'out', targetHandle: 'value' },
 *     ],
 *   },
 * );
 * result.outputs['answer']; // [40]
 */
export async function runWorkflow(document: unknown, options: RunWorkflowOptions = {}): Promise<WorkflowResult> {
  const startedAt = performance.now();
  const jobId = options.jobId ?? newJobId();
  const log = new MessageLog({
    jobId,
    maxMessages: options.maxMessages ?? DEFAULT_MAX_MESSAGES,
    ...(options.workflowId === undefined ? {} : { workflowId: options.workflowId }),
    ...(options.onMessage === undefined ? {} : { onMessage: options.onMessage }),
  });
  const finish = (end: RunEnd): WorkflowResult => {
    const duration = performance.now() - startedAt;
    const [first] = end.issues.filter((issue) => issue.severity === 'error');
    log.post({
      type: 'job_update',
      status: end.status,
      duration: duration / 1000,
      ...(end.error === undefined ? {} : { error: end.error }),
      ...(end.status === 'failed' && first ? { error_code: first.code, validation_issues: end.issues } : {}),
    });
    return {
      job_id: jobId,
      ...end,
      duration_ms: duration,
      messages: log.kept,
      ...(log.listenerErrors === 0 ? {} : { listener_errors: log.listenerErrors }),
    };
  };

  try {
    return finish(await checkAndExecute(document, options, log));
  } catch (error) {
    // Nothing a workflow holds leads here: a catalog or a definition threw, or the runner has a fault.
    const message = `The runner failed: ${error instanceof Error ? error.message : String(error)}`;
    const issue: WorkflowIssue = { severity: 'error', code: 'node_failed', message };
    return finish({ status: 'failed', error: message, issues: [issue], ...nothing() });
  }
}

/** A random UUID; pages without a secure origin lack `randomUUID`. */
function newJobId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

type RunEnd = Omit<WorkflowResult, 'job_id' | 'duration_ms' | 'messages'>;

async function checkAndExecute(document: unknown, options: RunWorkflowOptions, log: MessageLog): Promise<RunEnd> {
  const environment: NodeEnvironment = {
    runInSandbox: options.runInSandbox ?? runInSandbox,
    shared: new Map(),
    ...pick(options, ['catalog', 'hostModules', 'execution', 'workflowDir', 'readDirs', 'outDir']),
  };
  const registry = options.registry ?? new NodeRegistry(coreNodes);
  const loaded = loadGraph(document);
  // What depends on an entry that cannot be read would only repeat the complaint.
  if (loaded.issues.length > 0) return refusal(loaded.issues);
  const unprepared = (await options.prepare?.(loaded.graph)) ?? [];
  const applied = applyParams(loaded.graph, registry, options.params ?? {});
  const plan = planGraph(loaded.graph, registry, environment, applied.overrides);
  const issues = [...unprepared, ...applied.issues, ...plan.issues.filter((one) => !isToldBy(one, unprepared))];
  if (options.signal?.aborted) {
    return { status: 'cancelled', error: 'The run was cancelled before it began.', issues: [], ...nothing() };
  }
  if (issues.some((issue) => issue.severity === 'error')) return refusal(issues);

  return executePlan(plan.nodes, {
    environment,
    log,
    warnings: issues,
    bufferLimit: Math.max(1, Math.floor(options.bufferLimit ?? DEFAULT_BUFFER_LIMIT)),
    onNodeError: options.onNodeError ?? 'continue',
    cancelGraceMs: options.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS,
    ...pick(options, ['signal', 'timeoutMs']),
  });
}

/** Whether what was found while preparing said the same of the same property. */
function isToldBy(issue: WorkflowIssue, told: readonly WorkflowIssue[]): boolean {
  return told.some(
    (one) => one.code === issue.code && one.node_id === issue.node_id && one.property === issue.property,
  );
}

function nothing(): Pick<RunEnd, 'outputs' | 'files'> {
  return { outputs: Object.create(null) as Record<string, unknown[]>, files: [] };
}

function refusal(issues: WorkflowIssue[]): RunEnd {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const where = first?.node_id === undefined ? '' : `${first.node_id}: `;
  const error = `${where}${first?.message ?? 'The workflow is refused.'}${more}`;
  return { status: 'failed', error, issues, ...nothing() };
}

function pick<Source extends object, Key extends keyof Source>(source: Source, keys: readonly Key[]) {
  const picked: { [K in Key]?: Exclude<Source[K], undefined> } = {};
  for (const key of keys) if (source[key] !== undefined) picked[key] = source[key] as Exclude<Source[Key], undefined>;
  return picked;
}
