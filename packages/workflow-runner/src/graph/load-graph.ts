/**
 * From whatever a file holds to a graph in one form, or to the list of what is wrong with it.
 * @module
 */
import {
  type DynamicSlot,
  type Graph,
  type GraphEdge,
  type GraphNode,
  graphEdgeSchema,
  graphNodeSchema,
  type TypeMetadata,
  type WorkflowIssue,
} from '@nodetool-ai/protocol';
import type * as z from 'zod';

/** What became of a document. `graph` holds what could be read, also when there are issues. */
export interface LoadedGraph {
  graph: Graph;
  issues: WorkflowIssue[];
}

/** Nodes that only the editor needs. */
const EDITOR_ONLY = new Set(['nodetool.workflows.base_node.Comment', 'nodetool.workflows.base_node.Group']);

/**
 * Reads a bare graph or `{ graph, … }`. Never throws, whatever it is given.
 * Comment and group nodes are dropped, with their edges.
 */
export function loadGraph(document: unknown): LoadedGraph {
  try {
    return readGraph(document);
  } catch (error) {
    // A document that nests ten thousand levels, or an object with a getter that throws.
    const issue = invalid(
      `The workflow cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`,
      'Give plain JSON.',
    );
    return { graph: { nodes: [], edges: [] }, issues: [issue] };
  }
}

function readGraph(document: unknown): LoadedGraph {
  const issues: WorkflowIssue[] = [];
  const graph: Graph = { nodes: [], edges: [] };
  const raw = isRecord(document) && isRecord(document['graph']) ? document['graph'] : document;
  if (!isRecord(raw) || !Array.isArray(raw['nodes']) || !Array.isArray(raw['edges'])) {
    issues.push({
      severity: 'error',
      code: 'invalid_graph',
      message: 'A workflow is an object with two lists, "nodes" and "edges".',
      next: 'Write { "nodes": [ … ], "edges": [ … ] }.',
    });
    return { graph, issues };
  }
  const ids = new Set<string>();
  const dropped = new Set<string>();
  for (const [at, entry] of raw['nodes'].entries()) {
    const node = loadNode(entry, at, issues);
    if (!node) continue;
    if (ids.has(node.id)) {
      issues.push({
        severity: 'error',
        code: 'duplicate_id',
        message: `Two nodes have the id "${node.id}".`,
        next: 'Give each node an id of its own.',
        node_id: node.id,
      });
      continue;
    }
    ids.add(node.id);
    if (EDITOR_ONLY.has(node.type)) dropped.add(node.id);
    else graph.nodes.push(node);
  }
  for (const [at, entry] of raw['edges'].entries()) {
    const edge = loadEdge(entry, at, issues);
    if (edge && !dropped.has(edge.source) && !dropped.has(edge.target)) graph.edges.push(edge);
  }
  return { graph, issues };
}

function loadNode(entry: unknown, at: number, issues: WorkflowIssue[]): GraphNode | undefined {
  if (!isRecord(entry)) {
    issues.push(invalid(`Entry ${at + 1} of "nodes" is no object.`, 'Write { "id": …, "type": … }.'));
    return undefined;
  }
  if (typeof entry['id'] !== 'string' || entry['id'] === '') {
    issues.push({
      severity: 'error',
      code: 'missing_id',
      message: `Entry ${at + 1} of "nodes" has no id.`,
      next: 'Add "id" with a text of its own.',
    });
    return undefined;
  }
  const id = entry['id'];
  if (typeof entry['type'] !== 'string' || entry['type'] === '') {
    issues.push({
      severity: 'error',
      code: 'unknown_node',
      message: 'The node has no type.',
      next: 'Add "type", such as "nodetool.code.Code".',
      node_id: id,
    });
    return undefined;
  }
  // The editor keeps a node's values under `data`.
  const data = isRecord(entry['data']) ? entry['data'] : undefined;
  const map = (key: string) => entry[key] ?? data?.[key];
  const shaped = {
    ...entry,
    properties: entry['properties'] ?? data?.['properties'] ?? data,
    dynamic_properties: map('dynamic_properties'),
    dynamic_inputs: map('dynamic_inputs'),
    dynamic_outputs: map('dynamic_outputs'),
  };
  const checked = graphNodeSchema.safeParse(shaped);
  if (!checked.success) {
    issues.push({ ...invalid(`The node does not have the shape of one: ${zodReason(checked.error)}`), node_id: id });
    return undefined;
  }
  // The maps are read from the document itself, own keys only: a key such as `__proto__` is a name like any other.
  const dynamicInputs = new Map<string, DynamicSlot>();
  for (const [name, slot] of entriesOf(shaped.dynamic_inputs)) dynamicInputs.set(name, dynamicSlot(slot));
  for (const [name, value] of entriesOf(shaped.dynamic_properties)) {
    const slot = dynamicInputs.get(name) ?? { type: { type: 'any' } };
    dynamicInputs.set(name, { ...slot, default: value });
  }
  const dynamicOutputs = new Map<string, TypeMetadata>();
  for (const [name, type] of entriesOf(shaped.dynamic_outputs)) dynamicOutputs.set(name, typeMetadata(type));
  const ui = isRecord(entry['ui_properties']) ? entry['ui_properties'] : undefined;
  const node: GraphNode = {
    id,
    type: entry['type'],
    properties: new Map(entriesOf(shaped.properties)),
    dynamicInputs,
    dynamicOutputs,
    bypassed: ui?.['bypassed'] === true,
  };
  if (typeof entry['name'] === 'string') node.name = entry['name'];
  return node;
}

