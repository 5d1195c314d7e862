/**
 * Inputs of a workflow: a parameter, or the value written on the node.
 * @module
 */
import { defineNode, type NodeDefinition, type SlotKind } from '@nodetool-ai/protocol';
import { fits, kindOf } from '../kernel/check-properties.js';

const KINDS: [name: string, type: SlotKind, needs: string][] = [
  ['StringInput', 'str', 'a text'],
  ['IntegerInput', 'int', 'a whole number'],
  ['FloatInput', 'float', 'a number'],
  ['BooleanInput', 'bool', 'true or false'],
  ['ListInput', 'list', 'a list'],
  ['DictInput', 'dict', 'an object'],
];

/**
 * `nodetool.input.StringInput`, `.IntegerInput`, `.FloatInput`, `.BooleanInput`, `.ListInput`, `.DictInput`:
 * `name` (the parameter), `value` (when none is given), `description`, `min`, `max`, `options` → `output`.
 * Text such as `"5"` or `"[1, 2]"` is read as the kind the input takes; a text input takes a number as its digits.
 */
export const inputNodes: readonly NodeDefinition[] = KINDS.map(([name, type, needs]) =>
  defineNode({
    type: `nodetool.input.${name}`,
    title: name,
    description: 'A value given from outside.',
    quiet: true,
    inputs: {
      name: { type: 'str', description: 'Name of the parameter.', setting: true },
      value: { type: 'any', description: 'Value when no parameter is given.' },
      description: { type: 'str', description: 'What the parameter is for.', setting: true },
      min: { type: 'float', description: 'Least number, or least length of a text or list.', setting: true },
      max: { type: 'float', description: 'Greatest number, or greatest length of a text or list.', setting: true },
      options: { type: 'list', description: 'The values that may be given.', setting: true },
    },
    outputs: { output: { type, description: 'The value.' } },
    readParam(value, properties) {
      const read = convert(value, type);
      if (!fits(read, type)) throw new Error(`it must be ${needs}, not ${kindOf(read)}.`);
      checkBounds(read, properties);
      return read;
    },
    run: async ({ inputs }) => new Map([['output', inputs['value']]]),
  }),
);

function convert(value: unknown, type: SlotKind): unknown {
  if (type === 'str') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function checkBounds(value: unknown, properties: ReadonlyMap<string, unknown>): void {
  const options = properties.get('options');
  if (Array.isArray(options) && options.length > 0 && !options.includes(value)) {
    throw new Error(`it must be one of ${options.map((option) => JSON.stringify(option)).join(', ')}.`);
  }
  const size =
    typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
  if (size === undefined) return;
  const what = typeof value === 'number' ? 'it' : 'its length';
  const min = properties.get('min');
  const max = properties.get('max');
  if (typeof min === 'number' && size < min) throw new Error(`${what} must be at least ${min}.`);
  if (typeof max === 'number' && size > max) throw new Error(`${what} must be at most ${max}.`);
}
