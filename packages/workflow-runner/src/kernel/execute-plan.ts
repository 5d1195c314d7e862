/**
 * Runs a plan: one inbox and one actor per node, all at once, until every one of them has settled.
 * @module
 */
import { type NodeEnvironment, NodeError, type WorkflowIssue } from '@nodetool-ai/protocol';
import type { MessageLog } from '../messages/message-log.js';
import { messageValue } from '../messages/message-value.js';
import type { WorkflowResult } from '../workflow-result.js';
import { type ActorEnd, runActor } from './actor.js';
import { EdgeBuffer } from './edge-buffer.js';
import { NodeInbox } from './inbox.js';
import { Matcher } from './matcher.js';
import { NodeOutputs } from './outputs.js';
import type { PlannedNode } from './planned-node.js';
import { StallWatch } from './stall.js';

/** Options of {@link executePlan}; see `RunWorkflowOptions`. */
export interface ExecuteOptions {
  environment: NodeEnvironment;
  log: MessageLog;
  /** Warnings found before the run; posted as log lines. */
  warnings: WorkflowIssue[];
  bufferLimit: number;
  onNodeError: 'continue' | 'abort';
  cancelGraceMs: number;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Runs all nodes; resolves when every one has settled, or the grace after a cancel is over. */
export async function executePlan(
  nodes: readonly PlannedNode[],
  options: ExecuteOptions,
): Promise<Omit<WorkflowResult, 'job_id' | 'duration_ms' | 'messages'>> {
  const { log } = options;
  const result = {
    outputs: Object.create(null) as Record<string, unknown[]>,
    issues: [...options.warnings],
    files: [] as WorkflowResult['files'],
  };
  const failures: { planned: PlannedNode; issue: WorkflowIssue }[] = [];
  const running = new Map<string, PlannedNode>();
  const stopper = new AbortController();
  // One signal per node: hundreds of nodes listening to one would make Node warn of a leak.
  const stoppers = new Map(nodes.map((one) => [one.facts.node.id, new AbortController()]));
  let stopReason: 'cancelled' | 'failed' | undefined;
  let isOver = false;

  const stop = (reason: 'cancelled' | 'failed'): void => {
    if (stopReason || isOver) return;
    stopReason = reason;
    for (const one of outputs.values()) one.stop();
    stopper.abort();
    for (const one of stoppers.values()) one.abort();
    for (const inbox of inboxes.values()) inbox.closeAll();
  };
  const fail = (planned: PlannedNode, error: unknown): void => {
    const issue = failureIssue(planned, error);
    failures.push({ planned, issue });
    result.issues.push(issue);
    if (options.onNodeError === 'abort') stop('failed');
  };

  const byId = new Map(nodes.map((one) => [one.facts.node.id, one]));
  const watch = new StallWatch((buffer, error) => {
    const target = nodes.find((one) => one.edgesIn.some((edge) => edge.id === buffer.edgeId));
    if (target) fail(target, error);
    stop('failed');
  });
  const inboxes = new Map<string, NodeInbox>();
  const outputs = new Map<string, NodeOutputs>();
  for (const one of nodes) {
    const { id } = one.facts.node;
    watch.add(id);
    const buffers = one.edgesIn.map(
      (edge) => new EdgeBuffer(edge.id, options.bufferLimit, watch.producer(edge.source)),
    );
    inboxes.set(id, new NodeInbox(buffers, watch.consumer(id)));
  }
  for (const one of nodes) outputs.set(one.facts.node.id, makeOutputs(one));

  log.post({ type: 'job_update', status: 'running' });
  for (const warning of options.warnings) {
    const name = warning.node_id === undefined ? '' : nodeName(byId.get(warning.node_id));
    log.post({
      type: 'log_update',
      node_id: warning.node_id ?? '',
      node_name: name,
      content: `${warning.message} ${warning.next ?? ''}`.trim(),
      severity: 'warning',
    });
  }

  const onAbort = () => stop('cancelled');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          result.issues.push({
            severity: 'error',
            code: 'run_timeout',
            message: `The run was stopped after its time of ${options.timeoutMs} ms.`,
            next: 'Give the run more time, or less work.',
          });
          stop('failed');
        }, options.timeoutMs);
  const settled = Promise.all(nodes.map(start));
  await Promise.race([settled, afterGrace(stopper.signal, options.cancelGraceMs, settled)]);
  isOver = true;
  if (timer !== undefined) clearTimeout(timer);
  options.signal?.removeEventListener('abort', onAbort);

  for (const one of running.values()) log.post({ type: 'node_update', ...about(one), status: 'cancelled' });
  for (const one of nodes) reportLeftOver(one);
  return { ...result, ...outcome() };

  async function start(planned: PlannedNode): Promise<void> {
    const { id } = planned.facts.node;
    const inbox = inboxes.get(id);
    const out = outputs.get(id);
    if (!inbox || !out) return;
    const whileOn =
      <Args extends unknown[]>(post: (...args: Args) => void) =>
      (...args: Args) => {
        if (!isOver && !stopper.signal.aborted) post(...args);
      };
    const end = await runActor({
      planned,
      inbox,
      matcher: new Matcher(planned.inEdges, planned.handles, inbox.buffers),
      outputs: out,
      environment: options.environment,
      signal: (stoppers.get(id) ?? stopper).signal,
      started: whileOn(() => {
        running.set(id, planned);
        log.post({ type: 'node_update', ...about(planned), status: 'running' });
      }),
      log: whileOn((severity, content) =>
        log.post({ type: 'log_update', node_id: id, node_name: nodeName(planned), content, severity }),
      ),
      progress: whileOn((percent, message) =>
        log.post({
          type: 'node_progress',
          node_id: id,
          progress: percent,
          total: 100,
          ...(message === undefined ? {} : { chunk: message }),
        }),
      ),
      saved: (path, bytes) => {
        // A file that stands is reported, also when the run was cancelled a moment before.
        if (isOver) return;
        result.files.push({ path, bytes, node_id: id });
        log.post({
          type: 'save_update',
          node_id: id,
          name: nodeName(planned),
          value: path,
          output_type: 'file',
          metadata: { bytes },
        });
      },
    });
    watch.remove(id);
    if (!isOver) report(planned, end);
  }

  function report(planned: PlannedNode, end: ActorEnd): void {
    if (end.status === 'cancelled') return; // Told at the end, for all nodes that were running.
    running.delete(planned.facts.node.id);
    if (end.status === 'error') {
      fail(planned, end.error);
      const issue = failures.at(-1)?.issue;
      log.post({
        type: 'node_update',
        ...about(planned),
        status: 'error',
        runs: end.runs,
        ...(issue ? { error: issue.message, error_detail: issue } : {}),
      });
    } else if (end.status === 'skipped') {
      log.post({
        type: 'node_update',
        ...about(planned),
        status: 'skipped',
        ...(end.hasFailedUpstream ? { reason: 'upstream_failed' } : {}),
      });
    } else {
      const shown = planned.definition.quiet ? {} : { result: shownResult(end.finals) };
      log.post({ type: 'node_update', ...about(planned), status: 'completed', runs: end.runs, ...shown });
    }
  }

  function makeOutputs(planned: PlannedNode): NodeOutputs {
    const { id } = planned.facts.node;
    const isTerminal = planned.edgesOut.length === 0;
    // A Code node whose outputs nobody named gets them from its body, one by one.
    const hasOneHandle = planned.kinds.size === 1;
    const edges = planned.edgesOut.map((edge) => {
      const inbox = inboxes.get(edge.target);
      if (!inbox) throw new Error(`no inbox for ${edge.target}`);
      const at = byId.get(edge.target)?.edgesIn.indexOf(edge) ?? -1;
      return { id: edge.id, handle: edge.sourceHandle, inbox, at };
    });
    return new NodeOutputs(planned.kinds, planned.isOpen, edges, {
      delivered(handle, value, count) {
        if (isOver || stopper.signal.aborted) return;
        const key = hasOneHandle || handle === 'output' ? planned.publicName : `${planned.publicName}.${handle}`;
        if (isTerminal) {
          const list = Object.hasOwn(result.outputs, key) ? result.outputs[key] : undefined;
          if (list) list.push(value);
          else define(result.outputs, key, [value]);
        }
        if (planned.definition.quiet || (count > 0 && !planned.definition.isOutput)) return;
        log.post({
          type: 'output_update',
          node_id: id,
          node_name: nodeName(planned),
          output_name: planned.definition.isOutput ? planned.publicName : handle,
          value: messageValue(value),
          output_type: outputType(planned, handle),
        });
      },
      routed(edgeId, counter) {
        if (!isOver) log.post({ type: 'edge_update', edge_id: edgeId, status: 'active', counter });
      },
      ended(edgeId, counter) {
        if (!isOver) log.post({ type: 'edge_update', edge_id: edgeId, status: 'completed', counter });
      },
    });
  }

  function reportLeftOver(planned: PlannedNode): void {
    const buffers = inboxes.get(planned.facts.node.id)?.buffers ?? [];
    for (const buffer of buffers) {
      if (buffer.held > 0) log.post({ type: 'edge_update', edge_id: buffer.edgeId, status: 'drained' });
    }
  }

  function outcome(): Pick<WorkflowResult, 'status' | 'error' | 'node_errors'> {
    const [first] = failures;
    const timedOut = result.issues.find((issue) => issue.code === 'run_timeout');
    const more: Pick<WorkflowResult, 'error' | 'node_errors'> = {};
    if (first) {
      const { node } = first.planned.facts;
      more.error = `${node.name ?? node.type} (${node.id}): ${first.issue.message}`;
      more.node_errors = Object.create(null) as Record<string, string>;
      for (const { planned, issue } of failures) define(more.node_errors, planned.facts.node.id, issue.message);
    } else if (timedOut) more.error = timedOut.message;
    else if (stopReason === 'cancelled') more.error = 'The run was cancelled.';
    const status = stopReason === 'cancelled' ? 'cancelled' : first || timedOut ? 'failed' : 'completed';
    return { status, ...more };
  }
}

