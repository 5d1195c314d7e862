/**
 * File operations on the disk.
 *
 * Each finds the directory of its entry without following a link, holds it, and works on what it holds. What changes
 * something does so in one step at its end, synchronously: a run that is cancelled before that step changes nothing.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { constants, mkdirSync, renameSync, rmdirSync, type Stats, unlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, opendir, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, resolve, sep } from 'node:path';
import { isWindowsName } from '../../context/paths.js';
import {
  comparedAccess,
  type DirectoryAccess,
  descriptorAccess,
  EntrySwapped,
  entryPath,
  hasDescriptorPaths,
  refuseUnlessFile,
} from './held-directory.node.js';
import {
  type FileFacts,
  FileFault,
  type FileGuard,
  type FilePlace,
  type LocalFiles,
  systemCode,
  systemError,
} from './local-files.js';
import { copyBytes, readAll, writeAll } from './transfer.node.js';
import { atEntry, type Located, type WalkOptions } from './walk.node.js';

/** How often an entry is looked at again that became a link between two steps. */
const MAX_SWAPS = 40;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Files that are about to get their name; never listed. */
const TEMPORARY_NAME = /^\.nodetool-[0-9a-f]{32}\.tmp$/;
const temporaryName = (): string => `.nodetool-${randomBytes(16).toString('hex')}.tmp`;

/** @param options.descriptors - whether to use paths of descriptors; default: where the system has them */
export function createLocalFiles({ descriptors = hasDescriptorPaths } = {}): LocalFiles {
  return new NodeFiles(descriptors ? descriptorAccess : comparedAccess);
}

class NodeFiles implements LocalFiles {
  readonly isWindows = process.platform === 'win32';

  constructor(private readonly access: DirectoryAccess) {}

  hostPlace(path: string, base: string | undefined): FilePlace {
    const isHome = path === '~' || path.startsWith('~/') || (this.isWindows && path.startsWith('~\\'));
    const expanded = isHome ? join(homedir(), path.slice(1)) : path;
    const absolute = isAbsolute(expanded) ? resolve(expanded) : resolve(base ?? process.cwd(), expanded);
    const { root } = parse(absolute);
    return { root, key: absolute.slice(root.length).replaceAll(sep, '/'), isContained: false };
  }

  async read(place: FilePlace, maxBytes: number, guard: FileGuard): Promise<Uint8Array> {
    const handle = await this.openFile(place);
    try {
      return await readAll(handle, maxBytes, guard);
    } finally {
      await handle.close();
    }
  }

  async write(place: FilePlace, data: Uint8Array, guard: FileGuard): Promise<void> {
    guard.charge(data.byteLength);
    await this.replace(place, guard, undefined, (target) => writeAll(target, data, guard));
  }

  async copy(from: FilePlace, to: FilePlace, maxBytes: number, guard: FileGuard): Promise<void> {
    const source = await this.openFile(from);
    try {
      const { size, mode } = await source.stat();
      if (size > maxBytes) throw new FileFault('too-large');
      guard.charge(size);
      await this.replace(to, guard, mode, (target) => copyBytes(source, target, { size, maxBytes, guard }));
    } finally {
      await source.close();
    }
  }

  list(place: FilePlace, maxEntries: number): Promise<string[]> {
    return this.at(place, { follow: true }, async ({ root, directory, name }) => {
      const listed = name === '' ? directory : await this.access.openChild(directory, name);
      try {
        const names: string[] = [];
        for await (const entry of await opendir(entryPath(listed, ''), { bufferSize: 256 })) {
          if (TEMPORARY_NAME.test(entry.name)) continue;
          if (names.length >= maxEntries) throw new FileFault('too-many');
          names.push(entry.name);
        }
        await this.access.verify(listed, root);
        return names;
      } finally {
        if (listed !== directory) await listed.close();
      }
    });
  }

