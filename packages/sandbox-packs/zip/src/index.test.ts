import { execFileSync } from 'node:child_process';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller, rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as Zip from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { ZIP_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { unzip, zip } = index as unknown as typeof Zip;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Made by Python's zipfile: `a.txt` with `hi`. */
const FROM_PYTHON = Uint8Array.from(
  Buffer.from(
    'UEsDBBQAAAAAAAAAIQCsKpPYAgAAAAIAAAAFAAAAYS50eHRoaVBLAQIUAxQAAAAAAAAAIQCsKpPYAgAAAAIAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=',
    'base64',
  ),
);

describe('unzip', () => {
  it('reads what Python wrote', async () => {
    expect(await unzip(FROM_PYTHON)).toEqual({ 'a.txt': bytesOf('hi') });
    expect(FROM_PYTHON.slice(14, 18)).toEqual(Uint8Array.of(0xac, 0x2a, 0x93, 0xd8));
  });

  it('refuses it when one byte of the data is flipped', async () => {
    const flipped = FROM_PYTHON.slice();
    const at = 30 + 'a.txt'.length;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await expect(unzip(flipped)).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'zip.bad-format',
      message: 'zip.unzip: entry "a.txt" has another CRC-32 than the directory states. Pass a whole ZIP archive.',
    });
  });

  it('takes every kind of bytes', async () => {
    const { buffer, byteOffset, byteLength } = FROM_PYTHON;
    for (const bytes of [
      new Uint8ClampedArray(buffer, byteOffset, byteLength),
      FROM_PYTHON.slice().buffer,
      new DataView(buffer, byteOffset, byteLength),
    ]) {
      expect(Object.keys(await unzip(bytes))).toEqual(['a.txt']);
    }
  });

  it('reads only what is asked for, and says what is missing', async () => {
    const call = hostCaller('zip', functions);
    const bytes = rawArchive([
      { name: 'a', data: 'A' },
      { name: 'folder/b', data: 'B' },
      { name: 'broken', data: 'C', statedCrc: 1 },
    ]);
    expect(await call('unzip', bytes, { only: ['folder/b', 'b'] })).toEqual({ 'folder/b': bytesOf('B') });
    expect(call.warnings).toEqual(['zip.unzip: the archive has no entry "b"']);
    expect(await call('unzip', bytes, { only: [] })).toEqual({});
  });

  it('leaves directories out', async () => {
    expect(
      Object.keys(
        await unzip(
          rawArchive([
            { name: 'd/', data: '' },
            { name: 'd/a', data: '' },
          ]),
        ),
      ),
    ).toEqual(['d/a']);
  });

  it('counts the bytes it inflates', async () => {
    const bytes = await zip({ a: new Uint8Array(1000), b: new Uint8Array(1000) });
    expect(Object.keys(await unzip(bytes, { maxInflatedBytes: 2000 }))).toHaveLength(2);
    await expect(unzip(bytes, { maxInflatedBytes: 1999 })).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'zip.inflated-too-large',
      message: expect.stringContaining('entry "b" takes the inflated bytes over the limit of 1999'),
    });
  });
});

describe('zip', () => {
  it('writes what Python reads and finds whole', async () => {
    const bytes = await zip(
      { 'a.txt': 'hi', 'ü/日.txt': 'ü'.repeat(500), 'raw.bin': Uint8Array.of(0, 255), 'empty/': '' },
      { mtime: new Date('2024-02-29T13:05:09Z') },
    );
    const script = `import io, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(z.testzip(), [(i.filename, len(z.read(i)), i.compress_type) for i in z.infolist()], z.infolist()[0].date_time)`;
    expect(execFileSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' }).trim()).toBe(
      "None [('a.txt', 2, 0), ('ü/日.txt', 1000, 8), ('raw.bin', 2, 0), ('empty/', 0, 0)] (2024, 2, 29, 13, 5, 8)",
    );
  });

  it('gives equal bytes for equal files', async () => {
    const files = { 'a.txt': 'a'.repeat(100), b: bytesOf('b') };
    expect(await zip(files)).toEqual(await zip({ ...files }));
    expect(await zip(files)).toEqual(await zip(files, { mtime: Date.UTC(1980, 0) }));
    expect(await zip(files)).not.toEqual(await zip(files, { mtime: '2024-01-01T00:00:00Z' }));
    expect(await zip(files, { mtime: '2024-01-01T12:00' })).toEqual(
      await zip(files, { mtime: Date.UTC(2024, 0, 1, 12) }),
    );
  });

  it('compresses as much as it is told', async () => {
    const text = Array.from({ length: 5000 }, (_, at) => `The line ${at % 97} of ${at * 7919}.`).join('\n');
    const sizes = await Promise.all(
      ([0, 1, 6, 9] as const).map(async (level) => (await zip({ text }, { level })).length),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes[0]).toBe(text.length + 30 + 46 + 22 + 2 * 'text'.length);
    expect(await zip({ text })).toEqual(await zip({ text }, { level: 6 }));
  });

  it('keeps the order of keys and gives back what it was given', async () => {
    const name = fc
      .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/').replace(/[\\\0]/g, '_'))
      .filter((path) => !path.startsWith('/') && !path.endsWith('/') && !path.split('/').includes('..'));
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 2000 }), { maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        const read = await unzip(await zip(given));
        expect(Object.entries(read).map(([key, bytes]) => [key, [...bytes]])).toEqual(
          Object.entries(given).map(([key, bytes]) => [key, [...bytes]]),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('writes text as UTF-8', async () => {
    expect(textOf((await unzip(await zip({ a: '日本 😀' })))['a'])).toBe('日本 😀');
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['zip'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(ZIP_CALL_TIMEOUT_MS);
  });
});
