/**
 * Loads the functions of a host module inside a worker.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol/core';

const loaded = new Map<string, HostFunctions>();

/** The `functions` export of the module at `url`, imported once. */
export async function loadFunctions(url: string): Promise<HostFunctions> {
  const known = loaded.get(url);
  if (known) return known;
  const module: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  const functions: unknown =
    module !== null && typeof module === 'object' && 'functions' in module ? module.functions : undefined;
  if (functions === null || typeof functions !== 'object') throw new TypeError('the module has no functions export');
  // Each entry is checked when it is called.
  loaded.set(url, functions as HostFunctions);
  return functions as HostFunctions;
}
