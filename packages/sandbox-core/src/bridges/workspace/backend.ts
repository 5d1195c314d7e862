/**
 * What the bridges do with files, wherever these are.
 * @module
 */
import type { FileCall } from './failures.js';
import type { FileFacts, FileGuard } from './local-files.js';

/** One call of a guest: what errors say of it, and what it owes its run. */
export interface WorkspaceCall extends FileCall {
  readonly guard: FileGuard;
}

/** Files under the paths that a guest passes. Errors need not be fit for the guest: `fileError` makes them so. */
export interface FileBackend {
  /** What `workspace.root()` answers. */
  readonly root: string;
  read(path: string, call: WorkspaceCall): Promise<Uint8Array>;
  write(path: string, data: Uint8Array, call: WorkspaceCall): Promise<void>;
  /** Unsorted. */
  list(path: string, call: WorkspaceCall): Promise<string[]>;
  stat(path: string): Promise<FileFacts | undefined>;
  copy(from: string, to: string, call: WorkspaceCall): Promise<void>;
  move(from: string, to: string, call: WorkspaceCall): Promise<void>;
  mkdir(path: string, call: WorkspaceCall): Promise<void>;
  remove(path: string, call: WorkspaceCall): Promise<void>;
  /** Throws for a path that may not be used. */
  check(path: string): Promise<void>;
}
