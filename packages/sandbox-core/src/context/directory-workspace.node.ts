/**
 * A workspace over a real directory, for the host's own use. A run works on the directory by itself, within its limits.
 * @module
 */
import type { Workspace, WorkspaceEntry, WorkspaceStat } from '@nodetool-ai/protocol/core';
import { fileError } from '../bridges/workspace/failures.js';
import { localKey } from '../bridges/workspace/local-backend.js';
import {
  type FileFacts,
  FileFault,
  type FileGuard,
  type FilePlace,
  type LocalFiles,
} from '../bridges/workspace/local-files.js';
import { mimeOf } from './mime.js';
import { nameOfKey } from './paths.js';

/** The host owes no run anything. */
export const UNBOUND: FileGuard = { check: () => undefined, charge: () => undefined };
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Files below `localDir`. No link leads out of it, for the host neither. */
export class DirectoryWorkspace implements Workspace {
  constructor(
    readonly localDir: string,
    private readonly files: LocalFiles,
  ) {}

  key(path: string): string {
    return localKey(path, this.localDir, this.files);
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.perform('read', [path], async () => {
      if ((await this.files.stat(this.place(path))) === undefined) return null;
      return this.files.read(this.place(path), NO_LIMIT, UNBOUND);
    });
  }

  async write(path: string, data: Uint8Array | string): Promise<void> {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    return this.perform('write', [path], () => this.files.write(this.place(path), bytes, UNBOUND));
  }

  async stat(path: string): Promise<WorkspaceStat | null> {
    return this.perform('stat', [path], async () => {
      const place = this.place(path);
      const facts = await this.files.stat(place);
      if (facts === undefined) return null;
      const { size, modifiedMs: modifiedAt, isDirectory } = facts;
      const contentType = isDirectory ? {} : { contentType: mimeOf(place.key) };
      return { path: place.key, size, modifiedAt, isDirectory, ...contentType };
    });
  }

  async list(path = '.', { recursive = false }: { recursive?: boolean } = {}): Promise<WorkspaceEntry[]> {
    return this.perform('list', [path], async () => {
      const entries: WorkspaceEntry[] = [];
      const waiting = [this.key(path)];
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        for (const name of await this.files.list(this.placeOf(key), NO_LIMIT)) {
          const entry = await this.entry(key === '' ? name : `${key}/${name}`);
          if (entry === undefined) continue;
          entries.push(entry);
          if (recursive && entry.isDirectory) waiting.push(entry.path);
        }
      }
      return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    });
  }

  async delete(path: string): Promise<boolean> {
    return this.perform('delete', [path], async () => {
      if ((await this.files.stat(this.place(path))) === undefined) return false;
      await this.files.remove(this.place(path), UNBOUND);
      return true;
    });
  }

  async mkdir(path: string): Promise<void> {
    return this.perform('mkdir', [path], () => this.files.mkdir(this.place(path), UNBOUND));
  }

  async copy(from: string, to: string): Promise<void> {
    return this.perform('copy', [from, to], () => this.files.copy(this.place(from), this.place(to), NO_LIMIT, UNBOUND));
  }

  async move(from: string, to: string): Promise<void> {
    return this.perform('move', [from, to], () => this.files.move(this.place(from), this.place(to), UNBOUND));
  }

  async exists(path: string): Promise<boolean> {
    return this.perform('exists', [path], async () => (await this.files.stat(this.place(path))) !== undefined);
  }

  /** `undefined` for what went away since it was listed. A link that leads out is listed and tells nothing. */
  private async entry(path: string): Promise<WorkspaceEntry | undefined> {
    let facts: FileFacts | undefined;
    try {
      facts = await this.files.stat(this.placeOf(path));
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      return { path, name: nameOfKey(path), size: 0, modifiedAt: 0, isDirectory: false };
    }
    if (facts === undefined) return undefined;
    const { size, modifiedMs: modifiedAt, isDirectory } = facts;
    return { path, name: nameOfKey(path), size, modifiedAt, isDirectory };
  }

  private place(path: string): FilePlace {
    return this.placeOf(this.key(path));
  }

  private placeOf(key: string): FilePlace {
    return { root: this.localDir, key, isContained: true };
  }

  private async perform<T>(member: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw fileError({ name: `workspace.${member}`, paths, maxReadBytes: NO_LIMIT }, error);
    }
  }
}
