/**
 * Constants: a value written into the graph.
 * @module
 */
import { defineNode, type NodeDefinition, type SlotKind } from '@nodetool-ai/protocol';

const KINDS: [name: string, type: SlotKind, value: unknown][] = [
  ['String', 'str', ''],
  ['Integer', 'int', 0],
  ['Float', 'float', 0],
  ['Bool', 'bool', false],
  ['List', 'list', []],
  ['Dict', 'dict', {}],
  ['JSON', 'any', null],
];

/** `nodetool.constant.String`, `.Integer`, `.Float`, `.Bool`, `.List`, `.Dict`, `.JSON`: `value` → `output`. */
export const constantNodes: readonly NodeDefinition[] = KINDS.map(([name, type, value]) =>
  defineNode({
    type: `nodetool.constant.${name}`,
    title: name,
    description: 'A value written into the graph.',
    quiet: true,
    inputs: { value: { type, description: 'The value.', default: value, setting: true } },
    outputs: { output: { type, description: 'The value.' } },
    run: async ({ inputs }) => new Map([['output', inputs['value']]]),
  }),
);
