/**
 * Writes a file whole or not at all.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ioError } from './safe-path.node.js';

/**
 * Writes beside the target and renames: whoever looks sees the old file or the new one, never half of it.
 * `folder` holds `target`. Fails with `file_io`, or with the signal's reason; nothing is left behind then.
 */
export async function writeAtomic(
  place: { folder: string; target: string; shown: string },
  content: string | Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const temporary = join(place.folder, `.nodetool-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const file = await open(temporary, flags, 0o666);
    try {
      await file.writeFile(bytes, { signal });
      await file.sync();
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    await rename(temporary, place.target);
    return bytes.byteLength;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // The first error is the one to tell.
    throw signal.aborted ? error : ioError(error, 'written', place.shown);
  }
}
