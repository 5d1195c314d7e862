/**
 * Builds the host code of packs for pages, as a user of the published packages would.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_MODULES_PATH } from '@nodetool-ai/protocol';
import { build } from 'esbuild';
import type { BuiltPage } from './build.js';

/**
 * The entry of a pack's host code. Where its page build takes an address of assets, it is that of the route which also
 * delivers the pack's modules.
 */
const entryOf = (id: string) => `
  import * as host from '@nodetool-ai/sandbox-${id}/host';
  const assetsUrl = new URL('${SANDBOX_MODULES_PATH}/@nodetool-ai/sandbox-${id}::assets/', location.origin);
  export const functions = 'hostFunctions' in host ? host['hostFunctions']({ assetsUrl }) : host.functions;
`;

/** One module of the page for each pack, `<id>.js`, resolved with the `browser` condition. */
export async function buildHostCode(packFolders: ReadonlyMap<string, string>): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'nodetool-hosts-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const [id, packFolder] of packFolders) {
      await build({
        stdin: { contents: entryOf(id), resolveDir: packFolder },
        outfile: join(folder, `${id}.js`),
        bundle: true,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        logLevel: 'error',
      });
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
