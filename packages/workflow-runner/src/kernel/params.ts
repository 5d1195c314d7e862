/**
 * Parameters of a run, given to the inputs of its graph.
 * @module
 */

import { suggest } from '@nodetool-ai/code-nodes';
import type { Graph, GraphNode, WorkflowIssue } from '@nodetool-ai/protocol';
import type { NodeRegistry } from '../registry.js';

/** Values for input nodes by node id, and what is wrong with the parameters. */
export interface AppliedParams {
  overrides: Map<string, Map<string, unknown>>;
  issues: WorkflowIssue[];
}

/** An input of a workflow, as a caller sees it. */
export interface WorkflowInput {
  name: string;
  node: GraphNode;
}

/** Inputs of a workflow: nodes of an input kind that no edge leads into. */
export function workflowInputs(graph: Graph, registry: NodeRegistry): WorkflowInput[] {
  const fed = new Set(graph.edges.map((edge) => edge.target));
  return graph.nodes
    .filter((node) => registry.get(node.type)?.readParam && !fed.has(node.id))
    .map((node) => ({ name: publicName(node), node }));
}

/** Checks parameters against the inputs of a graph. A parameter beats the value written on the node. */
export function applyParams(
  graph: Graph,
  registry: NodeRegistry,
  params: Readonly<Record<string, unknown>>,
): AppliedParams {
  const issues: WorkflowIssue[] = [];
  const overrides = new Map<string, Map<string, unknown>>();
  const inputs = workflowInputs(graph, registry);
  const names = new Set<string>();
  for (const { name, node } of inputs) {
    const about = { severity: 'error' as const, node_id: node.id, node_type: node.type, property: 'value' };
    if (names.has(name)) {
      issues.push({
        ...about,
        code: 'duplicate_name',
        message: `Two inputs are called "${name}".`,
        next: 'Give each a "name" of its own.',
      });
      continue;
    }
    names.add(name);
    const isGiven = Object.hasOwn(params, name);
    const value = isGiven ? params[name] : node.properties.get('value');
    if (value === undefined) {
      issues.push({
        ...about,
        code: 'missing_param',
        message: `The input "${name}" has no value.`,
        next: `Give a parameter "${name}", or set properties.value.`,
      });
      continue;
    }
    try {
      overrides.set(node.id, new Map([['value', registry.get(node.type)?.readParam?.(value, node.properties)]]));
    } catch (error) {
      issues.push({
        ...about,
        code: isGiven ? 'invalid_param' : 'property',
        message: `The value of the input "${name}" does not fit: ${error instanceof Error ? error.message : String(error)}`,
        next: isGiven ? `Correct the parameter "${name}".` : 'Correct properties.value.',
      });
    }
  }
  for (const name of Object.keys(params)) {
    if (names.has(name)) continue;
    issues.push({
      severity: 'error',
      code: 'unknown_param',
      message: `The workflow has no input "${name}".`,
      next: suggest(name, names, 'inputs'),
    });
  }
  return { overrides, issues };
}

function publicName(node: GraphNode): string {
  const name = node.properties.get('name');
  return (typeof name === 'string' && name.trim()) || node.name || node.id;
}
