/** The conformance table, which is TypeScript: bundled in memory, so that Node can import it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** @returns {Promise<typeof import('../../tooling/conformance/hosts.js')>} */
export async function loadTable() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../tooling/conformance/hosts.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
}