  async stat(place: FilePlace): Promise<FileFacts | undefined> {
    const stats = await this.at(place, { follow: false }, async ({ root, directory, name }) => {
      await this.access.verify(directory, root);
      return lookAt({ directory, name });
    }).catch((error: unknown) => {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) await this.refuseEscape(place);
    return {
      size: stats.size,
      isDirectory: stats.isDirectory(),
      isFile: stats.isFile(),
      isSymlink: stats.isSymbolicLink(),
      modifiedMs: stats.mtimeMs,
      createdMs: stats.birthtimeMs,
      accessedMs: stats.atimeMs,
    };
  }

  async move(from: FilePlace, to: FilePlace, guard: FileGuard): Promise<void> {
    await this.at(from, { follow: false }, async (source) => {
      const moved = await this.changeable(from, source);
      if (moved === undefined) throw systemError('ENOENT');
      await this.at(to, { follow: false, create: guard }, async (target) => {
        const replaced = await this.changeable(to, target);
        if (replaced?.isDirectory() && !moved.isDirectory()) throw systemError('EISDIR');
        await this.access.verify(source.directory, source.root);
        await this.access.verify(target.directory, target.root);
        guard.check();
        renameSync(entryPath(source.directory, source.name), entryPath(target.directory, target.name));
      });
    });
  }

  mkdir(place: FilePlace, guard: FileGuard): Promise<void> {
    return this.at(place, { follow: true, create: guard }, async (located) => {
      const stats = await lookAt(located);
      if (stats?.isSymbolicLink()) throw new EntrySwapped();
      if (stats?.isDirectory()) return;
      if (stats !== undefined) throw systemError('EEXIST');
      await this.access.verify(located.directory, located.root);
      guard.check();
      try {
        mkdirSync(entryPath(located.directory, located.name));
      } catch (error) {
        // Somebody else made one in the meantime: looked at again.
        throw systemCode(error) === 'EEXIST' ? new EntrySwapped() : error;
      }
    });
  }

  remove(place: FilePlace, guard: FileGuard): Promise<void> {
    return this.at(place, { follow: false }, async (located) => {
      const stats = await this.changeable(place, located);
      if (stats === undefined) throw systemError('ENOENT');
      await this.access.verify(located.directory, located.root);
      guard.check();
      const path = entryPath(located.directory, located.name);
      if (stats.isDirectory()) rmdirSync(path);
      else unlinkSync(path);
    });
  }

  private openFile(place: FilePlace): Promise<FileHandle> {
    return this.at(place, { follow: true }, ({ root, directory, name }) => {
      if (name === '') throw systemError('EISDIR');
      return this.access.openFile(directory, name, root);
    });
  }

  /** Fills a new file beside the entry, then gives it the entry's name. */
  private replace(
    place: FilePlace,
    guard: FileGuard,
    newMode: number | undefined,
    fill: (target: FileHandle) => Promise<void>,
  ): Promise<void> {
    return this.at(place, { follow: true, create: guard }, async ({ root, directory, name }) => {
      if (name === '') throw systemError('EISDIR');
      const before = await lookAt({ directory, name });
      if (before !== undefined) refuseUnlessFile(before);
      if (before !== undefined && (before.mode & 0o222) === 0) throw systemError('EACCES');
      const mode = before?.mode ?? newMode;
      const temporary = temporaryName();
      guard.check();
      const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
      const handle = await open(entryPath(directory, temporary), flags, 0o666);
      try {
        await this.access.verify(directory, root, { name: temporary, handle });
        await fill(handle);
        if (mode !== undefined && ((await handle.stat()).mode & 0o777) !== (mode & 0o777)) {
          await handle.chmod(mode & 0o777);
        }
        await handle.close();
        await this.access.verify(directory, root);
        guard.check();
        renameSync(entryPath(directory, temporary), entryPath(directory, name));
      } catch (error) {
        await handle.close();
        // What has the name now is ours, or nothing: nobody else knows it.
        await unlink(entryPath(directory, temporary)).catch(() => undefined);
        throw error;
      }
    });
  }

  /** What is known of an entry that is to be moved, replaced or removed; refused when that must not be. */
  private async changeable(place: FilePlace, located: Located): Promise<Stats | undefined> {
    if (located.name === '') throw new FileFault('root');
    const stats = await lookAt(located);
    if (stats?.isSymbolicLink()) await this.refuseEscape(place);
    else if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) throw new FileFault('special');
    return stats;
  }

  /** Refuses a link that leads out of the root. One that leads nowhere, or in a circle, does not. */
  private async refuseEscape(place: FilePlace): Promise<void> {
    try {
      await this.at(place, { follow: true }, async () => undefined);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
    }
  }

  private async at<T>(place: FilePlace, options: WalkOptions, work: (located: Located) => Promise<T>): Promise<T> {
    if (this.isWindows && !place.key.split('/').every(isWindowsName)) throw new FileFault('bad-name');
    for (let left = MAX_SWAPS; ; left--) {
      try {
        return await atEntry(this.access, place, options, work);
      } catch (error) {
        if (!(error instanceof EntrySwapped) || left === 0) throw error;
      }
    }
  }
}

async function lookAt({ directory, name }: Pick<Located, 'directory' | 'name'>): Promise<Stats | undefined> {
  try {
    return await lstat(entryPath(directory, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
