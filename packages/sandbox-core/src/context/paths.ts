/**
 * Paths of a workspace: what a guest writes becomes a key, the parts below the root joined by `/`.
 * @module
 */

/** A path that leads out of the workspace, or that no workspace can have. */
export class WorkspacePathError extends Error {
  override readonly name = 'WorkspacePathError';
  readonly code = 'EACCES';
}

/** Characters of a path that an error shows. */
const MAX_SHOWN_CHARS = 200;

/** A path as error texts show it: quoted, so that a line break in a name cannot pass for a new line of a log. */
export function shownPath(path: string): string {
  return JSON.stringify(path.length <= MAX_SHOWN_CHARS ? path : `${path.slice(0, MAX_SHOWN_CHARS)}…`);
}

/** The refusal of a path, or of one among several, that leads out of the workspace. */
export function outsideError(...paths: string[]): WorkspacePathError {
  return new WorkspacePathError(
    `${paths.map(shownPath).join(' or ')} leads outside the workspace. Name a file below its root`,
  );
}

/**
 * Key of a path: workspace-relative even when it looks absolute; `''` is the root.
 *
 * A leading `./`, `/`, `workspace/` or `/workspace/` is taken off once; then `.`, `..` and empty parts are resolved.
 * Backslashes separate on Windows only.
 *
 * @throws {WorkspacePathError} contains `outside the workspace` when the path climbs out; also for NUL
 * @example
 * workspaceKey('/workspace/a/../b.txt'); // 'b.txt'
 */
export function workspaceKey(path: string, isWindows = false): string {
  if (path.includes('\0')) throw new WorkspacePathError(`${shownPath(path)} holds a NUL character; no file has one`);
  const unified = isWindows ? path.replaceAll('\\', '/') : path;
  // The virtual root's own name is `/workspace`: without a slash after it only the absolute form can mean the root.
  const relative = unified === '/workspace' ? '' : unified.replace(/^(?:\.?\/+)*(?:workspace\/)?/, '');
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw outsideError(path);
  }
  return parts.join('/');
}

/** The key of the directory that holds an entry; `''` for entries of the root. */
export function parentKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** The last part of a key. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/**
 * Whether Windows takes one part of a key for a plain name. `a:b` names a stream of the file `a` or a drive, `NUL` and
 * the like are devices with any extension, and dots or spaces at the end are dropped, so that two keys would be one.
 */
export function isWindowsName(part: string): boolean {
  return !/[:*?"<>|]|[. ]$/.test(part) && !/^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i.test(part);
}
