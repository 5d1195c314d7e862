/**
 * What a host may give a run beyond plain capabilities: files, secrets, assets.
 * @module
 */

/** One entry of a workspace listing. `path` is relative to the root, with `/` between its parts. */
export interface WorkspaceEntry {
  path: string;
  name: string;
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  isDirectory: boolean;
}

/** What `Workspace.stat` tells of a file or directory. */
export interface WorkspaceStat {
  path: string;
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  contentType?: string;
  isDirectory: boolean;
}

/** Files of one run or workflow: a real directory, or a virtual one. */
export interface Workspace {
  /** Absolute path of the directory, or `null` for a virtual workspace. */
  readonly localDir: string | null;
  /** Normalises a path; throws an error that contains `outside the workspace` when it climbs out. */
  key(path: string): string;
  read(path: string): Promise<Uint8Array | null>;
  write(path: string, data: Uint8Array | string, contentType?: string): Promise<void>;
  stat(path: string): Promise<WorkspaceStat | null>;
  list(path?: string, options?: { recursive?: boolean }): Promise<WorkspaceEntry[]>;
  delete(path: string): Promise<boolean>;
  mkdir(path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  exists(path: string): Promise<boolean>;
}

/** Kind of an asset. */
export type AssetType = 'image' | 'audio' | 'video' | 'text' | 'document' | 'asset';

/** A stored asset. */
export interface AssetRef {
  type: AssetType;
  uri: string;
  asset_id: string | null;
}

/** Bytes of an asset, or the places that were tried. */
export interface ResolvedAsset {
  bytes: Uint8Array | null;
  attempts: string[];
}

/** Where bytes are kept by key. */
export interface ContextStorage {
  /** Resolves with the URI under which the bytes can be had again. */
  store(key: string, bytes: Uint8Array, contentType?: string): Promise<string>;
  retrieve(uriOrKey: string): Promise<Uint8Array | null>;
}

/**
 * What a host gives a run. Every member is optional: a bridge that needs a missing one rejects and names it. The core
 * never changes the object and never hands it to the guest.
 */
export interface ProcessingContext {
  userId?: string;
  workflowId?: string;
  jobId?: string;
  workspace?: Workspace | null;
  /** For local hosts without `workspace`: absolute path of a workspace-relative one. */
  resolveWorkspacePath?(path: string): string;
  /**
   * Value of a secret. What a run has read is taken out of its errors and warnings (`[secret]`), values of fewer than 8
   * characters excepted. What the program itself logs or returns is left as it is.
   */
  getSecret?(name: string): Promise<string | null | undefined>;
  /** Copies an asset into the workspace and resolves with where it is. */
  assetToSandbox?(assetId: string, path: string): Promise<string>;
  sandboxToAsset?(path: string): Promise<AssetRef>;
  resolveAssetBytes?(uri: string): Promise<ResolvedAsset>;
  /** Whether there is something behind a method that the context has; asked for `createAsset`. Absent: there is. */
  hasModelInterface?(name: string): boolean;
  createAsset?(asset: { name: string; contentType: string; content: Uint8Array }): Promise<{ id: string }>;
  storage?: ContextStorage;
}
