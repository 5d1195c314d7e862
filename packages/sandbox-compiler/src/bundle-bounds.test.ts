/**
 * What a bundle may be made of: the pack's own files and installed packages, and nothing else of the disk.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { type FileTree, packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { compileModule } from './compile-module.js';
import { readPack } from './read-pack.js';

/** A pack below an application that has a secret beside it. */
function packIn(files: FileTree): { app: string; packDir: string; outcome: () => Promise<unknown> } {
  const app = temporaryFolder({ 'secret.json': { key: 'sesame' }, 'package.json': { name: 'app', version: '1.0.0' } });
  const packDir = join(app, 'packs/greedy');
  writeTree(packDir, {
    'package.json': packJson('greedy', [{ name: '.', kind: 'js', file: 'index.js', bundle: true }], {
      dependencies: { lib: '1.0.0' },
    }),
    ...files,
  });
  const cache = new CompiledModuleCache(join(app, 'cache'));
  const outcome = async () =>
    (await compileModule({ packDir, entry: 'index.js', cache, run: quickjsRunner().run })).outcome;
  return { app, packDir, outcome };
}

const outside = {
  status: 'skipped',
  code: 'npm-module-unresolved',
  message: expect.stringMatching(/^"\.\.\/\.\.\/secret\.json" lies outside of the pack/),
};

describe('a bundle', () => {
  it.each(['../../secret.json', './../greedy/../../secret.json'])('does not take %s along', async (path) => {
    const { outcome } = packIn({ 'index.js': `export { default } from ${JSON.stringify(path)};` });
    expect(await outcome()).toEqual(outside);
  });

  it('does not take a file along by its absolute path, nor by a link', async () => {
    const { app, packDir, outcome } = packIn({ 'index.js': 'export { default } from "./link.json";' });
    symlinkSync(join(app, 'secret.json'), join(packDir, 'link.json'));
    expect(await outcome()).toEqual(outside);
    writeTree(packDir, { 'index.js': `export { default } from ${JSON.stringify(join(app, 'secret.json'))};` });
    expect(await outcome()).toEqual(outside);
  });

  it('does not take along what a dependency names outside of itself', async () => {
    const { app, outcome } = packIn({ 'index.js': 'export { default } from "lib";' });
    writeTree(join(app, 'node_modules/lib'), {
      'package.json': { name: 'lib', version: '1.0.0', main: '../../secret.json' },
    });
    expect(await outcome()).toEqual(outside);
  });

  it.each([
    ['a path', 'export { default } from "../../node_modules/.cache/token.json";', {}],
    ['a name of its own', 'export { default } from "#x";', { '#x': 'private/secret.json' }],
  ])('does not take along what lies in node_modules by %s', async (_how, source, imports) => {
    const { app, packDir, outcome } = packIn({ 'index.js': source });
    const nodetool = { sandboxModules: [{ name: '.', kind: 'js', file: 'index.js', bundle: true }] };
    writeTree(packDir, { 'package.json': { name: 'greedy', version: '1.0.0', imports, nodetool } });
    writeTree(join(app, 'node_modules'), {
      '.cache/token.json': { key: 'sesame' },
      'private/package.json': { name: 'private', version: '1.0.0' },
      'private/secret.json': { key: 'sesame' },
    });
    expect(await outcome()).toMatchObject({ message: expect.stringMatching(/lies outside of the pack/) });
  });

  it('takes along what a dependency names by a name of its own', async () => {
    const { app, outcome } = packIn({ 'index.js': 'export { one } from "lib";' });
    writeTree(join(app, 'node_modules'), {
      'lib/package.json': { name: 'lib', version: '1.0.0', imports: { '#x': 'other' }, dependencies: { other: '1' } },
      'lib/index.js': 'export { one } from "#x";',
      'other/package.json': { name: 'other', version: '1.0.0' },
      'other/index.js': 'export const one = 1;',
    });
    expect(await outcome()).toMatchObject({ status: 'compiled' });
  });

  it.each(['', 'another'])('does not take the application along as a linked dependency (%s)', async (name) => {
    const { app, packDir, outcome } = packIn({ 'index.js': 'export { default } from "lib/secret.json";' });
    writeTree(packDir, { 'node_modules/.keep': '' });
    writeTree(app, { 'elsewhere/package.json': { name: 'app' }, 'elsewhere/secret.json': { key: 'sesame' } });
    symlinkSync(name === '' ? app : join(app, 'elsewhere'), join(packDir, 'node_modules/lib'));
    expect(await outcome()).toMatchObject({ message: expect.stringMatching(/lies outside of the pack/) });
  });

  it('reads no file that a comment names as its source map', async () => {
    const { app, outcome } = packIn({
      'index.js': [
        'export const one = "//# sourceMappingURL=kept";',
        '//# sourceMappingURL=../../map.json',
        '/*# sourceMappingURL=../../map.json */',
        'eval("");',
      ].join('\n'),
    });
    const map = { version: 3, sources: ['of-the-map.js'], names: [], mappings: 'AAAA;AAAA;AAAA;AAAA;AAAA' };
    writeTree(app, { 'map.json': map });
    expect(await outcome()).toMatchObject({ code: 'npm-module-forbidden-global', at: { file: 'index.js', line: 4 } });
  });

  it('keeps the text of a comment about source maps in a literal', async () => {
    const { outcome } = packIn({ 'index.js': 'export const one = "//# sourceMappingURL=kept".length;' });
    expect(await outcome()).toMatchObject({ status: 'compiled' });
  });

  it('takes a dependency that is linked from elsewhere, as in a workspace', async () => {
    const { app, outcome } = packIn({ 'index.js': 'export { one } from "lib";' });
    writeTree(join(app, 'libraries/lib'), {
      'package.json': { name: 'lib', version: '1.0.0', type: 'module', main: 'index.js' },
      'index.js': 'export { one } from "./inner.js";',
      'inner.js': 'export const one = 1;',
    });
    writeTree(app, { 'node_modules/.keep': '' });
    symlinkSync(join(app, 'libraries/lib'), join(app, 'node_modules/lib'));
    expect(await outcome()).toMatchObject({ status: 'compiled' });
  });
});

describe('the folder of a pack', () => {
  it('is not left by a link, not even for its package.json', () => {
    const { app, packDir } = packIn({ 'index.js': '' });
    writeTree(app, { 'elsewhere/index.js': '' });
    symlinkSync(join(packDir, 'package.json'), join(app, 'elsewhere/package.json'));
    const answer = readPack(join(app, 'elsewhere'), { kind: 'installed', trusted: false });
    expect(answer).toMatchObject({ finding: { packName: 'elsewhere', code: 'file-escapes-pack' } });
  });
});
