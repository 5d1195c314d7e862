/**
 * An envelope and the large byte arrays beside it, as one run of bytes that a message can carry.
 *
 * Without such arrays a payload is the envelope itself. Else it is a mark that no envelope starts with, the number of
 * parts and their lengths as 32-bit words, the parts, and the envelope.
 * @module
 */
import { CodecError } from './codec-error.js';

/** Where the byte arrays stand in an envelope on its way into a guest, behind the tree and its patches. */
export const FIRST_PART = 2;

const PARTS_MARK = 0xb5;
const HEAD_BYTES = 5;

/** Joins an envelope and its parts. */
export function joinPayload(envelope: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 0) return envelope;
  const headBytes = HEAD_BYTES + 4 * parts.length;
  const payload = new Uint8Array(parts.reduce((sum, part) => sum + part.length, headBytes + envelope.length));
  const view = new DataView(payload.buffer);
  view.setUint8(0, PARTS_MARK);
  view.setUint32(1, parts.length, true);
  let at = headBytes;
  parts.forEach((part, index) => {
    view.setUint32(HEAD_BYTES + 4 * index, part.length, true);
    payload.set(part, at);
    at += part.length;
  });
  payload.set(envelope, at);
  return payload;
}

/** Whether byte arrays ride beside the envelope. */
export function hasParts(payload: Uint8Array): boolean {
  return payload[0] === PARTS_MARK;
}

/** Takes a payload apart; the parts are views of it. */
export function splitPayload(payload: Uint8Array): { envelope: Uint8Array; parts: Uint8Array[] } {
  if (!hasParts(payload)) return { envelope: payload, parts: [] };
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const count = payload.length < HEAD_BYTES ? 0 : view.getUint32(1, true);
  let at = HEAD_BYTES + 4 * count;
  if (count === 0 || at > payload.length) throw new CodecError('malformed', 'a payload without its parts');
  const parts: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const end = at + view.getUint32(HEAD_BYTES + 4 * index, true);
    if (end > payload.length) throw new CodecError('malformed', 'a part that is cut off');
    parts.push(payload.subarray(at, end));
    at = end;
  }
  return { envelope: payload.subarray(at), parts };
}
