/**
 * Makes the function of a kind of node.
 * @module
 */
import { readOptions } from './read-options.js';
import { readProperties } from './read-properties.js';
import { currentProgram, type NodeKind, nextSequence } from './records.js';
import { NodeRef } from './refs.js';

/** What the generated modules say of a kind beside its name, type, inputs and outputs. */
export type NodeTraits = Pick<NodeKind, 'dynamicInputs' | 'dynamicOutputs'>;

/** The function `(properties?, options?) → ref` of one kind of node. */
export function node(
  name: string,
  type: string,
  inputs: readonly string[],
  outputs: readonly string[],
  traits: NodeTraits = {},
): (properties?: unknown, options?: unknown) => NodeRef {
  const kind: NodeKind = { name, type, inputs, outputs, ...traits };
  const make = (properties?: unknown, options?: unknown): NodeRef =>
    new NodeRef({
      kind,
      ...readProperties(kind, properties),
      ...readOptions(kind, options),
      program: currentProgram(),
      sequence: nextSequence(),
    });
  Object.defineProperty(make, 'name', { value: name });
  return Object.freeze(make);
}
