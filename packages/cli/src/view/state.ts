/**
 * What a person may want to see of a run: a pure reducer over its messages.
 * @module
 */
import type { ProcessingMessage } from '@nodetool-ai/protocol';
import { LOG_TAIL_LINES } from '../limits.js';

/** State of one node. */
export type NodeStatus = 'waiting' | 'running' | 'completed' | 'error' | 'skipped' | 'cancelled';

/** One node of the view. Times are those of the messages, in ms. */
export interface NodeView {
  id: string;
  /** The name a person gave it, else its id. */
  label: string;
  /** Last part of its type: `Code`, `ReadFile`. */
  kind: string;
  status: NodeStatus;
  itemsIn: number;
  itemsOut: number;
  progress?: { value: number; total: number; message?: string };
  startedAt?: number;
  endedAt?: number;
  error?: string;
  reason?: string;
}

/** One console line of a node. */
export interface LogLine {
  nodeId: string;
  label: string;
  severity: 'info' | 'warning' | 'error';
  text: string;
}

/** The view of a run. */
export interface RunView {
  title: string;
  status: 'starting' | 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** In the order of the graph. */
  nodes: ReadonlyMap<string, NodeView>;
  edges: ReadonlyMap<string, EdgeView>;
  logs: readonly LogLine[];
  startedAt?: number;
  endedAt?: number;
  error?: string;
}

interface EdgeView {
  source: string;
  sourceHandle: string;
  target: string;
  count: number;
}

/** What the view needs to know of a graph. */
export interface ViewGraph {
  nodes: readonly { id: string; type: string; name?: string | undefined }[];
  edges: readonly { id: string; source: string; sourceHandle: string; target: string }[];
}

/** The view before the first message. */
export function createRunView(title: string, graph: ViewGraph): RunView {
  const nodes = new Map<string, NodeView>();
  for (const node of graph.nodes) {
    nodes.set(node.id, {
      id: node.id,
      label: node.name === undefined || node.name === '' ? node.id : node.name,
      kind: kindOf(node.type),
      status: 'waiting',
      itemsIn: 0,
      itemsOut: 0,
    });
  }
  const edges = new Map<string, EdgeView>();
  for (const { id, source, sourceHandle, target } of graph.edges) {
    edges.set(id, { source, sourceHandle, target, count: 0 });
  }
  return { title, status: 'starting', nodes, edges, logs: [] };
}

/** The view after one more message. Messages that do not concern it give the same view. */
export function reduceRunView(view: RunView, message: ProcessingMessage): RunView {
  switch (message.type) {
    case 'job_update': {
      const ended = message.status === 'completed' || message.status === 'failed' || message.status === 'cancelled';
      return {
        ...view,
        status: message.status,
        ...(message.status === 'running' && view.startedAt === undefined ? startOf(message) : {}),
        ...(ended && message.ts !== undefined ? { endedAt: message.ts } : {}),
        ...(message.error !== undefined ? { error: message.error } : {}),
      };
    }
    case 'node_update': {
      const status = statusOf(message.status);
      const ended = status !== 'running' && status !== 'waiting';
      return withNode(view, message.node_id, (node) => ({
        ...node,
        status,
        ...(status === 'running' && node.startedAt === undefined ? startOf(message) : {}),
        ...(ended && message.ts !== undefined ? { endedAt: message.ts } : {}),
        ...(message.error !== undefined ? { error: message.error } : {}),
        ...(message.reason !== undefined ? { reason: message.reason } : {}),
      }));
    }
    case 'node_progress':
      return withNode(view, message.node_id, (node) => ({
        ...node,
        progress: {
          value: message.progress,
          total: message.total,
          ...(message.chunk !== undefined && message.chunk !== '' ? { message: message.chunk } : {}),
        },
      }));
    case 'edge_update':
      return message.counter === undefined ? view : withEdgeCount(view, message.edge_id, message.counter);
    case 'log_update':
      return withLog(view, {
        nodeId: message.node_id,
        label: view.nodes.get(message.node_id)?.label ?? message.node_id,
        severity: message.severity,
        text: message.content,
      });
    default:
      return view;
  }
}

/** How long a node has been (or was) at work, in ms; `undefined` before it started. */
export function nodeDurationMs(node: NodeView, now: number): number | undefined {
  return node.startedAt === undefined ? undefined : Math.max(0, (node.endedAt ?? now) - node.startedAt);
}

function startOf(message: { ts?: number | undefined }): { startedAt?: number } {
  return message.ts === undefined ? {} : { startedAt: message.ts };
}

function withNode(view: RunView, id: string, change: (node: NodeView) => NodeView): RunView {
  const node = view.nodes.get(id);
  if (!node) return view;
  const nodes = new Map(view.nodes);
  nodes.set(id, change(node));
  return { ...view, nodes };
}

function withEdgeCount(view: RunView, id: string, count: number): RunView {
  const edge = view.edges.get(id);
  if (!edge || edge.count >= count) return view;
  const edges = new Map(view.edges);
  edges.set(id, { ...edge, count });
  const nodes = new Map(view.nodes);
  for (const nodeId of new Set([edge.source, edge.target])) {
    const node = nodes.get(nodeId);
    if (node) nodes.set(nodeId, { ...node, ...itemsOf(nodeId, edges) });
  }
  return { ...view, edges, nodes };
}

/** An item sent along two edges of one handle is one item out. */
function itemsOf(nodeId: string, edges: ReadonlyMap<string, EdgeView>): { itemsIn: number; itemsOut: number } {
  const outByHandle = new Map<string, number>();
  let itemsIn = 0;
  for (const edge of edges.values()) {
    if (edge.target === nodeId) itemsIn += edge.count;
    if (edge.source === nodeId) {
      outByHandle.set(edge.sourceHandle, Math.max(outByHandle.get(edge.sourceHandle) ?? 0, edge.count));
    }
  }
  let itemsOut = 0;
  for (const count of outByHandle.values()) itemsOut += count;
  return { itemsIn, itemsOut };
}

function withLog(view: RunView, line: LogLine): RunView {
  return { ...view, logs: [...view.logs.slice(-(LOG_TAIL_LINES - 1)), line] };
}

function kindOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

const STATUSES: readonly string[] = ['running', 'completed', 'error', 'skipped', 'cancelled'];

function statusOf(status: string): NodeStatus {
  return STATUSES.includes(status) ? (status as NodeStatus) : 'waiting';
}
