/**
 * Turns what a program made into a graph.
 * @module
 */
import { DSL_MAX_EDGES, DSL_MAX_NODES } from './limits.js';
import { giveIds } from './node-ids.js';
import { currentProgram, handleOf, type NodeRecord, nodeOf, startProgram } from './records.js';
import { refused, shown, tooMuch } from './refuse.js';

/** A node as a workflow file has it. */
export interface WorkflowNode {
  id: string;
  type: string;
  properties: Record<string, unknown>;
  dynamic_properties?: Record<string, unknown>;
  dynamic_inputs?: Record<string, string>;
  dynamic_outputs?: Record<string, string>;
  is_streaming_input?: true;
}

/** An edge as a workflow file has it. */
export interface WorkflowEdge {
  id: string;
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
}

/** A graph as a workflow file has it. */
export interface WorkflowGraph {
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
}

/** The graph of everything that leads to the terminals. What was made so far belongs to it and to no other. */
export function workflow(...terminals: unknown[]): WorkflowGraph {
  if (terminals.length === 0) {
    throw refused('workflow', 'no terminal was given', 'Pass the last nodes, such as workflow(output({ … }))');
  }
  const nodes = reachable(terminals.map(readTerminal));
  const ids = giveIds(nodes);
  const idOf = (node: NodeRecord): string => ids.get(node) ?? '';
  const graph: WorkflowGraph = { nodes: nodes.map((node) => writeNode(node, idOf(node))), edges: [] };
  for (const node of nodes) {
    for (const { input, from } of node.edges) {
      if (graph.edges.length >= DSL_MAX_EDGES) {
        const what = `the graph has more than ${DSL_MAX_EDGES} edges`;
        throw tooMuch('workflow', 'too-many', what, 'Split it into several workflows', 'DSL_MAX_EDGES');
      }
      graph.edges.push({
        id: `edge_${graph.edges.length + 1}`,
        source: idOf(from.node),
        sourceHandle: from.slot,
        target: idOf(node),
        targetHandle: input,
      });
    }
  }
  startProgram();
  return graph;
}

function readTerminal(value: unknown, at: number): NodeRecord {
  const node = nodeOf(value) ?? handleOf(value)?.node;
  const place = `terminal ${at + 1}`;
  if (node === undefined) {
    throw refused(
      'workflow',
      `${place} is ${shown(value)}, and no node of this program`,
      'Pass what a node function gave',
    );
  }
  if (node.program === currentProgram()) return node;
  const what = `${place}, ${node.kind.type}, belongs to an earlier workflow() call`;
  throw refused('workflow', what, 'Make its nodes again for this graph');
}

/** The terminals and everything upstream of them, in the order in which they were made. */
function reachable(terminals: readonly NodeRecord[]): NodeRecord[] {
  const found = new Set<NodeRecord>();
  const queue = [...terminals];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    if (found.size > DSL_MAX_NODES) {
      const what = `the graph has more than ${DSL_MAX_NODES} nodes`;
      throw tooMuch('workflow', 'too-many', what, 'Split it into several workflows', 'DSL_MAX_NODES');
    }
    for (const { from } of node.edges) queue.push(from.node);
  }
  return [...found].sort((a, b) => a.sequence - b.sequence);
}

function writeNode(node: NodeRecord, id: string): WorkflowNode {
  const { kind, properties, dynamicProperties, dynamicInputs, dynamicOutputs, isStreamingInput } = node;
  return {
    id,
    type: kind.type,
    properties,
    ...(Object.keys(dynamicProperties).length > 0 && { dynamic_properties: dynamicProperties }),
    ...(dynamicInputs.length > 0 && {
      dynamic_inputs: Object.fromEntries(dynamicInputs.map((name) => [name, 'any'])),
    }),
    ...(dynamicOutputs !== undefined && { dynamic_outputs: dynamicOutputs }),
    ...(isStreamingInput && { is_streaming_input: true as const }),
  };
}
