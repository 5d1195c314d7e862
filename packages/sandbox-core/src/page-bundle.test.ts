import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles as any bundler for pages would: it stops at the first import that only Node can serve. */
async function bundleForPages(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: at('..'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

describe('the code of a page', () => {
  it.each([
    'index.page.ts',
    'executor/worker-entry.page.ts',
    'modules/host/worker-entry.page.ts',
    'modules/wasm/worker-entry.page.ts',
  ])('of %s reaches nothing that is for Node', async (entry) => {
    const files = await bundleForPages(at(entry));
    expect(files).toContain(`src/${entry}`);
    expect(files.filter((file) => /\.node\.[jt]s$|emscripten-module\.mjs$/.test(file))).toEqual([]);
  });

  it('would not be bundled with an import of a builtin in it', async () => {
    await expect(bundleForPages(at('index.node.ts'))).rejects.toThrow('Could not resolve "node:');
  });

  it('is what the package gives to whoever bundles for pages', async () => {
    const { metafile } = await build({
      stdin: { contents: `export * from '@nodetool-ai/sandbox-core';`, resolveDir: at('../../code-nodes') },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const files = Object.keys(metafile.inputs).filter((file) => file.includes('sandbox-core/dist/index'));
    expect(files.map((file) => file.split('/').at(-1)).sort()).toEqual(['index.js', 'index.page.js']);
  });
});
