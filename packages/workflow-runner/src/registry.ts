/**
 * Which kinds of node there are.
 * @module
 */
import type { NodeDefinition } from '@nodetool-ai/protocol';

/** Node definitions by type. */
export class NodeRegistry {
  readonly #definitions = new Map<string, NodeDefinition>();

  constructor(definitions: Iterable<NodeDefinition> = []) {
    for (const definition of definitions) this.register(definition);
  }

  /** Adds a kind of node; a type that is taken is replaced. */
  register(definition: NodeDefinition): void {
    this.#definitions.set(definition.type, definition);
  }

  has(type: string): boolean {
    return this.#definitions.has(type);
  }

  get(type: string): NodeDefinition | undefined {
    return this.#definitions.get(type);
  }

  /** All definitions, sorted by type. */
  list(): NodeDefinition[] {
    return [...this.#definitions.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
  }
}
