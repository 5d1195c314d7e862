/**
 * From a graph to a plan: what each node is, what leads where, which iterations each value stems from.
 * Everything that is wrong is found here, before anything runs.
 * @module
 */

import { suggest } from '@nodetool-ai/code-nodes';
import type {
  Graph,
  GraphEdge,
  GraphNode,
  NodeDefinition,
  NodeEnvironment,
  OutputKind,
  WorkflowErrorCode,
  WorkflowIssue,
} from '@nodetool-ai/protocol';
import type { NodeRegistry } from '../registry.js';
import { checkProperties, isListSlot } from './check-properties.js';
import type { PlannedNode } from './planned-node.js';

/** A plan, or what is wrong. `nodes` are in an order in which values flow. */
export interface Plan {
  nodes: PlannedNode[];
  issues: WorkflowIssue[];
}

/** Checks a loaded graph and plans its run. `overrides` are properties set from outside, by node id. */
export function planGraph(
  graph: Graph,
  registry: NodeRegistry,
  environment: NodeEnvironment,
  overrides: ReadonlyMap<string, ReadonlyMap<string, unknown>> = new Map(),
): Plan {
  const issues: WorkflowIssue[] = [];
  const byId = new Map<string, PlannedNode>();
  for (const node of graph.nodes) {
    const definition = registry.get(node.type);
    if (!definition) {
      issues.push(
        nodeIssue(
          node,
          'unknown_node',
          `There is no node type "${node.type}".`,
          suggest(
            node.type,
            registry.list().map((one) => one.type),
            'types',
          ),
        ),
      );
      continue;
    }
    if (node.bypassed) {
      issues.push(
        nodeIssue(
          node,
          'unsupported',
          'The node is bypassed; this runner runs every node.',
          'Remove the node, or switch the bypass off.',
        ),
      );
    }
    byId.set(node.id, startNode(node, definition, overrides.get(node.id)));
  }
  connect(graph, byId, issues);
  const order = sortByFlow(byId, issues);
  for (const planned of byId.values()) checkNode(planned, environment, issues);
  nameApart(order, issues);
  if (issues.every((issue) => issue.severity !== 'error')) findScopes(order, byId, issues);
  return { nodes: order, issues };
}

function startNode(
  node: GraphNode,
  definition: NodeDefinition,
  override: ReadonlyMap<string, unknown> | undefined,
): PlannedNode {
  const properties = new Map<string, unknown>();
  for (const [name, input] of Object.entries(definition.inputs)) {
    const value = override?.get(name) ?? node.properties.get(name) ?? input.default;
    if (value !== undefined) properties.set(name, value);
  }
  const name = properties.get('name');
  const dynamicValues = new Map<string, unknown>();
  if (definition.supportsDynamicInputs) {
    for (const [slot, { default: value }] of node.dynamicInputs)
      if (value !== undefined) dynamicValues.set(slot, value);
  }
  return {
    definition,
    facts: {
      node,
      properties,
      connectedInputs: new Set(),
      outputs: new Set([
        ...Object.keys(definition.outputs),
        ...(definition.supportsDynamicOutputs ? node.dynamicOutputs.keys() : []),
      ]),
    },
    publicName: (typeof name === 'string' && name.trim()) || node.name || node.id,
    dynamicValues,
    kinds: new Map(),
    isOpen: false,
    edgesIn: [],
    inEdges: [],
    handles: [],
    edgesOut: [],
  };
}

