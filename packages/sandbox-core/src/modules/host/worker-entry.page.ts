/**
 * Entry of a host-module worker in a page.
 * @module
 */
import { workerScope } from '../../page-worker.js';
import { toWireError } from './errors.js';
import { loadFunctions } from './load-functions.js';
import { serveHostCall } from './serve.js';
import { setRealmToUtc } from './utc-realm.js';
import type { HostCallMessage } from './wire.js';

setRealmToUtc();
dropOutput();

workerScope.addEventListener('message', ({ data }) => {
  const message = data as HostCallMessage;
  void serveHostCall(message, loadFunctions).then(({ answer, transfer }) => {
    try {
      workerScope.postMessage(answer, transfer);
    } catch (error) {
      const wire = toWireError(error, message.where, message.hostId);
      workerScope.postMessage({ id: message.id, status: 'failed', error: wire, isSpoiled: false }, []);
    }
  });
});

// What libraries print may hold a caller's data.
function dropOutput(): void {
  for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) console[name] = () => undefined;
}
