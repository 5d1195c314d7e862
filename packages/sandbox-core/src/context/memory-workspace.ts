/**
 * A workspace that lives in memory.
 * @module
 */
import type { Workspace, WorkspaceEntry, WorkspaceStat } from '@nodetool-ai/protocol/core';
import type { MemoryTree } from './memory-tree.js';
import { workspaceKey } from './paths.js';

/** The interface of a workspace over a tree. */
export class MemoryWorkspace implements Workspace {
  readonly localDir = null;

  constructor(private readonly tree: MemoryTree) {}

  key(path: string): string {
    return workspaceKey(path);
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.tree.read(this.key(path));
  }

  async write(path: string, data: Uint8Array | string, contentType?: string): Promise<void> {
    this.tree.write(this.key(path), data, contentType);
  }

  async stat(path: string): Promise<WorkspaceStat | null> {
    return this.tree.stat(this.key(path));
  }

  async list(path = '', options: { recursive?: boolean } = {}): Promise<WorkspaceEntry[]> {
    return this.tree.list(this.key(path), options);
  }

  async delete(path: string): Promise<boolean> {
    return this.tree.delete(this.key(path));
  }

  async mkdir(path: string): Promise<void> {
    this.tree.mkdir(this.key(path));
  }

  async copy(from: string, to: string): Promise<void> {
    this.tree.copy(this.key(from), this.key(to));
  }

  async move(from: string, to: string): Promise<void> {
    this.tree.move(this.key(from), this.key(to));
  }

  async exists(path: string): Promise<boolean> {
    return this.tree.has(this.key(path));
  }
}
