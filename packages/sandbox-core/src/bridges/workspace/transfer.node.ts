/**
 * Bytes from and to open files, in blocks: between two of them a run may be cancelled, and a file that grows is seen.
 * @module
 */
import type { FileHandle } from 'node:fs/promises';
import { FileFault, type FileGuard } from './local-files.js';

const BLOCK_BYTES = 1024 * 1024;

/** All bytes of a file; its size is looked at before the first is read, and counted while reading. */
export async function readAll(handle: FileHandle, maxBytes: number, guard: FileGuard): Promise<Uint8Array> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw new FileFault('too-large');
  // One byte more than there should be: a read that leaves it empty is the last one. Some files say that they are empty.
  let bytes = new Uint8Array(Math.min(Math.max(size, 4096), maxBytes) + 1);
  let length = 0;
  for (;;) {
    guard.check();
    const { bytesRead } = await handle.read(bytes, length, Math.min(BLOCK_BYTES, bytes.length - length), null);
    if (bytesRead === 0) break;
    length += bytesRead;
    if (length > maxBytes) throw new FileFault('too-large');
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(2 * length, maxBytes + 1));
      larger.set(bytes);
      bytes = larger;
    }
  }
  return bytes.length - length > 65_536 ? bytes.slice(0, length) : bytes.subarray(0, length);
}

/** Writes all bytes at the handle's position. */
export async function writeAll(handle: FileHandle, data: Uint8Array, guard: FileGuard): Promise<void> {
  for (let from = 0; from < data.byteLength; ) {
    guard.check();
    const { bytesWritten } = await handle.write(data, from, Math.min(BLOCK_BYTES, data.byteLength - from), null);
    from += bytesWritten;
  }
}

/** Copies to the end of `source`; what it has grown beyond `size`, which is paid for, is charged as well. */
export async function copyBytes(
  source: FileHandle,
  target: FileHandle,
  { size, maxBytes, guard }: { size: number; maxBytes: number; guard: FileGuard },
): Promise<void> {
  const block = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(size, 4096)));
  let copied = 0;
  for (;;) {
    guard.check();
    const { bytesRead } = await source.read(block, 0, block.length, null);
    if (bytesRead === 0) return;
    const paid = Math.max(copied, size);
    copied += bytesRead;
    if (copied > maxBytes) throw new FileFault('too-large');
    if (copied > paid) guard.charge(copied - paid);
    await writeAll(target, block.subarray(0, bytesRead), guard);
  }
}
