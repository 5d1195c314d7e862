/** The list of nodes, grouped as the packs show it. */
import { readFileSync } from 'node:fs';
import { aliasOf, functionName, namespaceOf } from './names.mjs';

/**
 * @typedef {{ type: string, description: string, default?: unknown, required?: boolean, setting?: boolean }} Slot
 * @typedef {{ type: string, description: string, inputs: Record<string, Slot>, outputs: Record<string, Slot>,
 *   dynamicInputs?: boolean, dynamicOutputs?: boolean, streams?: boolean }} ListedNode
 * @typedef {{ name: string, alias: string, nodes: (ListedNode & { functionName: string })[] }} Namespace
 */

/**
 * Namespaces sorted by name, their nodes by type. Two nodes or namespaces of one name are refused.
 * @param {ListedNode[]} [nodes] default: `nodes.json` beside this file
 * @returns {Namespace[]}
 */
export function readNamespaces(nodes = JSON.parse(readFileSync(new URL('nodes.json', import.meta.url), 'utf8'))) {
  /** @type {Map<string, Namespace>} */
  const namespaces = new Map();
  const taken = new Set();
  const claim = (/** @type {string} */ name) => {
    if (taken.has(name)) throw new Error(`${name} would be there twice`);
    taken.add(name);
  };
  for (const node of [...nodes].sort((a, b) => (a.type < b.type ? -1 : 1))) {
    const name = namespaceOf(node.type);
    let namespace = namespaces.get(name);
    if (namespace === undefined) {
      namespace = { name, alias: aliasOf(name), nodes: [] };
      claim(namespace.alias);
      namespaces.set(name, namespace);
    }
    const own = functionName(node.type);
    claim(`${name}/${own}`);
    namespace.nodes.push({ ...node, functionName: own });
  }
  return [...namespaces.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
