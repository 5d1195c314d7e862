/**
 * The worker's side of WASM calls: a fresh instance, one call, the number that came of it.
 * @module
 */
import { type WasmModule, wasm } from '../../engine/webassembly.js';
import type { WasmAnswerMessage, WasmCallMessage } from './wire.js';

const MAX_REASON_CHARS = 300;

/**
 * Serves one call; never throws. Nothing is kept: two calls share no memory, no global, no table. All that a platform's
 * worker has to do is to hand it each message, and `post` what it says.
 */
export function serveWasmCall(message: WasmCallMessage, post: (answer: WasmAnswerMessage) => void): void {
  post({ id: message.id, status: 'started' });
  post(callOnce(message));
}

function callOnce({ id, module, exportName, args }: WasmCallMessage): WasmAnswerMessage {
  try {
    const instance = new wasm.Instance(module as WasmModule, {});
    const fn = (instance.exports as Record<string, (...args: readonly number[]) => unknown>)[exportName];
    const value = fn?.(...args);
    return { id, status: 'done', value: typeof value === 'number' ? value : undefined };
  } catch (error) {
    return { id, status: 'trap', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  // What the binary throws by itself, with the exception instructions, is no error of the engine.
  const text = error instanceof Error ? error.message : 'an exception that the binary threw';
  return text.replace(/^WebAssembly\.Instance\(\): /, '').slice(0, MAX_REASON_CHARS);
}
