/**
 * Files and directories in memory.
 * @module
 */
import type { WorkspaceEntry, WorkspaceStat } from '@nodetool-ai/protocol/core';
import { mimeOf } from './mime.js';
import { nameOfKey, parentKey, shownPath } from './paths.js';

interface MemoryFile {
  bytes: Uint8Array;
  contentType: string;
  modifiedAt: number;
}

/** A directory that `mkdir` made stays when it is empty; one that only a file's path implies goes with its last entry. */
interface MemoryDirectory {
  entries: Map<string, MemoryFile | MemoryDirectory>;
  isExplicit: boolean;
  modifiedAt: number;
}

type MemoryNode = MemoryFile | MemoryDirectory;
const isDirectory = (node: MemoryNode): node is MemoryDirectory => 'entries' in node;

/** Files by key. Bytes are copied on their way in and out. */
export class MemoryTree {
  private readonly root: MemoryDirectory = { entries: new Map(), isExplicit: true, modifiedAt: Date.now() };

  read(key: string): Uint8Array | null {
    const node = this.find(key);
    if (node === undefined) return null;
    if (isDirectory(node)) throw fault('EISDIR', key, 'is a directory');
    return node.bytes.slice();
  }

  write(key: string, data: Uint8Array | string, contentType?: string): void {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
    this.put(key, { bytes, contentType: contentType ?? mimeOf(key), modifiedAt: Date.now() });
  }

  stat(key: string): WorkspaceStat | null {
    const node = this.find(key);
    if (node === undefined) return null;
    if (isDirectory(node)) return { path: key, size: 0, modifiedAt: node.modifiedAt, isDirectory: true };
    const { bytes, contentType, modifiedAt } = node;
    return { path: key, size: bytes.byteLength, modifiedAt, contentType, isDirectory: false };
  }

  list(key = '', { recursive = false }: { recursive?: boolean } = {}): WorkspaceEntry[] {
    const node = this.find(key);
    if (node === undefined) throw fault('ENOENT', key, 'does not exist');
    if (!isDirectory(node)) throw fault('ENOTDIR', key, 'is not a directory');
    return [...entriesOf(node, key, recursive)].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  delete(key: string): boolean {
    const node = this.find(key);
    if (node === undefined) return false;
    if (node === this.root) throw fault('EPERM', key, 'is the root; it stays');
    if (isDirectory(node) && node.entries.size > 0) throw fault('ENOTEMPTY', key, 'is a directory that is not empty');
    this.take(key);
    return true;
  }

  mkdir(key: string): void {
    let directory = this.root;
    for (const name of partsOf(key)) {
      directory = enter(directory, name, key);
      directory.isExplicit = true;
    }
  }

  copy(from: string, to: string): void {
    const node = this.existing(from);
    if (isDirectory(node)) throw fault('EISDIR', from, 'is a directory; copy takes files');
    this.put(to, { ...node, bytes: node.bytes.slice(), modifiedAt: Date.now() });
  }

  move(from: string, to: string): void {
    const node = this.existing(from);
    if (from === to) return;
    if (node === this.root || to.startsWith(`${from}/`)) throw fault('EINVAL', from, 'cannot move into itself');
    this.put(to, node);
    this.take(from);
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  private find(key: string): MemoryNode | undefined {
    let node: MemoryNode | undefined = this.root;
    for (const name of partsOf(key)) {
      if (node === undefined || !isDirectory(node)) return undefined;
      node = node.entries.get(name);
    }
    return node;
  }

  private existing(key: string): MemoryNode {
    const node = this.find(key);
    if (node === undefined) throw fault('ENOENT', key, 'does not exist');
    return node;
  }

  /** Puts a file, or a directory in the place of an empty one. */
  private put(key: string, node: MemoryNode): void {
    const name = nameOfKey(key);
    if (name === '') throw fault('EISDIR', key, 'is the root');
    const before = this.find(key);
    if (before !== undefined && isDirectory(before) && !(isDirectory(node) && before.entries.size === 0)) {
      throw fault('EISDIR', key, 'is a directory');
    }
    if (before !== undefined && !isDirectory(before) && isDirectory(node)) throw fault('ENOTDIR', key, 'is a file');
    let directory = this.root;
    // All parts are looked at before the first directory is made: a refusal leaves no empty ones behind.
    for (let parent = parentKey(key); parent !== ''; parent = parentKey(parent)) {
      const above = this.find(parent);
      if (above !== undefined && !isDirectory(above)) throw fault('ENOTDIR', key, 'passes through a file');
    }
    for (const part of partsOf(parentKey(key))) directory = enter(directory, part, key);
    directory.entries.set(name, node);
    directory.modifiedAt = Date.now();
  }

  /** Takes an entry out, and directories above that were only there for it. */
  private take(key: string): void {
    const parent = this.find(parentKey(key)) as MemoryDirectory;
    parent.entries.delete(nameOfKey(key));
    parent.modifiedAt = Date.now();
    if (parent.entries.size === 0 && !parent.isExplicit) this.take(parentKey(key));
  }
}

function enter(directory: MemoryDirectory, name: string, path: string): MemoryDirectory {
  const known = directory.entries.get(name);
  if (known === undefined) {
    const made: MemoryDirectory = { entries: new Map(), isExplicit: false, modifiedAt: Date.now() };
    directory.entries.set(name, made);
    return made;
  }
  if (!isDirectory(known)) throw fault('ENOTDIR', path, 'passes through a file');
  return known;
}

function* entriesOf(directory: MemoryDirectory, key: string, recursive: boolean): Generator<WorkspaceEntry> {
  for (const [name, node] of directory.entries) {
    const path = key === '' ? name : `${key}/${name}`;
    const { modifiedAt } = node;
    if (!isDirectory(node)) yield { path, name, size: node.bytes.byteLength, modifiedAt, isDirectory: false };
    else {
      yield { path, name, size: 0, modifiedAt, isDirectory: true };
      if (recursive) yield* entriesOf(node, path, true);
    }
  }
}

function partsOf(key: string): string[] {
  return key === '' ? [] : key.split('/');
}

function fault(code: string, path: string, what: string): Error {
  return Object.assign(new Error(`${shownPath(path)} ${what}`), { code });
}
