/**
 * Reads a text property of an engine's own object from the host, where running guest code is out of the question.
 * @module
 */
import { decodeEnvelope } from '../codec/decode.js';
import { TAG_ARRAY } from '../codec/format.js';
import { type Engine, readProperty } from './engine.js';
import type { Pointer } from './ffi.js';

/** The text, or `undefined` when the property holds anything else. Call it while the engine answers "stop" to any step. */
export function readText(engine: Engine, object: Pointer, name: string): string | undefined {
  const value = readProperty(engine, object, name);
  const error = engine.exception(value);
  if (error !== 0) {
    engine.free(error);
    return undefined;
  }
  const bytes = engine.encode(value);
  engine.free(value);
  if (bytes === undefined || bytes[1] !== 0) return undefined;
  // The reader takes envelopes: a list around the one value makes it one.
  const text = decodeEnvelope(Uint8Array.of(bytes[0] as number, 0, TAG_ARRAY, 1, ...bytes.subarray(2)));
  return typeof text === 'string' ? text : undefined;
}
