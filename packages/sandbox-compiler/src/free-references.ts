/**
 * Names a module uses and does not declare, with the places where it uses them.
 * @module
 */
import type { Node } from 'acorn';
import { analyze } from 'eslint-scope';

/** One use of a name that no scope of the module declares. */
export interface FreeReference {
  name: string;
  node: Node;
}

/** Every free reference of a parsed module, in the order of the text. `node` needs `ranges` at parse time. */
export function freeReferences(program: Node): FreeReference[] {
  const scopes = analyze(program as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2023,
    sourceType: 'module',
  });
  const references = scopes.globalScope?.through ?? [];
  return references
    .map(({ identifier }) => ({ name: String(identifier.name), node: identifier as unknown as Node }))
    .sort((a, b) => a.node.start - b.node.start);
}