function loadEdge(entry: unknown, at: number, issues: WorkflowIssue[]): GraphEdge | undefined {
  if (!isRecord(entry)) {
    issues.push(
      invalid(
        `Entry ${at + 1} of "edges" is no object.`,
        'Write { "source": …, "sourceHandle": …, "target": …, "targetHandle": … }.',
      ),
    );
    return undefined;
  }
  const shaped = {
    ...entry,
    sourceHandle: entry['sourceHandle'] ?? entry['source_handle'],
    targetHandle: entry['targetHandle'] ?? entry['target_handle'],
  };
  const name = `Edge ${at + 1} (${text(entry['source'])} to ${text(entry['target'])})`;
  const lacking = (['sourceHandle', 'targetHandle'] as const).filter(
    (key) => typeof shaped[key] !== 'string' || shaped[key] === '',
  );
  if (lacking.length > 0) {
    issues.push({
      severity: 'error',
      code: 'missing_handle',
      message: `${name} has no ${lacking.map((key) => `"${key}"`).join(' and no ')}.`,
      next: 'Name the output the edge starts from and the input it leads to.',
    });
    return undefined;
  }
  const checked = graphEdgeSchema.safeParse(shaped);
  if (!checked.success) {
    issues.push(invalid(`${name} does not have the shape of one: ${zodReason(checked.error)}`));
    return undefined;
  }
  const { source, sourceHandle, target, targetHandle } = checked.data;
  const data = isRecord(entry['data']) ? entry['data'] : undefined;
  if (checked.data.edge_type === 'control' || entry['type'] === 'control' || data?.['edge_type'] === 'control') {
    issues.push({
      severity: 'error',
      code: 'unsupported',
      message: `${name} is a control edge; this runner has data edges only.`,
      next: 'Remove the edge, or lead a value over it.',
    });
    return undefined;
  }
  const id = checked.data.id ?? `${source}:${sourceHandle}->${target}:${targetHandle}`;
  return { id, source, sourceHandle, target, targetHandle };
}

function dynamicSlot(slot: unknown): DynamicSlot {
  if (typeof slot === 'string') return { type: typeMetadata(slot) };
  const { type, description, required, default: value } = slot as Record<string, unknown>; // Its shape was checked.
  return {
    type: typeMetadata(type),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof required === 'boolean' ? { required } : {}),
    ...(value === undefined ? {} : { default: value }),
  };
}

/** Turns `"list[int]"` into its object form; an object stays as it is. */
export function typeMetadata(type: unknown): TypeMetadata {
  if (typeof type !== 'string') return isRecord(type) ? (type as unknown as TypeMetadata) : { type: 'any' };
  const match = /^([^[\]]+)\[(.*)\]$/.exec(type.trim());
  if (!match) return { type: type.trim() };
  return { type: (match[1] ?? '').trim(), type_args: splitTypes(match[2] ?? '').map(typeMetadata) };
}

function splitTypes(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const char = list[at];
    if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    else if ((char === ',' && depth === 0) || char === undefined) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}

function zodReason(error: z.ZodError): string {
  const [first] = error.issues;
  const path = (first?.path ?? []).map(String).join('.');
  return `${path === '' ? '' : `"${path}": `}${first?.message ?? 'unknown'}.`;
}

function invalid(message: string, next = 'Correct the entry.'): WorkflowIssue {
  return { severity: 'error', code: 'invalid_graph', message, next };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : 'nothing';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
