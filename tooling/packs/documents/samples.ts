/**
 * Documents that this project did not write: sample and test files inside published packages.
 * @module
 */
import { readFileSync } from 'node:fs';
import type { HostFunctions } from '@nodetool-ai/protocol';

/** Bytes of a file below `node_modules` of this folder's package. */
export function sample(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../node_modules/${path}`, import.meta.url)));
}

/** The same, as UTF-8 text. */
export function sampleText(path: string): string {
  return readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8');
}

/** Calls one function of a pack's host entry the way the pool does. */
export function caller(id: string, functions: HostFunctions) {
  return async (name: string, ...args: unknown[]): Promise<unknown> => {
    const run = functions[name];
    if (!run) throw new Error(`${id} has no function ${name}`);
    const signal = new AbortController().signal;
    return run({ args, where: `${id}.${name}`, signal, deadlineMs: 60_000, warn: () => {} });
  };
}
