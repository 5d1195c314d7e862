/** Bundles what the generated modules of a pack share: one file that imports nothing of its own. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { HEAD } from './render-types.mjs';

/**
 * @param {string} packs folder of all packs
 * @param {string} pack
 * @param {string} contents of the entry, which lies in the pack's folder
 * @returns {Promise<string>}
 */
export async function bundleShared(packs, pack, contents) {
  const result = await build({
    stdin: { contents, resolveDir: join(packs, pack), sourcefile: 'entry.js' },
    absWorkingDir: packs,
    alias: { '@nodetool-ai/sandbox-pack-kit': join(packs, 'kit/src/errors.ts') },
    external: ['@nodetool-ai/sandbox-nodetool/*'],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    tsconfigRaw: '{}',
    write: false,
    logLevel: 'silent',
  });
  return HEAD + (result.outputFiles[0]?.text ?? '');
}
