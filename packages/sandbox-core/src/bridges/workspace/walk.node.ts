/**
 * From a place to the directory that holds its entry, one part at a time, links resolved by hand.
 * @module
 */
import { mkdirSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type DirectoryAccess, entryPath, type HeldDirectory, type HeldRoot } from './held-directory.node.js';
import { FileFault, type FileGuard, type FilePlace, systemCode, systemError } from './local-files.js';

/** Links that one path may pass, as in Linux. */
const MAX_LINKS = 40;

/** Where an entry is, or would be. `name` is `''` for a root itself. */
export interface Located {
  readonly root: HeldRoot;
  readonly directory: HeldDirectory;
  readonly name: string;
}

export interface WalkOptions {
  /** Whether a link at the end is followed. */
  follow: boolean;
  /** Makes missing directories on the way; asked before each. */
  create?: FileGuard;
}

/** Finds the entry of a place, hands it to `work` and closes all that was opened. */
export async function atEntry<T>(
  access: DirectoryAccess,
  place: FilePlace,
  options: WalkOptions,
  work: (located: Located) => Promise<T>,
): Promise<T> {
  const root = await openRoot(access, place.root, options.create);
  const walk = new Walk(access, place, root, options);
  try {
    const name = await walk.toEntry();
    return await work({ root, directory: walk.directory, name });
  } finally {
    await walk.close();
    await root.close();
  }
}

/** A workspace that the host has named but not made yet is made by the first write. */
async function openRoot(access: DirectoryAccess, path: string, create: FileGuard | undefined): Promise<HeldRoot> {
  try {
    return await access.openRoot(path);
  } catch (error) {
    if (create === undefined || systemCode(error) !== 'ENOENT') throw error;
  }
  create.check();
  mkdirSync(path, { recursive: true });
  return access.openRoot(path);
}

class Walk {
  directory: HeldDirectory;
  /** Names from the root to `directory`. */
  private names: string[] = [];
  /** Parts still to go, the next one last. */
  private readonly rest: string[];
  private links = 0;

  constructor(
    private readonly access: DirectoryAccess,
    private readonly place: FilePlace,
    private readonly root: HeldRoot,
    private readonly options: WalkOptions,
  ) {
    this.directory = root;
    this.rest = partsOf(place.key).reverse();
  }

  async close(): Promise<void> {
    if (this.directory !== this.root) await this.directory.close();
  }

  async toEntry(): Promise<string> {
    for (;;) {
      const name = this.rest.pop();
      if (name === undefined) return '';
      if (name === '..') await this.up();
      else if (this.rest.length > 0) await this.down(name);
      else if (!this.options.follow || !(await this.followLink(name))) return name;
    }
  }

  /** Into a directory or through a link; where there is nothing, a directory is made if that is wanted. */
  private async down(name: string): Promise<void> {
    const child = await this.openChild(name);
    if (child === undefined) {
      // A link, or a file. What has just been swapped is looked at again, as often as a path may pass links.
      if (!(await this.followLink(name))) throw systemError('ENOTDIR');
      return;
    }
    await this.enter(child);
    this.names.push(name);
  }

  private async openChild(name: string): Promise<HeldDirectory | undefined> {
    for (let isSecond = false; ; isSecond = true) {
      try {
        return await this.access.openChild(this.directory, name);
      } catch (error) {
        const code = systemCode(error);
        if (code === 'ENOTDIR' || code === 'ELOOP') return undefined;
        const { create } = this.options;
        if (code !== 'ENOENT' || create === undefined || isSecond) throw error;
        await this.access.verify(this.directory, this.root);
        create.check();
        makeDirectory(entryPath(this.directory, name));
      }
    }
  }

  private async enter(directory: HeldDirectory): Promise<void> {
    const left = this.directory;
    this.directory = directory;
    if (left !== this.root) await left.close();
  }

  /** One level up, from the root again: the parent of a held directory may have become another one. */
  private async up(): Promise<void> {
    if (this.names.pop() === undefined) {
      if (this.place.isContained) throw new FileFault('outside');
      return;
    }
    const { names } = this;
    await this.enter(this.root);
    for (const name of names) await this.enter(await this.access.openChild(this.directory, name));
  }

  /** Goes on with the target of a link; `false` when the entry is none. */
  private async followLink(name: string): Promise<boolean> {
    let target: string;
    try {
      target = await readlink(entryPath(this.directory, name));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return false;
      throw error;
    }
    if (++this.links > MAX_LINKS) throw systemError('ELOOP');
    if (isAbsolute(target)) {
      target = this.belowRoot(target);
      await this.enter(this.root);
      this.names = [];
    }
    this.rest.push(...partsOf(target).reverse());
    return true;
  }

  /** An absolute target must name the root; where `..` in the rest of it leads is seen when it is walked. */
  private belowRoot(target: string): string {
    for (const root of [this.place.root, this.root.realPath]) {
      const prefix = /[\\/]$/.test(root) ? root : `${root}/`;
      if (target === root || target.startsWith(prefix)) return target.slice(prefix.length);
    }
    throw new FileFault('outside');
  }
}

function partsOf(path: string): string[] {
  const parts = (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).split('/');
  return parts.filter((part) => part !== '' && part !== '.');
}

/** At once, so that nothing can cancel the run between the look at it and the change. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
