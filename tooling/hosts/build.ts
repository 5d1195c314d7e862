/**
 * Builds a page with Vite, with no setting that a user of the published package would have to know.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** A built page in a folder of its own. */
export interface BuiltPage {
  folder: string;
  remove(): Promise<void>;
}

/** Builds the page whose `index.html` is in `root`. */
export async function buildPage(root: string): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'nodetool-page-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Not to be reported by name when a row fails in a page: its own stack would be of no use.
    build: { outDir: folder, emptyOutDir: true, minify: false, reportCompressedSize: false },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