/** Resolves `graceMs` after the signal, or never. The timer does not keep a process alive longer than the run. */
function afterGrace(signal: AbortSignal, graceMs: number, settled: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const onAbort = () => {
      const timer = setTimeout(resolve, graceMs);
      void settled.then(() => clearTimeout(timer));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function failureIssue(planned: PlannedNode, error: unknown): WorkflowIssue {
  const { node } = planned.facts;
  const base = { severity: 'error' as const, node_id: node.id, node_type: node.type };
  if (error instanceof NodeError) {
    return {
      ...base,
      code: error.code,
      message: error.message,
      ...(error.next === undefined ? {} : { next: error.next }),
      ...(error.at === undefined ? {} : { at: error.at }),
    };
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { ...base, code: 'node_failed', message };
}

function about(planned: PlannedNode): { node_id: string; node_name: string; node_type: string } {
  return { node_id: planned.facts.node.id, node_name: nodeName(planned), node_type: planned.facts.node.type };
}

function nodeName(planned: PlannedNode | undefined): string {
  return planned?.facts.node.name ?? planned?.definition.title ?? '';
}

function outputType(planned: PlannedNode, handle: string): string {
  const { definition, facts } = planned;
  const declared = Object.hasOwn(definition.outputs, handle) ? definition.outputs[handle]?.type : undefined;
  return declared ?? facts.node.dynamicOutputs.get(handle)?.type ?? 'any';
}

function shownResult(finals: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [handle, value] of finals) define(shown, handle, messageValue(value));
  return shown;
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
