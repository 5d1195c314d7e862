/**
 * Reads the arguments of a call.
 * @module
 */
import { PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import type { NodeRequest } from './capability.js';
import { FLOW_MAX_TYPE_CHARS } from './limits.js';

/** Checks the arguments; what the node makes of its inputs is the host's to say. */
export function readRequest(where: string, type: unknown, inputs: unknown, options: unknown): NodeRequest {
  if (typeof type !== 'string' || type === '' || type.length > FLOW_MAX_TYPE_CHARS) {
    const hint = `Pass a text of 1 to ${FLOW_MAX_TYPE_CHARS} characters, such as "nodetool.text.Concat"`;
    throw refused(where, `the type of the node is ${shown(type)}`, hint);
  }
  const request: NodeRequest = { type, inputs: readRecord(where, 'inputs', inputs) };
  for (const [name, value] of Object.entries(readRecord(where, 'options', options))) {
    if (name !== 'secrets') throw refused(where, `"${name}" is not an option`, 'The only option is "secrets"');
    if (value === undefined) continue;
    if (!Array.isArray(value) || value.some((secret) => typeof secret !== 'string')) {
      throw refused(where, `"secrets" is ${shown(value)}`, 'Pass a list of names');
    }
    request.secrets = [...(value as string[])];
  }
  return request;
}

function readRecord(where: string, what: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value) && !ArrayBuffer.isView(value)) {
    return value as Record<string, unknown>;
  }
  throw refused(where, `the ${what} are ${shown(value)}`, 'Pass an object with a value for each name');
}

function refused(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : typeof value;
}
