/**
 * Entry of a WASM worker in Node.
 * @module
 */
import { parentPort } from 'node:worker_threads';
import { serveWasmCall } from './serve.js';
import type { WasmCallMessage } from './wire.js';

parentPort?.on('message', (message: WasmCallMessage) =>
  serveWasmCall(message, (answer) => parentPort?.postMessage(answer)),
);
