/**
 * Packs every published package, as publishing would.
 * @module
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedFolders } from '../scripts/workspace.mjs';
import { runProgram } from './run-program.js';

/** Root of the repository, with a separator at the end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** One package, packed. */
export interface PackedPackage {
  name: string;
  /** Folder it was packed from. */
  folder: string;
  tarball: string;
  tarballBytes: number;
  /** Of the package it was packed from. */
  readme: string;
}

/** Writes a tarball of each published package into `destination`. */
export async function packAll(destination: string): Promise<PackedPackage[]> {
  const folders = publishedFolders(root);
  const filters = folders.flatMap((folder) => ['--filter', `./${folder}`]);
  const pnpm = join(root, 'node_modules/.bin/pnpm');
  const done = await runProgram(pnpm, ['-r', ...filters, 'pack', '--json', '--pack-destination', destination], root);
  if (done.status !== 0) throw new Error(`the packages could not be packed: ${done.stderr}${done.stdout}`);
  const packed = new Map<string, string>(
    (JSON.parse(done.stdout) as { name: string; filename: string }[]).map(({ name, filename }) => [name, filename]),
  );
  return folders.map((relative) => {
    const folder = join(root, relative);
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
    const tarball = join(destination, (packed.get(name) ?? '').split(/[\\/]/).at(-1) ?? '');
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    return { name, folder, tarball, tarballBytes: statSync(tarball).size, readme };
  });
}
