/**
 * What a WASM worker is told and what it answers.
 * @module
 */
import type { CallWorker } from '../call-worker.js';

/** One call; a worker gets the next one after it answered. */
export interface WasmCallMessage {
  id: number;
  /** A compiled `WebAssembly.Module`. */
  module: object;
  exportName: string;
  args: readonly number[];
}

/** What a worker says of one call: that it takes it, for its time counts from then, and how it ended. */
export type WasmAnswerMessage =
  | { id: number; status: 'started' }
  | { id: number; status: 'done'; value: number | undefined }
  | { id: number; status: 'trap'; reason: string };

/** A worker as the pool sees it; one per platform. */
export type WasmWorker = CallWorker<WasmCallMessage, WasmAnswerMessage>;
