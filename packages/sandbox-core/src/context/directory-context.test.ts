import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createDirectoryContext } from '../index.node.js';

const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});
function base(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'context-')));
  made.push(path);
  return path;
}
const text = (bytes: Uint8Array | null | undefined) => (bytes ? new TextDecoder().decode(bytes) : bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

describe('a directory context', () => {
  it('makes its root, and takes a relative one from where the process is', () => {
    const root = join(base(), 'a/b');
    const { workspace } = createDirectoryContext(relative(process.cwd(), root));
    expect(workspace.localDir).toBe(root);
    expect(readdirSync(root)).toEqual([]);
  });

  it('works on the files of its root by itself as well', async () => {
    const root = base();
    const { workspace } = createDirectoryContext(root);
    await workspace.write('a/b.txt', 'text');
    await workspace.write('a/c.bin', new Uint8Array([1, 2]));
    await workspace.copy('a/b.txt', 'd/e.txt');
    await workspace.move('d/e.txt', 'f.txt');
    await workspace.mkdir('g/h');
    expect(readFileSync(join(root, 'f.txt'), 'utf8')).toBe('text');
    expect(text(await workspace.read('/workspace/a/b.txt'))).toBe('text');
    expect(await workspace.read('gone')).toBeNull();
    expect(await workspace.stat('a/b.txt')).toMatchObject({ path: 'a/b.txt', size: 4, contentType: 'text/plain' });
    expect(await workspace.stat('a')).toMatchObject({ path: 'a', isDirectory: true });
    expect(await workspace.stat('gone')).toBeNull();
    expect((await workspace.list('a')).map(({ path }) => path)).toEqual(['a/b.txt', 'a/c.bin']);
    expect((await workspace.list('', { recursive: true })).map(({ path }) => path)).toEqual([
      'a',
      'a/b.txt',
      'a/c.bin',
      'd',
      'f.txt',
      'g',
      'g/h',
    ]);
    expect([await workspace.exists('d'), await workspace.delete('d'), await workspace.exists('d')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await workspace.delete('d')).toBe(false);
    await expect(workspace.delete('a')).rejects.toMatchObject({ code: 'ENOTEMPTY' });
    expect([workspace.key(join(root, 'x')), workspace.key('./x/../y')]).toEqual(['x', 'y']);
  });

  it('follows no link out of its root for its host either, and still lists it', async () => {
    const root = join(base(), 'root');
    const { workspace } = createDirectoryContext(root);
    writeFileSync(join(root, '..', 'secret'), 'outside');
    symlinkSync('../secret', join(root, 'link'));
    symlinkSync('..', join(root, 'up'));
    await expect(workspace.read('link')).rejects.toThrow('outside the workspace');
    await expect(workspace.write('up/secret', '')).rejects.toThrow('outside the workspace');
    expect(() => workspace.key('../secret')).toThrow('outside the workspace');
    const listed = await workspace.list('', { recursive: true });
    expect(listed).toEqual(
      ['link', 'up'].map((name) => ({ path: name, name, size: 0, modifiedAt: 0, isDirectory: false })),
    );
  });

  it('keeps assets beside its root, with an index, for the next context as well', async () => {
    const root = join(base(), 'root');
    const context = createDirectoryContext(root);
    expect(existsSync(context.assetsDir)).toBe(false);
    const { id } = await context.createAsset({ name: 'My Photo.PNG', contentType: 'image/png', content: bytes('png') });
    expect(dirname(context.assetsDir)).toBe(dirname(root));
    expect(context.assetsDir).toMatch(/\/\.assets-[0-9a-f]{16}$/);
    expect(readdirSync(context.assetsDir).sort()).toEqual([`${id}.png`, 'index.json'].sort());
    expect(JSON.parse(readFileSync(join(context.assetsDir, 'index.json'), 'utf8'))).toEqual({
      version: 1,
      assets: { [id]: { file: `${id}.png`, name: 'My Photo.PNG', contentType: 'image/png', size: 3 } },
    });
    const next = createDirectoryContext(root);
    for (const uri of [`asset://${id}`, `asset://${id}.png`]) {
      expect(text((await next.resolveAssetBytes(uri)).bytes)).toBe('png');
    }
    expect(readdirSync(root)).toEqual([]);
  });

  it('makes assets of files and files of assets', async () => {
    const root = join(base(), 'root');
    const context = createDirectoryContext(root);
    await context.workspace.write('song.mp3', 'sound');
    const made = await context.sandboxToAsset('song.mp3');
    expect(made).toEqual({ type: 'audio', uri: `asset://${made.asset_id}`, asset_id: made.asset_id });
    expect(await context.assetToSandbox(made.asset_id as string, 'in/song.mp3')).toBe(join(root, 'in/song.mp3'));
    expect(readFileSync(join(root, 'in/song.mp3'), 'utf8')).toBe('sound');
    await expect(context.assetToSandbox('nothing', 'x')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(context.sandboxToAsset('gone')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps every row of its index when assets are made at the same time', async () => {
    const root = join(base(), 'root');
    const contexts = [createDirectoryContext(root), createDirectoryContext(root)];
    const asset = (index: number) => ({ name: `${index}`, contentType: 'text/plain', content: bytes(`${index}`) });
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, index) => contexts[index % 2]?.createAsset(asset(index))),
    );
    for (const [index, made] of ids.entries()) {
      expect(text((await contexts[0]?.resolveAssetBytes(`asset://${made?.id}`))?.bytes)).toBe(`${index}`);
    }
  });

  it.each(['../root/in', 'index', 'index.json', '..', '../../etc/passwd', '__proto__', '', 'a/b', 'storage/x'])(
    'has no asset with the id %j',
    async (id) => {
      const root = join(base(), 'root');
      const context = createDirectoryContext(root);
      await context.workspace.write('in', 'x');
      await context.storage.store('x', bytes('stored'));
      await context.createAsset({ name: 'a', contentType: 'text/plain', content: bytes('a') });
      expect((await context.resolveAssetBytes(`asset://${id}`)).bytes).toBeNull();
    },
  );

  it('stores bytes by key, apart from assets, and no key climbs out', async () => {
    const { storage } = createDirectoryContext(join(base(), 'root'));
    expect(await storage.store('sandbox/a.bin', bytes('x'))).toBe('/api/storage/sandbox/a.bin');
    expect(text(await storage.retrieve('/api/storage/sandbox/a.bin'))).toBe('x');
    expect(text(await storage.retrieve('sandbox/a.bin'))).toBe('x');
    expect(await storage.retrieve('sandbox/b.bin')).toBeNull();
    expect(await storage.retrieve('index.json')).toBeNull();
    await expect(storage.store('../index.json', bytes('{}'))).rejects.toThrow('outside the workspace');
  });

  it('refuses a directory for assets that a program could reach, also through a link', () => {
    const path = base();
    const root = join(path, 'root');
    mkdirSync(join(root, 'in'), { recursive: true });
    symlinkSync('root/in', join(path, 'alias'));
    for (const assetsDir of [root, join(root, 'assets'), join(path, 'alias'), join(path, 'alias/new/deep')]) {
      expect(() => createDirectoryContext(root, { assetsDir })).toThrow(/inside the root/);
    }
    expect(createDirectoryContext(root, { assetsDir: join(path, 'root-assets') }).assetsDir).toBe(
      join(path, 'root-assets'),
    );
  });

  it('says so when somebody damaged the index, and reads nothing elsewhere because of it', async () => {
    const root = join(base(), 'root');
    const context = createDirectoryContext(root);
    const { id } = await context.createAsset({ name: 'a', contentType: 'text/plain', content: bytes('a') });
    const row = { file: '../root/x', name: 'a', contentType: 'text/plain', size: 1 };
    for (const index of ['{', '[]', JSON.stringify({ version: 1, assets: { [id]: row } })]) {
      writeFileSync(join(context.assetsDir, 'index.json'), index);
      await expect(context.resolveAssetBytes(`asset://${id}`)).rejects.toThrow(/index of assets .* is damaged/);
    }
  });

  it('shows its secrets to nobody', async () => {
    const context = createDirectoryContext(base(), { secrets: { KEY: 'hidden-value' } });
    expect(await context.getSecret('KEY')).toBe('hidden-value');
    expect(inspect(context, { depth: 10, showHidden: true })).not.toContain('hidden-value');
  });
});
