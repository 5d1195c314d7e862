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
dropOutput();

const loaded = new Map<string, HostFunctions>();

async function load(url: string): Promise<HostFunctions> {
  const known = loaded.get(url);
  if (known) return known;
  const module: unknown = await import(url);
  const functions: unknown =
    module !== null && typeof module === 'object' && 'functions' in module ? module.functions : undefined;
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

// What libraries print may hold a caller's data. Dropped here and not on the other side, where reading the streams
// would keep the process alive.
function dropOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (_chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    };
  }
}
