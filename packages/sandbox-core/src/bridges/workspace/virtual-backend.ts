/**
 * Files of a workspace that is no directory of the host, by its own interface.
 * @module
 */
import type { Workspace, WorkspaceStat } from '@nodetool-ai/protocol/core';
import { mimeOf } from '../../context/mime.js';
import { workspaceKey } from '../../context/paths.js';
import { MAX_WORKSPACE_ENTRIES } from '../../limits.js';
import type { FileBackend, WorkspaceCall } from './backend.js';
import { type FileFacts, FileFault, systemError } from './local-files.js';

/** What `workspace.root()` answers for a workspace without a directory. */
const VIRTUAL_ROOT = '/workspace';

/** Puts the rules of real directories over a virtual workspace. */
export class VirtualBackend implements FileBackend {
  readonly root = VIRTUAL_ROOT;

  constructor(private readonly workspace: Workspace) {}

  async read(path: string, { maxReadBytes, guard }: WorkspaceCall): Promise<Uint8Array> {
    const key = workspaceKey(path);
    await this.readable(key, maxReadBytes);
    guard.check();
    const bytes = await this.workspace.read(key);
    if (bytes === null) throw systemError('ENOENT');
    // What is read may be more than what was told.
    if (bytes.byteLength > maxReadBytes) throw new FileFault('too-large');
    return bytes;
  }

  async write(path: string, data: Uint8Array, { guard }: WorkspaceCall): Promise<void> {
    const key = workspaceKey(path);
    guard.charge(data.byteLength);
    await this.writable(key);
    guard.check();
    await this.workspace.write(key, data, mimeOf(key));
  }

  async list(path: string): Promise<string[]> {
    const key = workspaceKey(path);
    if (key !== '' && !(await this.existing(key)).isDirectory) throw systemError('ENOTDIR');
    const entries = await this.workspace.list(key);
    if (entries.length > MAX_WORKSPACE_ENTRIES) throw new FileFault('too-many');
    return entries.map(({ name }) => String(name));
  }

  async stat(path: string): Promise<FileFacts | undefined> {
    const key = workspaceKey(path);
    const stat = await this.workspace.stat(key);
    if (stat === null && key !== '') return undefined;
    const modifiedMs = stat?.modifiedAt ?? 0;
    const isDirectory = stat?.isDirectory ?? true;
    return {
      size: stat?.size ?? 0,
      isDirectory,
      isFile: !isDirectory,
      isSymlink: false,
      modifiedMs,
      // The interface knows one time.
      createdMs: modifiedMs,
      accessedMs: modifiedMs,
    };
  }

  async copy(from: string, to: string, { maxReadBytes, guard }: WorkspaceCall): Promise<void> {
    const [source, target] = [workspaceKey(from), workspaceKey(to)];
    const { size } = await this.readable(source, maxReadBytes);
    guard.charge(size);
    await this.writable(target);
    guard.check();
    if (source !== target) await this.workspace.copy(source, target);
  }

  async move(from: string, to: string, { guard }: WorkspaceCall): Promise<void> {
    const [source, target] = [workspaceKey(from), workspaceKey(to)];
    if (source === '' || target === '') throw new FileFault('root');
    const moved = await this.existing(source);
    if (source === target) return;
    if (moved.isDirectory && target.startsWith(`${source}/`)) throw systemError('EINVAL');
    await this.replaceable(target, moved.isDirectory);
    guard.check();
    await this.workspace.move(source, target);
  }

  async mkdir(path: string, { guard }: WorkspaceCall): Promise<void> {
    const key = workspaceKey(path);
    if (key === '') return;
    const stat = await this.workspace.stat(key);
    if (stat?.isDirectory) return;
    if (stat !== null) throw systemError('EEXIST');
    await this.parentsAreDirectories(key);
    guard.check();
    await this.workspace.mkdir(key);
  }

  async remove(path: string, { guard }: WorkspaceCall): Promise<void> {
    const key = workspaceKey(path);
    if (key === '') throw new FileFault('root');
    const { isDirectory } = await this.existing(key);
    if (isDirectory && (await this.workspace.list(key)).length > 0) throw systemError('ENOTEMPTY');
    guard.check();
    if (!(await this.workspace.delete(key))) throw systemError('ENOENT');
  }

  async check(path: string): Promise<void> {
    this.workspace.key(workspaceKey(path));
  }

  private async existing(key: string): Promise<WorkspaceStat> {
    const stat = await this.workspace.stat(key);
    if (stat === null) throw systemError('ENOENT');
    return stat;
  }

  private async readable(key: string, maxReadBytes: number): Promise<WorkspaceStat> {
    if (key === '') throw systemError('EISDIR');
    const stat = await this.existing(key);
    if (stat.isDirectory) throw systemError('EISDIR');
    if (stat.size > maxReadBytes) throw new FileFault('too-large');
    return stat;
  }

  private async writable(key: string): Promise<void> {
    if (key === '') throw systemError('EISDIR');
    const stat = await this.workspace.stat(key);
    if (stat?.isDirectory) throw systemError('EISDIR');
    if (stat === null) await this.parentsAreDirectories(key);
  }

  private async replaceable(key: string, byDirectory: boolean): Promise<void> {
    const stat = await this.workspace.stat(key);
    if (stat === null) return this.parentsAreDirectories(key);
    if (!byDirectory && stat.isDirectory) throw systemError('EISDIR');
    if (byDirectory && !stat.isDirectory) throw systemError('ENOTDIR');
    if (byDirectory && (await this.workspace.list(key)).length > 0) throw systemError('ENOTEMPTY');
  }

  /** A store of keys would take `a.txt/b` beside `a.txt`, which no directory can hold. */
  private async parentsAreDirectories(key: string): Promise<void> {
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const stat = await this.workspace.stat(key.slice(0, end));
      if (stat?.isDirectory) return;
      if (stat !== null) throw systemError('ENOTDIR');
    }
  }
}
