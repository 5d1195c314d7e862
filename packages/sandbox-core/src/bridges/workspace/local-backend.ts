/**
 * Files of a real directory, or in host mode of the whole disk.
 * @module
 */
import { workspaceKey } from '../../context/paths.js';
import { MAX_WORKSPACE_ENTRIES } from '../../limits.js';
import type { FileBackend, WorkspaceCall } from './backend.js';
import { FileFault, type FilePlace, type LocalFiles } from './local-files.js';

/** @param root - absolute path of the workspace, as the host gave it */
export function localBackend(files: LocalFiles, root: string): FileBackend {
  return new LocalBackend(files, root, (path) => ({ root, key: localKey(path, root, files), isContained: true }));
}

/** The whole disk. Relative paths start at `root`, or where the process is. */
export function hostBackend(files: LocalFiles, root: string | undefined): FileBackend {
  const place = (path: string) => files.hostPlace(path, root);
  return new LocalBackend(files, root ?? rootOf(files, place('.')), place);
}

/** Key of a path in a real directory. One that starts with the path of the root, as `root()` tells it, means what is there. */
export function localKey(path: string, root: string, { isWindows }: LocalFiles): string {
  const prefix = root.endsWith('/') || (isWindows && root.endsWith('\\')) ? root : `${root}/`;
  const unified = isWindows ? path.replaceAll('\\', '/') : path;
  const start = isWindows ? prefix.replaceAll('\\', '/') : prefix;
  // A root such as `/` says nothing: then every absolute path would be one of the host.
  if (start.length > 1 && `${unified}/`.startsWith(start))
    return workspaceKey(`./${unified.slice(start.length)}`, isWindows);
  return workspaceKey(path, isWindows);
}

function rootOf(files: LocalFiles, { root, key }: FilePlace): string {
  return files.isWindows ? root + key.replaceAll('/', '\\') : root + key;
}

class LocalBackend implements FileBackend {
  constructor(
    private readonly files: LocalFiles,
    readonly root: string,
    private readonly place: (path: string) => FilePlace,
  ) {}

  read(path: string, { maxReadBytes, guard }: WorkspaceCall): Promise<Uint8Array> {
    return this.files.read(this.place(path), maxReadBytes, guard);
  }

  write(path: string, data: Uint8Array, { guard }: WorkspaceCall): Promise<void> {
    return this.files.write(this.place(path), data, guard);
  }

  list(path: string): Promise<string[]> {
    return this.files.list(this.place(path), MAX_WORKSPACE_ENTRIES);
  }

  async stat(path: string) {
    return this.files.stat(this.place(path));
  }

  copy(from: string, to: string, { maxReadBytes, guard }: WorkspaceCall): Promise<void> {
    return this.files.copy(this.place(from), this.place(to), maxReadBytes, guard);
  }

  move(from: string, to: string, { guard }: WorkspaceCall): Promise<void> {
    return this.files.move(this.notRoot(from), this.notRoot(to), guard);
  }

  mkdir(path: string, { guard }: WorkspaceCall): Promise<void> {
    return this.files.mkdir(this.place(path), guard);
  }

  remove(path: string, { guard }: WorkspaceCall): Promise<void> {
    return this.files.remove(this.notRoot(path), guard);
  }

  async check(path: string): Promise<void> {
    const facts = await this.files.stat(this.place(path));
    if (facts !== undefined && !facts.isFile && !facts.isDirectory && !facts.isSymlink) throw new FileFault('special');
  }

  /** In host mode the workspace is a directory like others, and still its root stays. */
  private notRoot(path: string): FilePlace {
    const place = this.place(path);
    if (place.key === '' || rootOf(this.files, place) === this.root) throw new FileFault('root');
    return place;
  }
}
