/**
 * Finds the host code of a pinned package where the application would find it.
 * @module
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * URL of `<packName>/host` as the application resolves it, or `undefined`: from `from` when given, else from the
 * program that was started, then the working directory, then this package. Folders that packs are discovered in
 * play no part: whoever owns one could otherwise stand in for a first-party package.
 */
export function resolveHostModule(packName: string, from?: string | URL): URL | undefined {
  for (const base of from === undefined ? applicationBases() : [from]) {
    try {
      return pathToFileURL(createRequire(base).resolve(`${packName}/host`));
    } catch {
      // Not visible from here; the next place may see it.
    }
  }
  return undefined;
}

function applicationBases(): (string | URL)[] {
  const bases: (string | URL)[] = [];
  const program = process.argv[1];
  if (program !== undefined) {
    try {
      bases.push(pathToFileURL(realpathSync(program)));
    } catch {
      // A program that is no file, such as one given with --eval.
    }
  }
  bases.push(pathToFileURL(join(process.cwd(), 'package.json')), new URL(import.meta.url));
  return bases;
}
