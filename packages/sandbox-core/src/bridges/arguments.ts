/**
 * Arguments of a bridge call as a bridge gets them.
 * @module
 */
import { decodeEnvelope } from '../codec/decode.js';

/** The list of arguments; an empty one when a broken guest sent anything but a list. */
export function decodeArguments(bytes: Uint8Array): unknown[] {
  const args = decodeEnvelope(bytes);
  return Array.isArray(args) ? args : [];
}
