/**
 * Files of installed npm packages as inputs: `npm:<package>/<path>`.
 *
 * A package's published files are the only thing outside the workflow's folder that a workflow may name without
 * `--read-dir`: whoever can read the workflow could install the package as well.
 * @module
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from './errors/problem.js';

/** A package file named by a workflow. */
export interface PackageFile {
  /** Absolute path, links in the package's own place resolved. */
  path: string;
  /** Real folder of the package: what reading must be allowed in. */
  packageDir: string;
}

const FORM = /^npm:((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)\/(.+)$/;

/** Whether a value names a file of a package. */
export function isPackageFile(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('npm:');
}

/**
 * Finds `npm:<package>/<path>` in the `node_modules` folders from the workflow's folder upward.
 * @throws CliError exit 1 when the text has another form, the package is not installed or the path leaves it
 * @example
 * findPackageFile('npm:vega-datasets/data/airports.csv', workflowDir);
 */
export function findPackageFile(text: string, workflowDir: string): PackageFile {
  const match = FORM.exec(text);
  const [, name = '', inner = ''] = match ?? [];
  const leaves =
    inner.split(/[\\/]/).some((part) => part === '..' || part === '.' || part === '') || inner.includes('\0');
  if (!match || leaves) {
    throw new CliError({
      message: `"${text}" names no file of a package.`,
      code: 'file_path',
      next: 'Write npm:<package>/<path inside it>, such as npm:vega-datasets/data/airports.csv.',
    });
  }
  for (let dir = workflowDir; ; dir = dirname(dir)) {
    const found = join(dir, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) {
      const packageDir = realpathSync(found);
      return { path: join(packageDir, inner), packageDir };
    }
    if (dirname(dir) === dir) break;
  }
  throw new CliError({
    message: `The package "${name}" is not installed, so "${text}" cannot be read.`,
    code: 'file_missing',
    next: `Install it where the workflow can find it: npm install ${name}.`,
  });
}
