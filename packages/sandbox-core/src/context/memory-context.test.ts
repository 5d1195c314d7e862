import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMemoryContext, runInSandbox } from '../index.node.js';

const text = (bytes: Uint8Array | null | undefined) => (bytes ? new TextDecoder().decode(bytes) : bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

describe('a memory context', () => {
  it('shows everything a run left in it', async () => {
    const context = createMemoryContext({ files: { '/workspace/in/a.txt': 'one', 'b.bin': new Uint8Array([1]) } });
    await context.workspace.mkdir('empty/inner');
    await context.createAsset({ name: 'p.png', contentType: 'image/png', content: new Uint8Array([2]) });
    await context.storage.store('sandbox/x.bin', new Uint8Array([3]));
    expect(context.snapshot()).toEqual({
      files: { 'in/a.txt': bytes('one'), 'b.bin': new Uint8Array([1]) },
      directories: ['empty', 'empty/inner', 'in'],
      assets: { 'mem-1': { name: 'p.png', contentType: 'image/png', content: new Uint8Array([2]) } },
      storage: { 'sandbox/x.bin': new Uint8Array([3]) },
    });
  });

  it('hands out copies only', async () => {
    const given = new Uint8Array([1]);
    const context = createMemoryContext({ files: { a: given }, assets: { x: given } });
    given[0] = 9;
    for (const one of [await context.workspace.read('a'), (await context.resolveAssetBytes('asset://x')).bytes]) {
      expect(one).toEqual(new Uint8Array([1]));
      if (one) one[0] = 9;
    }
    const shot = context.snapshot();
    (shot.files['a'] as Uint8Array)[0] = 9;
    expect(await context.workspace.read('a')).toEqual(new Uint8Array([1]));
    expect((await context.resolveAssetBytes('asset://x')).bytes).toEqual(new Uint8Array([1]));
  });

  it('lets a directory go with its last file, unless mkdir made it', async () => {
    const { workspace } = createMemoryContext({ files: { 'implied/deep/f': '', 'made/f': '' } });
    await workspace.mkdir('made');
    await workspace.delete('implied/deep/f');
    await workspace.delete('made/f');
    expect((await workspace.list()).map(({ name }) => name)).toEqual(['made']);
    expect(await workspace.delete('made')).toBe(true);
    expect(await workspace.list()).toEqual([]);
    expect(await workspace.delete('made')).toBe(false);
  });

  it('lists entries of one level, or all, with paths below the root', async () => {
    const { workspace } = createMemoryContext({ files: { 'a/b/c': '123', 'a/d': '4' } });
    const brief = (entries: { path: string; name: string; size: number; isDirectory: boolean }[]) =>
      entries.map(({ path, name, size, isDirectory }) => [path, name, size, isDirectory]);
    expect(brief(await workspace.list('a'))).toEqual([
      ['a/b', 'b', 0, true],
      ['a/d', 'd', 1, false],
    ]);
    expect(brief(await workspace.list('', { recursive: true }))).toEqual([
      ['a', 'a', 0, true],
      ['a/b', 'b', 0, true],
      ['a/b/c', 'c', 3, false],
      ['a/d', 'd', 1, false],
    ]);
  });

  it('tells the media type of a file: as it was written with, else by its name', async () => {
    const { workspace } = createMemoryContext({ files: { 'a.png': '' } });
    await workspace.write('b', 'x', 'text/x-mine');
    expect(await workspace.stat('a.png')).toMatchObject({ path: 'a.png', size: 0, contentType: 'image/png' });
    expect(await workspace.stat('b')).toMatchObject({ size: 1, contentType: 'text/x-mine', isDirectory: false });
    expect(await workspace.stat('c')).toBeNull();
    expect([await workspace.exists('b'), await workspace.exists('c')]).toEqual([true, false]);
  });

  it('takes names that objects know already', async () => {
    const context = createMemoryContext({ files: { '__proto__/constructor': 'x' }, assets: { constructor: 'y' } });
    expect(text(await context.workspace.read('__proto__/constructor'))).toBe('x');
    expect(await context.workspace.read('constructor')).toBeNull();
    expect(Object.keys(context.snapshot().files)).toEqual(['__proto__/constructor']);
    expect(await context.getSecret('constructor')).toBeUndefined();
    expect((await context.resolveAssetBytes('asset://toString')).bytes).toBeNull();
  });

  it('gives secrets from a record or a function, and shows them to nobody else', async () => {
    const context = createMemoryContext({ secrets: { KEY: 'hidden-value', NONE: null } });
    expect([await context.getSecret('KEY'), await context.getSecret('NONE'), await context.getSecret('X')]).toEqual([
      'hidden-value',
      null,
      undefined,
    ]);
    expect(inspect(context, { depth: 10, showHidden: true }) + JSON.stringify(context)).not.toContain('hidden-value');
    const asked = createMemoryContext({ secrets: (name) => `secret of ${name}` });
    expect(await asked.getSecret('A')).toBe('secret of A');
  });

  it('finds an asset with and without the extension, and says what it tried', async () => {
    const context = createMemoryContext({ assets: { 'a.png': new Uint8Array([1]), b: 'text' } });
    expect((await context.resolveAssetBytes('asset://a.png')).bytes).toEqual(new Uint8Array([1]));
    expect(text((await context.resolveAssetBytes('asset://b.txt')).bytes)).toBe('text');
    expect(text((await context.resolveAssetBytes('asset://b')).bytes)).toBe('text');
    const missing = await context.resolveAssetBytes('asset://c.jpg');
    expect(missing).toEqual({ bytes: null, attempts: ['asset "c.jpg"', 'asset "c"'] });
    expect((await context.resolveAssetBytes('file:///etc/passwd')).bytes).toBeNull();
  });

  it('makes assets of files and files of assets', async () => {
    const context = createMemoryContext({ files: { 'out/photo.JPG': 'jpeg' } });
    const made = await context.sandboxToAsset('/workspace/out/photo.JPG');
    expect(made).toEqual({ type: 'image', uri: 'asset://mem-1', asset_id: 'mem-1' });
    expect(await context.assetToSandbox('mem-1', './copy/p.jpg')).toBe('copy/p.jpg');
    expect(await context.assetToSandbox('asset://mem-1.jpg', 'q')).toBe('q');
    expect(text(await context.workspace.read('copy/p.jpg'))).toBe('jpeg');
    expect(context.snapshot().assets['mem-1']).toEqual({
      name: 'photo.JPG',
      contentType: 'image/jpeg',
      content: bytes('jpeg'),
    });
    await expect(context.sandboxToAsset('gone')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(context.assetToSandbox('gone', 'x')).rejects.toThrow('there is no asset "gone"');
    await expect(context.assetToSandbox('mem-1', '../x')).rejects.toThrow('outside the workspace');
  });

  it('never gives a new asset an id that is taken', async () => {
    const context = createMemoryContext({ assets: { 'mem-1': 'first' } });
    const asset = { name: 'a', contentType: 'text/plain', content: bytes('second') };
    expect(await context.createAsset(asset)).toEqual({ id: 'mem-2' });
    expect(text((await context.resolveAssetBytes('asset://mem-1')).bytes)).toBe('first');
  });

  it('keeps stored bytes under a URI and finds them by it or by their key', async () => {
    const { storage } = createMemoryContext();
    expect(await storage.store('sandbox/a.bin', new Uint8Array([1, 2]))).toBe('/api/storage/sandbox/a.bin');
    expect(await storage.retrieve('/api/storage/sandbox/a.bin')).toEqual(new Uint8Array([1, 2]));
    expect(await storage.retrieve('sandbox/a.bin')).toEqual(new Uint8Array([1, 2]));
    expect(await storage.retrieve('sandbox/b.bin')).toBeNull();
  });

  it('lasts from one run to the next', async () => {
    const context = createMemoryContext();
    await runInSandbox({ execution: 'inline', context, code: `await workspace.write('n', '1')` });
    const next = await runInSandbox({ execution: 'inline', context, code: `return workspace.read('n')` });
    expect(next).toMatchObject({ success: true, result: '1' });
  });
});
