/**
 * The way out of an iteration: all its items as one list.
 * @module
 */
import { defineNode } from '@nodetool-ai/protocol';

/** `nodetool.control.Collect`: `input_item` of every item → `output`, a list in the order the items were made. */
export const collectNode = defineNode({
  type: 'nodetool.control.Collect',
  title: 'Collect',
  description: 'Gathers the items of the innermost iteration into one list.',
  collects: 'input_item',
  inputs: { input_item: { type: 'any', description: 'One item.', required: true } },
  outputs: { output: { type: 'list', description: 'All items, in order.' } },
  run: async ({ inputs }) => new Map([['output', inputs['input_item']]]),
});
