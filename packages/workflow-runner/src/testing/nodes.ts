/**
 * Small nodes and a short way to write graphs, for tests of the kernel.
 * @module
 */
import { defineNode, type NodeDefinition, type NodeRun } from '@nodetool-ai/protocol';
import { coreNodes } from '../nodes/core-nodes.js';
import { NodeRegistry } from '../registry.js';

/** Emits every element of `list` on `output`. */
export const each = defineNode({
  type: 'test.Each',
  title: 'Each',
  description: '',
  inputs: { list: { type: 'list', description: '', required: true } },
  outputs: { output: { type: 'any', description: '' } },
  outputKinds: () => new Map([['output', 'iteration']]),
  async run({ inputs, emit }) {
    for (const item of inputs['list'] as unknown[]) await emit(new Map([['output', item]]));
    return undefined;
  },
});

/** A node made of one function: what it returns goes to `output`; `undefined` delivers nothing. */
export function made(
  type: string,
  run: (inputs: Record<string, unknown>, all: NodeRun) => unknown,
  inputs = ['a', 'b'],
): NodeDefinition {
  return defineNode({
    type,
    title: type,
    description: '',
    inputs: Object.fromEntries(inputs.map((name) => [name, { type: 'any', description: '', required: true }])),
    outputs: { output: { type: 'any', description: '' } },
    async run(all) {
      const value = await run(all.inputs, all);
      return value === undefined ? undefined : new Map([['output', value]]);
    },
  });
}

/** A registry of the core nodes, `test.Each` and more. */
export function testRegistry(...more: NodeDefinition[]): NodeRegistry {
  return new NodeRegistry([...coreNodes, each, ...more]);
}

/** A graph; edges are written `"a.output -> b.input"`. */
export function graphOf(
  nodes: Record<string, [type: string, properties?: Record<string, unknown>, more?: Record<string, unknown>]>,
  edges: string[] = [],
) {
  return {
    nodes: Object.entries(nodes).map(([id, [type, properties = {}, more = {}]]) => ({ id, type, properties, ...more })),
    edges: edges.map((text) => {
      const [, source, sourceHandle, target, targetHandle] = /^(\w+)\.(\S+) -> (\w+)\.(\S+)$/.exec(text) ?? [];
      if (!source) throw new Error(`not an edge: ${text}`);
      return { source, sourceHandle, target, targetHandle };
    }),
  };
}
