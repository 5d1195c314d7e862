import { hostCaller, hostileArchives, mutations, NOT_BYTES, rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { ZIP_MAX_ARCHIVE_BYTES, ZIP_MAX_ENTRIES, ZIP_MAX_INFLATED_BYTES } from '../src/limits.js';

const call = hostCaller('zip', functions);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('unzip', await call('zip', { a: 'b' }))).toEqual({ a: bytesOf('b') });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
}

describe('zip under attack', () => {
  it.each(hostileArchives([{ name: 'good.txt', data: 'good' }]))('refuses $attack', async ({ bytes, reason }) => {
    const start = performance.now();
    await expect(call('unzip', bytes)).rejects.toMatchObject({ code: `zip.${reason}` });
    expect(performance.now() - start).toBeLessThan(10_000);
    await expectAliveAndClean();
  });

  it('names the cap that a bomb passes, and the entry that lies', async () => {
    const bomb = rawArchive([{ name: 'zeros', data: new Uint8Array(60 * 1024 * 1024) }]);
    expect(bomb.length).toBeLessThan(70_000);
    await expect(call('unzip', bomb)).rejects.toMatchObject({
      code: 'zip.inflated-too-large',
      message: expect.stringContaining('52428800'),
    });
    await expect(call('unzip', bomb, { maxInflatedBytes: 1e12 })).rejects.toMatchObject({
      message: expect.stringContaining('52428800'),
    });
    const lie = rawArchive([{ name: 'cut.txt', data: 'twenty-three characters', statedSize: 5 }]);
    await expect(call('unzip', lie)).rejects.toMatchObject({
      code: 'zip.bad-format',
      message: expect.stringContaining('entry "cut.txt" has more bytes'),
    });
  });

  it('gives names as data, and archives inside as data', async () => {
    const inner = rawArchive([{ name: 'a', data: 'b' }]);
    const names = ['../x', '/etc/x', 'a\\b', '__proto__', 'constructor', 'toString'];
    const bytes = rawArchive([...names.map((name) => ({ name, data: name })), { name: 'inner.zip', data: inner }]);
    const files = (await call('unzip', bytes)) as Record<string, Uint8Array>;
    expect(Object.keys(files)).toEqual([...names, 'inner.zip']);
    expect(Object.hasOwn(files, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(files)).toBe(Object.prototype);
    expect(files['inner.zip']).toEqual(inner);
    const again = (await call('zip', Object.fromEntries([['__proto__', 'kept']]))) as Uint8Array;
    expect(Object.entries((await call('unzip', again)) as object)).toEqual([['__proto__', bytesOf('kept')]]);
    await expectAliveAndClean();
  });

  it('answers rightly or refuses each of 1000 damaged archives', async () => {
    const good = (await call('zip', { 'a.txt': 'hello '.repeat(40), 'b.bin': Uint8Array.of(1, 2, 3) })) as Uint8Array;
    const contents = Object.values((await call('unzip', good)) as object);
    for (const damaged of mutations(good)) {
      const outcome = await call('unzip', damaged).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^zip\.(bad-format|encrypted|unsupported)$/) });
      else expect(contents).toEqual(expect.arrayContaining(Object.values(outcome as object)));
    }
  });

  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    await expect(call('unzip', value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'zip.bad-argument',
      message: expect.stringContaining('zip.unzip: bytes must be a Uint8Array'),
    });
  });

  it('refuses archives over the cap before it works', async () => {
    await expect(call('unzip', new Uint8Array(ZIP_MAX_ARCHIVE_BYTES + 1))).rejects.toMatchObject({
      code: 'zip.too-large',
      message: expect.stringContaining('10485760 byte limit'),
    });
  });

  it('reads exactly the window of a larger buffer, of shared memory too, and refuses detached arrays', async () => {
    const good = rawArchive([{ name: 'a', data: 'b', method: 0 }]);
    const around = new Uint8Array(good.length + 64).fill(0x50);
    around.set(good, 32);
    expect(await call('unzip', around.subarray(32, 32 + good.length))).toEqual({ a: bytesOf('b') });
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await call('unzip', shared)).toEqual({ a: bytesOf('b') });
    structuredClone(good.buffer, { transfer: [good.buffer as ArrayBuffer] });
    await expect(call('unzip', good)).rejects.toMatchObject({ code: 'zip.bad-argument' });
    await expect(call('zip', { a: good })).rejects.toMatchObject({ code: 'zip.bad-argument' });
  });

  it('refuses options it does not know, and says which it knows', async () => {
    await expect(call('unzip', bytesOf('x'), { filter: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('"filter". Allowed: only, maxInflatedBytes'),
    });
    await expect(call('zip', {}, { date: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('"date". Allowed: level, mtime'),
    });
    const bad: [name: string, options: unknown][] = [
      ['unzip', 7],
      ['unzip', []],
      ['unzip', { only: 'a' }],
      ['unzip', { only: [1] }],
      ['unzip', { maxInflatedBytes: '1' }],
      ['unzip', { maxInflatedBytes: Number.NaN }],
      ['zip', { level: 10 }],
      ['zip', { level: '6' }],
      ['zip', { mtime: 0 }],
      ['zip', { mtime: '1979-12-31T23:59:59Z' }],
      ['zip', { mtime: '2108-01-01T00:00:00Z' }],
      ['zip', { mtime: new Date(Number.NaN) }],
      ['zip', { mtime: 'yesterday' }],
      ['zip', { mtime: '15 May 2024' }],
      ['zip', { mtime: '2024-02-30' }],
      ['zip', { mtime: {} }],
    ];
    for (const [name, options] of bad) {
      await expect(call(name, name === 'zip' ? {} : bytesOf('x'), options)).rejects.toMatchObject({
        code: 'zip.bad-argument',
      });
    }
  });

  it('refuses files it cannot write, and names them', async () => {
    const bad: [unknown, string][] = [
      [7, 'files must be a plain object'],
      [null, 'files must be a plain object'],
      [[], 'files must be a plain object'],
      [new Map(), 'files must be a plain object'],
      [{ a: 7 }, 'files["a"] must be a Uint8Array'],
      [{ a: { b: 'x' } }, 'files["a"] must be a Uint8Array'],
      [{ a: null }, 'files["a"] must be a Uint8Array'],
      [{ '': 'x' }, 'is empty'],
      [{ '/a': 'x' }, 'begins with /'],
      [{ 'a/../b': 'x' }, 'has a .. segment'],
      [{ '..': 'x' }, 'has a .. segment'],
      [{ 'a\\b': 'x' }, 'has a backslash'],
      [{ 'a\ud800': 'x' }, 'has half a character'],
      [{ 'd/': 'x' }, 'is a directory and has bytes'],
      [{ ['x'.repeat(70_000)]: 'x' }, 'has more than 65535 bytes'],
    ];
    for (const [files, text] of bad) {
      await expect(call('zip', files)).rejects.toMatchObject({
        code: 'zip.bad-argument',
        message: expect.stringContaining(text),
      });
    }
    expect(Object.keys((await call('unzip', await call('zip', { 'a..b/...': 'x' }))) as object)).toEqual(['a..b/...']);
  });

  it('bounds what it writes', async () => {
    const large = new Uint8Array(ZIP_MAX_INFLATED_BYTES / 2);
    await expect(call('zip', { a: large, b: large }, { level: 0 })).rejects.toMatchObject({
      code: 'zip.too-large',
      limit: 'ZIP_MAX_INFLATED_BYTES',
    });
    await expect(call('zip', { a: 'ü'.repeat(ZIP_MAX_INFLATED_BYTES / 2 + 1) })).rejects.toMatchObject({
      code: 'zip.too-large',
    });
    const many = Object.fromEntries(Array.from({ length: ZIP_MAX_ENTRIES + 1 }, (_, at) => [`f${at}`, '']));
    await expect(call('zip', many)).rejects.toMatchObject({ code: 'zip.too-many', limit: 'ZIP_MAX_ENTRIES' });
    delete many['f0'];
    const archive = await call('zip', many);
    expect(Object.keys((await call('unzip', archive)) as object)).toHaveLength(ZIP_MAX_ENTRIES);
  });
});
