/**
 * Entry of a host-module worker in Node.
 * @module
 */
import { parentPort } from 'node:worker_threads';
import type { HostFunctions } from '@nodetool-ai/protocol';
import { toWireError } from './errors.js';
import { serveHostCall } from './serve.js';
import { setRealmToUtc } from './utc-realm.js';
import type { HostCallMessage } from './wire.js';

setRealmToUtc();

const loaded = new Map<string, HostFunctions>();

async function load(url: string): Promise<HostFunctions> {
  const known = loaded.get(url);
  if (known) return known;
  const module: unknown = await import(url);
  const functions: unknown = module !== null && typeof module === 'object' && 'functions' in module ? module.functions : undefined;
  if (functions === null || typeof functions !== 'object') throw new TypeError('the module has no functions export');
  // Each entry is checked when it is called.
  loaded.set(url, functions as HostFunctions);
  return functions as HostFunctions;
}

parentPort?.on('message', (message: HostCallMessage) => {
  void serveHostCall(message, load).then(({ answer, transfer }) => {
    try {
      parentPort?.postMessage(answer, transfer);
    } catch (error) {
      const wire = toWireError(error, message.where, message.hostId);
      parentPort?.postMessage({ id: message.id, status: 'failed', error: wire, isSpoiled: false });
    }
  });
});
