/**
 * An image as a file: built with the package, so that no process has to evaluate the guest's own code at its start.
 * @module
 */
import { type GuestImage, sharedCopy } from './image.js';
import { ENGINE_WASM_SHA256 } from './pinned.js';

/** Everything of an image but its bytes, and what it was made of. */
interface Head extends Omit<GuestImage, 'staticData' | 'heap'> {
  engine: string;
  guest: string;
  staticBytes: number;
  heapBytes: number;
}

const LENGTH_BYTES = 4;

/** The bytes of an image: length of the head, the head as JSON, static data, heap. `guest` names the guest's own code. */
export function writeImage(image: GuestImage, guest: string): Uint8Array {
  const { staticData, heap, ...rest } = image;
  const facts = { engine: ENGINE_WASM_SHA256, guest, staticBytes: staticData.length, heapBytes: heap.length };
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, ...facts } satisfies Head));
  const file = new Uint8Array(LENGTH_BYTES + head.length + staticData.length + heap.length);
  new DataView(file.buffer).setUint32(0, head.length, true);
  file.set(head, LENGTH_BYTES);
  file.set(staticData, LENGTH_BYTES + head.length);
  file.set(heap, LENGTH_BYTES + head.length + staticData.length);
  return file;
}

/** Reads an image; `undefined` when it is of another engine or of another guest, or is no whole image. */
export function readImage(file: Uint8Array, guest: string): GuestImage | undefined {
  const headEnd = LENGTH_BYTES + readLength(file);
  if (headEnd > file.length) return undefined;
  const head = parseHead(new TextDecoder().decode(file.subarray(LENGTH_BYTES, headEnd)));
  if (head === undefined || head.engine !== ENGINE_WASM_SHA256 || head.guest !== guest) return undefined;
  const { engine: _engine, guest: _guest, staticBytes, heapBytes, ...rest } = head;
  const heapStart = headEnd + staticBytes;
  if (heapStart + heapBytes !== file.length) return undefined;
  return {
    ...rest,
    staticData: sharedCopy(file.subarray(headEnd, heapStart)),
    heap: sharedCopy(file.subarray(heapStart)),
  };
}

function readLength(file: Uint8Array): number {
  if (file.length < LENGTH_BYTES) return file.length;
  return new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(0, true);
}

function parseHead(text: string): Head | undefined {
  try {
    return JSON.parse(text) as Head;
  } catch {
    return undefined;
  }
}
