/**
 * A bound on what the library unpacks: it would follow a stream to the end of memory.
 * @module
 */
import { decodePDFRawStream, type PDFDocument } from 'pdf-lib';
import { PDFLIB_MAX_STREAM_BYTES } from './limits.js';

interface Unpacker {
  ensureBuffer(bytes: number): Uint8Array;
}

let isBound = false;

/** Bounds every stream from now on. The class is not exported: it is reached through one stream. */
export function boundStreams(document: PDFDocument): void {
  if (isBound) return;
  const sample: object = decodePDFRawStream(document.context.flateStream(Uint8Array.of(0)));
  let prototype: object | null = sample;
  while (prototype && !Object.hasOwn(prototype, 'ensureBuffer')) prototype = Object.getPrototypeOf(prototype);
  if (!prototype) throw new Error('the library unpacks in another way than it did');
  const unpacker = prototype as Unpacker;
  const ensureBuffer = unpacker.ensureBuffer;
  unpacker.ensureBuffer = function (bytes) {
    if (bytes > PDFLIB_MAX_STREAM_BYTES) throw new RangeError('a stream unpacks to more than its limit');
    return ensureBuffer.call(this, bytes);
  };
  isBound = true;
}
