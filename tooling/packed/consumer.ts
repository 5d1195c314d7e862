/**
 * A project outside of this workspace that installs packages from their tarballs with npm.
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndedProgram, runProgram } from './run-program.js';

/** What is read of a package.json. */
export interface Manifest {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  nodetool?: { sandboxModules: { file?: string; types?: string }[] };
}

/** A project with packages installed. */
export interface Consumer {
  folder: string;
  /** Names in the scope that were installed, sorted. */
  scope(): string[];
  /** Folder of an installed package of the scope. */
  installed(name: string): string;
  manifest(name: string): Manifest;
  /** Writes a file; answers with its path. */
  write(name: string, text: string): string;
  /** Runs a program in the project. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<EndedProgram>;
}

/**
 * Makes the project in `folder` and installs `packages`: paths of tarballs, or `name@version`.
 * No package may need a script of its own to be installed.
 */
export async function createConsumer(folder: string, packages: readonly string[]): Promise<Consumer> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = await runProgram('npm', ['install', ...flags, ...packages], folder);
  if (done.status !== 0) throw new Error(`the tarballs could not be installed: ${done.stderr}${done.stdout}`);
  const installed = (name: string) => join(folder, 'node_modules', name);
  return {
    folder,
    installed,
    scope: () => readdirSync(installed('@nodetool-ai')).sort(),
    manifest: (name) => JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8')) as Manifest,
    write(name, text) {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    },
    run: (command, args, env) =>
      runProgram(command, args, folder, { NODETOOL_CACHE_DIR: join(folder, '.cache'), ...env }),
  };
}

/** Paths of all files below a folder, with `/`, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
