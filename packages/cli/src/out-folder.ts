/**
 * `--out`: whether files can be written there, found before the run and not after it.
 * @module
 */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from './errors/problem.js';

/** Fails with `USAGE` for a folder that is none or cannot be written to. Makes nothing. */
export function checkOutFolder(out: string, cwd: string): void {
  const next = 'Name a folder, such as --out results; it is made when it is missing.';
  if (out.trim() === '') throw usageError('--out names no folder.', next);
  const whole = resolve(cwd, out);
  for (let at = whole; ; at = dirname(at)) {
    try {
      if (!statSync(at).isDirectory())
        throw usageError(`--out ${out} ${at === whole ? 'is' : 'lies below'} a file.`, next);
      accessSync(at, constants.W_OK);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(at) !== at) continue; // Look further up.
      if (code === undefined) throw error;
      throw usageError(`--out ${out} cannot be written to (${code}).`, next);
    }
  }
}
