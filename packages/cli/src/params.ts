/**
 * Values given on the command line.
 * @module
 */
import { usageError } from './errors/problem.js';

/**
 * Reads `--param` arguments of the form `name=value`.
 *
 * A value that is JSON is that JSON value (`n=3`, `on=true`, `list=[1,2]`, `text="3"`); anything else is text as written.
 * A name given twice is refused.
 * @throws CliError with exit status 2
 * @example
 * parseParams(['n=3', 'path=data/a.csv']); // { n: 3, path: 'data/a.csv' }
 */
export function parseParams(pairs: readonly string[]): Record<string, unknown> {
  const params: Record<string, unknown> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1 || name === '') {
      throw usageError(`"${pair}" is not a parameter.`, 'Write --param name=value.');
    }
    if (Object.hasOwn(params, name)) {
      throw usageError(`The parameter "${name}" was given twice.`, `Keep one --param ${name}=….`);
    }
    params[name] = readValue(pair.slice(at + 1));
  }
  return params;
}

/** Reads an option that must hold a JSON object. */
export function parseJsonObject(text: string, option: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${option} is not JSON: ${(error as Error).message}`, `Write ${option} '{"name": "value"}'.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`${option} must be a JSON object.`, `Write ${option} '{"name": "value"}'.`);
  }
  return value as Record<string, unknown>;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Not JSON: text as written, so that paths and words need no quotes.
  }
}
