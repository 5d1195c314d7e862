/**
 * Paths a workflow may use: below a folder that was given, through no link.
 * Errors name the path as the workflow wrote it, never a path of the host.
 * @module
 */
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { NodeError } from '@nodetool-ai/protocol';
import { makeFolder } from './make-folder.node.js';

/** Splits a relative path a workflow wrote; refuses one that leads out of its folder or works on one system only. */
export function pathParts(path: unknown): string[] {
  if (typeof path !== 'string' || path.trim() === '') {
    throw new NodeError('file_path', 'The path is empty.', { next: 'Set "path", such as "results/clean.csv".' });
  }
  const refuse = (why: string): never => {
    throw new NodeError('file_path', `The path ${JSON.stringify(path)} ${why}.`, {
      next: 'Use a path relative to the folder, with "/" between its parts, such as "results/clean.csv".',
    });
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character in a file name is what is refused
  if (/[\u0000-\u001f\u007f]/.test(path)) refuse('holds a control character');
  if (path.includes('\\')) refuse('holds a backslash');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || isAbsolute(path)) refuse('is absolute');
  if (path.length > 1000) refuse('is longer than 1000 characters');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || path.endsWith('/')) refuse('names a folder');
  if (parts.includes('..')) refuse('leads out of the folder');
  if (parts.some((part) => Buffer.byteLength(part) > 255)) refuse('has a part longer than 255 bytes');
  return parts;
}

/**
 * Place to read from: below the workflow's folder, or below a further folder that was allowed.
 * A link that leads out of them is refused.
 */
export async function readablePath(
  path: unknown,
  workflowDir: string | undefined,
  readDirs: readonly string[],
): Promise<string> {
  const roots = await Promise.all(
    [...(workflowDir === undefined ? [] : [workflowDir]), ...readDirs].map((dir) => realpath(dir)),
  );
  const [base] = roots;
  if (base === undefined) {
    throw new NodeError(
      'file_path',
      `The file ${JSON.stringify(path)} cannot be read: the run has no folder to read from.`,
      {
        next: 'Start the workflow from a file, or give a folder to read from.',
      },
    );
  }
  const isFull = typeof path === 'string' && isAbsolute(path) && !path.includes('\0');
  const target = isFull ? resolve(path) : join(base, ...pathParts(path));
  const outside = () =>
    new NodeError('file_path', `The path ${JSON.stringify(path)} leads out of the folders the workflow may read.`, {
      next: 'Copy the file beside the workflow, or allow its folder for reading.',
    });
  // Before the disk is asked: a refusal must not tell whether a file outside exists.
  if (
    isFull &&
    !roots.some((root) => isBelow(target, root)) &&
    !readDirs.some((dir) => isBelow(target, resolve(dir))) &&
    !(workflowDir && isBelow(target, resolve(workflowDir)))
  )
    throw outside();
  let real: string;
  try {
    real = await realpath(target);
  } catch (error) {
    throw ioError(error, 'read', path);
  }
  if (!roots.some((root) => isBelow(real, root))) throw outside();
  return real;
}

/** Place to write to: its folder exists after this, no part of it is a link, and an old file there is a regular one. */
export async function writablePath(
  path: unknown,
  outDir: string | undefined,
): Promise<{ folder: string; target: string; shown: string }> {
  const parts = pathParts(path);
  if (outDir === undefined) {
    throw new NodeError(
      'no_output_folder',
      `The file ${JSON.stringify(path)} cannot be written: the run has no output folder.`,
      {
        next: 'Give one, such as --out results.',
      },
    );
  }
  const shown = parts.join('/');
  const root = await makeFolder(outDir).catch((error: unknown) => {
    const message = `The file ${JSON.stringify(path)} cannot be written: the output folder ${reasonOf(error, 'folder')}.`;
    throw new NodeError('file_io', message, {
      next: 'Choose another output folder, such as --out results.',
      cause: error,
    });
  });
  try {
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      folder = join(folder, part);
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      const stat = await lstat(folder);
      if (!stat.isDirectory())
        throw notRegular(shown, stat.isSymbolicLink() ? 'passes through a link' : 'passes through a file');
    }
    const target = join(folder, parts.at(-1) ?? '');
    const old = await lstat(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (old && !old.isFile())
      throw notRegular(
        shown,
        old.isSymbolicLink() ? 'is a link' : old.isDirectory() ? 'is a folder' : 'is no regular file',
      );
    const real = await realpath(folder);
    if (real !== root && !isBelow(real, root)) throw notRegular(shown, 'leads out of the output folder');
    return { folder, target, shown };
  } catch (error) {
    throw error instanceof NodeError ? error : ioError(error, 'written', path);
  }
}

/** An error of the operating system, without its paths. */
export function ioError(error: unknown, done: 'read' | 'written', path: unknown): NodeError {
  const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
  const name = JSON.stringify(path);
  if (done === 'read' && (code === 'ENOENT' || code === 'ENOTDIR')) {
    const isFull = typeof path === 'string' && isAbsolute(path);
    return new NodeError('file_missing', `There is no file ${name}.`, {
      next: isFull ? 'Check the path.' : 'Check the path; it counts from the folder of the workflow.',
    });
  }
  return new NodeError('file_io', `The file ${name} cannot be ${done}: ${reasonOf(error, 'file')}.`, {
    next: 'Check the file and its folder.',
    cause: error,
  });
}

const REASONS: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder is gone',
  ENOTDIR: 'its folder is a file',
  EROFS: 'the disk is read-only',
  ELOOP: 'it is a circle of links',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
};

/** Why the operating system refused, in words and with its code. */
function reasonOf(error: unknown, what: 'file' | 'folder'): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
  if (what === 'file') return `${REASONS[code] ?? 'the operating system refused'} (${code})`;
  if (code === 'ENOTDIR') return 'would lie below a file, or is one (ENOTDIR)';
  const reason = code === 'ENOENT' ? undefined : REASONS[code];
  return `cannot be made: ${reason ?? 'the operating system refused'} (${code})`;
}

function notRegular(shown: string, why: string): NodeError {
  return new NodeError('file_kind', `The path "${shown}" ${why}.`, {
    next: 'Choose another path, or remove what stands there.',
  });
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
