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
  const pnpm = join(root, 'node_modules/.bin/pnpm');
  const packed: PackedPackage[] = [];
  for (const relative of publishedFolders(root)) {
    const folder = join(root, relative);
    const done = await runProgram(pnpm, ['pack', '--json', '--pack-destination', destination], folder);
    if (done.status !== 0) throw new Error(`${relative} could not be packed: ${done.stderr}${done.stdout}`);
    const { name, filename } = JSON.parse(done.stdout) as { name: string; filename: string };
    const tarball = join(destination, filename.split(/[\\/]/).at(-1) ?? filename);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    packed.push({ name, folder, tarball, tarballBytes: statSync(tarball).size, readme });
  }
  return packed;
}
