/**
 * Directories held open while something is done in them.
 *
 * On Linux the path of a held directory is `/proc/self/fd/<n>`: it means that directory whatever its name leads to by
 * now, so a link that is swapped in between two steps (a TOCTOU race) redirects nothing. Elsewhere the path is a plain
 * one, and what was opened is compared with what a path without links leads to.
 * @module
 */
import { type BigIntStats, constants, existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { FileFault, systemError } from './local-files.js';

/** An entry became a link between two looks at it; whoever meets this looks again. */
export class EntrySwapped extends Error {
  readonly code = 'ELOOP';
}

/** A directory. */
export interface HeldDirectory {
  /** Path under which its entries are reached. */
  readonly path: string;
  close(): Promise<void>;
}

/** The root of a place. */
export interface HeldRoot extends HeldDirectory {
  /** Absolute path without links. */
  readonly realPath: string;
}

/** The steps of a walk. None of them follows a link. */
export interface DirectoryAccess {
  openRoot(path: string): Promise<HeldRoot>;
  /** Fails with `ENOTDIR` or `ELOOP` for a link. */
  openChild(parent: HeldDirectory, name: string): Promise<HeldDirectory>;
  /** Opens a regular file to read; opening has no effect on what is none. A link fails with `ELOOP`. */
  openFile(parent: HeldDirectory, name: string, root: HeldRoot): Promise<FileHandle>;
  /** Throws when the directory, or the file in it that a handle belongs to, is not below the root. */
  verify(parent: HeldDirectory, root: HeldRoot, file?: { name: string; handle: FileHandle }): Promise<void>;
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0, O_NOCTTY = 0 } = constants;
/** Names an entry without opening it, so that no device or FIFO notices. The same on all that Node runs on; not in `constants`. */
const O_PATH = 0o10000000;
const READ = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Whether this system has paths of descriptors. */
export const hasDescriptorPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Path of an entry. */
export function entryPath(parent: HeldDirectory, name: string): string {
  return name === '' ? `${parent.path}/.` : `${parent.path}/${name}`;
}

/** Refuses directories, devices, sockets and FIFOs: reading one may hang, have effects or never end. */
export function refuseUnlessFile(stats: Stats | BigIntStats): void {
  if (stats.isSymbolicLink()) throw new EntrySwapped();
  if (stats.isDirectory()) throw systemError('EISDIR');
  if (!stats.isFile()) throw new FileFault('special');
}

async function closeAfter<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}

function held(handle: FileHandle): HeldDirectory {
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/** Linux. */
export const descriptorAccess: DirectoryAccess = {
  async openRoot(path) {
    const handle = await open(path, O_PATH | O_DIRECTORY);
    try {
      return { ...held(handle), realPath: await readlink(`/proc/self/fd/${handle.fd}`) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
  async openChild(parent, name) {
    return held(await open(entryPath(parent, name), O_PATH | O_DIRECTORY | O_NOFOLLOW));
  },
  async openFile(parent, name) {
    const entry = await open(entryPath(parent, name), O_PATH | O_NOFOLLOW);
    return closeAfter(entry, async () => {
      refuseUnlessFile(await entry.stat({ bigint: true }));
      // The descriptor names this very file: nothing can be swapped in any more.
      return open(`/proc/self/fd/${entry.fd}`, READ);
    });
  },
  async verify() {
    // What is reached through a descriptor needs no second look.
  },
};

/**
 * Between the two looks of one comparison a directory may become a link, and a file outside compares as equal. That
 * must happen in each of the rounds, which are synchronous and take microseconds.
 */
const COMPARE_ROUNDS = 16;
const nothingToClose = async (): Promise<void> => undefined;

/** Systems without paths of descriptors. */
export const comparedAccess: DirectoryAccess = {
  async openRoot(path) {
    const realPath = await realpath(path);
    if (!(await lstat(realPath)).isDirectory()) throw systemError('ENOTDIR');
    return { path: realPath, realPath, close: nothingToClose };
  },
  async openChild(parent, name) {
    const path = entryPath(parent, name);
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) throw systemError('ELOOP');
    if (!stats.isDirectory()) throw systemError('ENOTDIR');
    return { path, close: nothingToClose };
  },
  async openFile(parent, name, root) {
    const path = entryPath(parent, name);
    refuseUnlessFile(await lstat(path, { bigint: true }));
    const handle = await open(path, READ | O_NOFOLLOW);
    try {
      refuseUnlessFile(await handle.stat({ bigint: true }));
      await comparedAccess.verify(parent, root, { name, handle });
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
  async verify(parent, root, file) {
    const path = file === undefined ? parent.path : entryPath(parent, file.name);
    const opened = await file?.handle.stat({ bigint: true });
    for (let round = 0; round < COMPARE_ROUNDS; round++) {
      const real = realpathSync.native(path);
      if (!isInside(real, root.realPath)) throw new FileFault('outside');
      if (opened === undefined) return;
      const named = lstatSync(real, { bigint: true });
      if (opened.ino !== named.ino || opened.dev !== named.dev) throw new FileFault('outside');
    }
  },
};

/** Whether a path is `root` or below it. Both are absolute and free of links. */
export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
