/**
 * Gives each node of a graph its id.
 * @module
 */
import type { NodeRecord } from './records.js';
import { refused } from './refuse.js';

/** Ids by node: the chosen ones, and for the others the class name in snake case, numbered from the second on. */
export function giveIds(nodes: readonly NodeRecord[]): Map<NodeRecord, string> {
  const ids = new Map<NodeRecord, string>();
  const taken = new Set<string>();
  for (const node of nodes) {
    if (node.id === undefined) continue;
    if (taken.has(node.id)) {
      throw refused('workflow', `two nodes have the id "${node.id}"`, 'Give each an id of its own, or none');
    }
    taken.add(node.id);
    ids.set(node, node.id);
  }
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (node.id !== undefined) continue;
    const base = snakeCase(node.kind.type.slice(node.kind.type.lastIndexOf('.') + 1));
    let count = counts.get(base) ?? 0;
    let id: string;
    do {
      count += 1;
      id = count === 1 ? base : `${base}_${count}`;
    } while (taken.has(id));
    counts.set(base, count);
    taken.add(id);
    ids.set(node, id);
  }
  return ids;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
