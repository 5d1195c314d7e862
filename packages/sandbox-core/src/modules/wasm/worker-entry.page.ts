/**
 * Entry of a WASM worker in a page.
 * @module
 */
import { workerScope } from '../../page-worker.js';
import { serveWasmCall } from './serve.js';
import type { WasmCallMessage } from './wire.js';

workerScope.addEventListener('message', ({ data }) =>
  serveWasmCall(data as WasmCallMessage, (answer) => workerScope.postMessage(answer, [])),
);