function connect(graph: Graph, byId: Map<string, PlannedNode>, issues: WorkflowIssue[]): void {
  const ids = new Set(graph.nodes.map((node) => node.id));
  for (const edge of graph.edges) {
    // An edge that is wrong is told once; its target is not told besides that it lacks a value.
    (byId.get(edge.target)?.facts.connectedInputs as Set<string> | undefined)?.add(edge.targetHandle);
    const missing = [edge.source, edge.target].find((id) => !ids.has(id));
    if (missing !== undefined) {
      issues.push(
        edgeIssue(
          edge,
          'dangling_edge',
          `The edge ${show(edge)} names the node "${missing}", which does not exist.`,
          suggest(missing, ids, 'nodes'),
        ),
      );
      continue;
    }
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    if (!source || !target) continue; // Its type is unknown, which was said.
    const outputs = source.facts.outputs as Set<string>;
    if (!outputs.has(edge.sourceHandle)) {
      const isOpen = source.definition.supportsDynamicOutputs && source.facts.node.dynamicOutputs.size === 0;
      if (!isOpen || isReserved(edge.sourceHandle)) {
        issues.push(
          edgeIssue(
            edge,
            'unknown_handle',
            `The node "${edge.source}" has no output "${edge.sourceHandle}".`,
            suggest(edge.sourceHandle, outputs, 'outputs'),
          ),
        );
        continue;
      }
      outputs.add(edge.sourceHandle);
    }
    const input = ownInput(target.definition, edge.targetHandle);
    if (input?.setting) {
      issues.push(
        edgeIssue(
          edge,
          'unknown_handle',
          `"${edge.targetHandle}" of the node "${edge.target}" is a setting and takes no edge.`,
          'Write its value under "properties".',
        ),
      );
      continue;
    }
    if (!input && (!target.definition.supportsDynamicInputs || isReserved(edge.targetHandle))) {
      const known = Object.entries(target.definition.inputs)
        .filter(([, one]) => !one.setting)
        .map(([name]) => name);
      issues.push(
        edgeIssue(
          edge,
          'unknown_handle',
          `The node "${edge.target}" has no input "${edge.targetHandle}".`,
          suggest(edge.targetHandle, known, 'inputs'),
        ),
      );
      continue;
    }
    if (
      target.edgesIn.some((other) => other.targetHandle === edge.targetHandle) &&
      !isListSlot(target, edge.targetHandle)
    ) {
      issues.push(
        edgeIssue(
          edge,
          'fan_in',
          `Several edges lead into "${edge.targetHandle}" of the node "${edge.target}", which takes one value.`,
          'Lead each into an input of its own, or declare the input as a list.',
        ),
      );
      continue;
    }
    target.edgesIn.push(edge);
    source.edgesOut.push(edge);
  }
}

function sortByFlow(byId: Map<string, PlannedNode>, issues: WorkflowIssue[]): PlannedNode[] {
  const waiting = new Map([...byId.values()].map((one) => [one.facts.node.id, one.edgesIn.length]));
  const order: PlannedNode[] = [];
  const free = [...byId.values()].filter((one) => one.edgesIn.length === 0);
  for (let one = free.shift(); one; one = free.shift()) {
    order.push(one);
    for (const edge of one.edgesOut) {
      const left = (waiting.get(edge.target) ?? 0) - 1;
      waiting.set(edge.target, left);
      const target = byId.get(edge.target);
      if (left === 0 && target) free.push(target);
    }
  }
  if (order.length < byId.size) {
    const circle = findCircle(byId, new Set(order.map((one) => one.facts.node.id)));
    const [first = ''] = circle;
    issues.push({
      severity: 'error',
      code: 'cycle',
      message: `The edges form a circle: ${circle.map((id) => `"${id}"`).join(' → ')}.`,
      next: 'Remove one of these edges.',
      node_id: first,
    });
  }
  return order;
}

/** Walks edges backwards among nodes that never got free, until one comes again. */
function findCircle(byId: Map<string, PlannedNode>, sorted: ReadonlySet<string>): string[] {
  let at = [...byId.keys()].find((id) => !sorted.has(id));
  const walked: string[] = [];
  while (at !== undefined && !walked.includes(at)) {
    walked.push(at);
    at = byId.get(at)?.edgesIn.find((edge) => !sorted.has(edge.source))?.source;
  }
  const circle = at === undefined ? walked : walked.slice(walked.indexOf(at));
  return [...circle, circle[0] ?? ''].reverse();
}

function checkNode(planned: PlannedNode, environment: NodeEnvironment, issues: WorkflowIssue[]): void {
  issues.push(...checkProperties(planned));
  const { facts, definition } = planned;
  for (const issue of definition.check?.(facts, environment) ?? []) {
    issues.push({ node_id: facts.node.id, node_type: definition.type, ...issue });
  }
}

