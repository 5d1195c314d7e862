/**
 * Entry of a host-module worker in Node.
 * @module
 */
import { parentPort } from 'node:worker_threads';
import { toWireError } from './errors.js';
import { loadFunctions } from './load-functions.js';
import { serveHostCall } from './serve.js';
import { setRealmToUtc } from './utc-realm.js';
import type { HostCallMessage } from './wire.js';

setRealmToUtc();
dropOutput();

parentPort?.on('message', (message: HostCallMessage) => {
  void serveHostCall(message, loadFunctions).then(({ answer, transfer }) => {
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
