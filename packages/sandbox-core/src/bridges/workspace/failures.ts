/**
 * Error texts of file operations. They are made from the path that the guest passed, never from the host's message,
 * which holds absolute paths.
 * @module
 */
import { outsideError, shownPath, WorkspacePathError } from '../../context/paths.js';
import { SandboxLimitError, withoutHostPaths } from '../../errors.js';
import { MAX_WORKSPACE_ENTRIES } from '../../limits.js';
import { FileFault, systemCode } from './local-files.js';

/** Words for codes of operating systems, and what to do about them. */
const TEXTS = new Map([
  ['EACCES', 'permission denied'],
  ['EBUSY', 'it is in use'],
  ['EEXIST', 'something else has this name already'],
  ['EISDIR', 'it is a directory; this takes a file'],
  ['ELOOP', 'too many symbolic links, or links that lead in a circle'],
  ['EMFILE', 'the host has too many files open; try again later'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOENT', 'no such file or directory'],
  ['ENOSPC', 'no space is left on the disk'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['ENOTEMPTY', 'the directory is not empty; remove what is in it first'],
  ['EPERM', 'the operation is not permitted'],
  ['EROFS', 'the file system cannot be written to'],
  ['EXDEV', 'the two places are on different disks; copy the file and remove the first one'],
]);

/** A call, as errors name it. */
export interface FileCall {
  /** For example `workspace.read`. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Limit in bytes of one file that is read. */
  readonly maxReadBytes: number;
}

/** The error a guest gets for what a file operation threw. */
export function fileError(call: FileCall, error: unknown): Error {
  if (error instanceof SandboxLimitError) return error;
  if (error instanceof FileFault) return refusal(call, error);
  // Made from the path that was passed, and knows which of two it was.
  if (error instanceof WorkspacePathError) return error;
  if (isPathError(error)) return outsideError(...call.paths);
  if (error instanceof Error && error.name === 'ExecutionCancelled') return error;
  const code = systemCode(error);
  if (code !== undefined && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) {
    return withCode(`${subject(call)}: ${TEXTS.get(code) ?? 'the operating system refused it'} (${code})`, code);
  }
  const reason = error instanceof Error && error.message !== '' ? withoutHostPaths(error.message) : 'it failed';
  return new Error(`${subject(call)}: ${reason}`);
}

/** An error with a code. */
export function codedError(call: FileCall, code: string): Error {
  return fileError(call, Object.assign(new Error(), { code }));
}

/** The error for a file larger than may be read. */
export function tooLarge(call: FileCall): SandboxLimitError {
  return new SandboxLimitError(
    'workspaceReadBytes',
    `${subject(call)}: the file is larger than workspaceReadBytes, ${call.maxReadBytes} bytes. Read smaller files, or ask the host to raise the limit`,
  );
}

/** The error for a directory of too many entries. */
export function tooMany(call: FileCall): SandboxLimitError {
  return new SandboxLimitError(
    'MAX_WORKSPACE_ENTRIES',
    `${subject(call)}: the directory holds more than ${MAX_WORKSPACE_ENTRIES} entries (MAX_WORKSPACE_ENTRIES). Spread them over several`,
  );
}

/** The error for a change of the root itself. */
function rootRefused(call: FileCall): Error {
  return withCode(`${subject(call)}: the root of the workspace cannot be moved, replaced or removed`, 'EPERM');
}

function refusal(call: FileCall, { refusal }: FileFault): Error {
  switch (refusal) {
    case 'outside':
      return outsideError(...call.paths);
    case 'root':
      return rootRefused(call);
    case 'too-large':
      return tooLarge(call);
    case 'too-many':
      return tooMany(call);
    case 'bad-name':
      return withCode(`${subject(call)}: the name cannot be used on this system; choose another one`, 'EINVAL');
    case 'special':
      return withCode(
        `${subject(call)}: it is a device, socket or FIFO; only files and directories can be used`,
        'EPERM',
      );
  }
}

/** A host's own workspace may have its own class for it. */
function isPathError(error: unknown): boolean {
  return error instanceof Error && /outside the workspace/i.test(error.message);
}

function subject({ name, paths }: FileCall): string {
  return `${name} ${paths.map(shownPath).join(' to ')}`;
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
