/**
 * Reads the second argument of a node function.
 * @module
 */
import { DSL_MAX_ID_CHARS } from './limits.js';
import { isPlain } from './read-properties.js';
import type { NodeKind, NodeRecord } from './records.js';
import { listed, refused, shown } from './refuse.js';

/** What the options say. */
export type ReadOptions = Pick<NodeRecord, 'id' | 'dynamicOutputs' | 'isStreamingInput'>;

/** Reads `{ id, outputs, streamingInput }`; the last two are for nodes whose outputs the caller chooses. */
export function readOptions(kind: NodeKind, given: unknown): ReadOptions {
  const options: ReadOptions = { id: undefined, dynamicOutputs: undefined, isStreamingInput: false };
  if (given === undefined || given === null) return options;
  if (!isPlain(given)) throw refused(kind.name, `the options are an object, not ${shown(given)}`, 'Write { id: … }');
  const allowed = kind.dynamicOutputs ? ['id', 'outputs', 'streamingInput'] : ['id'];
  for (const [name, value] of Object.entries(given)) {
    if (!allowed.includes(name)) {
      throw refused(kind.name, `"${name}" is not an option of this node`, `The options are ${listed(allowed)}`);
    }
    if (value === undefined) continue;
    if (name === 'id') options.id = readId(kind, value);
    else if (name === 'outputs') options.dynamicOutputs = readOutputs(kind, value);
    else if (typeof value === 'boolean') options.isStreamingInput = value;
    else throw refused(kind.name, `"${name}" is ${shown(value)}`, 'Pass true or false');
  }
  return options;
}

function readId(kind: NodeKind, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= DSL_MAX_ID_CHARS) return value;
  throw refused(kind.name, `the id is ${shown(value)}`, `Pass a text of 1 to ${DSL_MAX_ID_CHARS} characters`);
}

/** Names of outputs, or their types by name. */
function readOutputs(kind: NodeKind, value: unknown): Record<string, string> {
  const pairs: [unknown, unknown][] = Array.isArray(value)
    ? value.map((name: unknown) => [name, 'any'])
    : isPlain(value)
      ? Object.entries(value)
      : [[value, undefined]];
  const outputs: Record<string, string> = {};
  for (const [name, type] of pairs) {
    if (typeof name !== 'string' || name === '' || typeof type !== 'string' || type === '') {
      throw refused(kind.name, `"outputs" holds ${shown(type === 'any' ? name : type)}`, 'Write ["a"] or { a: "str" }');
    }
    Object.defineProperty(outputs, name, { value: type, enumerable: true, configurable: true, writable: true });
  }
  return outputs;
}
