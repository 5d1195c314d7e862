/**
 * An output of a workflow.
 * @module
 */
import { defineNode } from '@nodetool-ai/protocol';

/** `nodetool.output.Output`: `name`, `value`, `description` → `output`. Its values are the run's `outputs[name]`. */
export const outputNode = defineNode({
  type: 'nodetool.output.Output',
  title: 'Output',
  description: 'A value of the workflow, shown under its name.',
  isOutput: true,
  inputs: {
    name: { type: 'str', description: 'Name of the output.', setting: true },
    value: { type: 'any', description: 'the value to show.', required: true },
    description: { type: 'str', description: 'What the value is.', setting: true },
  },
  outputs: { output: { type: 'any', description: 'The value.' } },
  run: async ({ inputs }) => new Map([['output', inputs['value']]]),
});