/** Two nodes whose values the run hands out never share a name. */
function nameApart(nodes: readonly PlannedNode[], issues: WorkflowIssue[]): void {
  const taken = new Map<string, PlannedNode>();
  for (const planned of nodes) {
    if (planned.edgesOut.length > 0) continue;
    const other = taken.get(planned.publicName);
    const { node } = planned.facts;
    if (!other) taken.set(planned.publicName, planned);
    else if (planned.definition.isOutput && other.definition.isOutput) {
      const message = `The outputs "${other.facts.node.id}" and "${node.id}" are both called "${planned.publicName}".`;
      issues.push(nodeIssue(node, 'duplicate_name', message, 'Give each a "name" of its own.'));
    } else {
      // A name on the canvas may repeat; the id never does.
      const renamed = planned.definition.isOutput ? other : planned;
      if (renamed === other) taken.set(planned.publicName, planned);
      renamed.publicName = renamed.facts.node.id;
    }
  }
}

/** Gives each edge its scope: the iterations its values stem from, outermost first. */
function findScopes(order: PlannedNode[], byId: Map<string, PlannedNode>, issues: WorkflowIssue[]): void {
  const scopes = new Map<string, string[]>();
  for (const planned of order) {
    const { node } = planned.facts;
    const named = planned.definition.outputKinds?.(planned.facts) ?? new Map<string, OutputKind>();
    planned.isOpen = planned.definition.supportsDynamicOutputs === true && planned.facts.outputs.size === 0;
    const names = planned.isOpen ? named.keys() : planned.facts.outputs;
    planned.kinds = new Map([...names].map((handle) => [handle, named.get(handle) ?? 'single']));
    let longest: { scope: string[]; edge: GraphEdge } | undefined;
    for (const edge of planned.edgesIn) {
      const source = byId.get(edge.source);
      const carried = [...(scopes.get(edge.source) ?? [])];
      if (source?.kinds.get(edge.sourceHandle) === 'iteration') carried.push(`${edge.source}:emit`);
      const collects = planned.definition.collects === edge.targetHandle;
      const scope = collects ? carried.slice(0, -1) : carried;
      planned.inEdges.push({ handle: edge.targetHandle, depth: scope.length, collects });
      if (longest && !isPrefix(scope, longest.scope) && !isPrefix(longest.scope, scope)) {
        issues.push(
          nodeIssue(
            node,
            'incomparable_scopes',
            `The inputs "${longest.edge.targetHandle}" and "${edge.targetHandle}" take items of two iterations, of "${last(longest.scope)}" and "${last(scope)}", and nothing says which belong together.`,
            'Emit both values in one emit({ … }) call, or gather one side with nodetool.control.Collect first.',
          ),
        );
        break;
      }
      if (!longest || scope.length > longest.scope.length) longest = { scope, edge };
    }
    scopes.set(node.id, longest?.scope ?? []);
    const handles = [...new Set(planned.edgesIn.map((edge) => edge.targetHandle))];
    planned.handles = handles.map((name) => ({
      name,
      edges: planned.edgesIn.flatMap((edge, at) => (edge.targetHandle === name ? [at] : [])),
      isOptional: isOptional(planned, name),
      isList: planned.definition.collects !== name && isListSlot(planned, name),
    }));
  }
}

function isOptional(planned: PlannedNode, name: string): boolean {
  const input = ownInput(planned.definition, name);
  if (input) return planned.facts.properties.has(name) && !input.required;
  const slot = planned.facts.node.dynamicInputs.get(name);
  return slot?.required !== true;
}

function ownInput(definition: NodeDefinition, name: string) {
  return Object.hasOwn(definition.inputs, name) ? definition.inputs[name] : undefined;
}

function isPrefix(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((root, at) => root === long[at]);
}

function last(scope: readonly string[]): string {
  return (scope.at(-1) ?? '').replace(/:emit$/, '');
}

function isReserved(handle: string): boolean {
  return handle.startsWith('__') && handle.endsWith('__');
}

function show(edge: GraphEdge): string {
  return `from "${edge.source}" to "${edge.target}"`;
}

function nodeIssue(node: GraphNode, code: WorkflowErrorCode, message: string, next: string): WorkflowIssue {
  return { severity: 'error', code, message, next, node_id: node.id, node_type: node.type };
}

function edgeIssue(edge: GraphEdge, code: WorkflowErrorCode, message: string, next: string): WorkflowIssue {
  return { severity: 'error', code, message, next, edge_id: edge.id, node_id: edge.target };
}
