import { execFileSync } from 'node:child_process';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hostileArchives, mutations, oleFile, type RawEntry, rawArchive } from '../testing/index.js';
import { crc32, entryPath, readArchive, refuseOle, writeArchive } from './index.js';

const WHERE = 'zip.unzip';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textsOf = (files: Map<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
const read = (entries: RawEntry[], ...rest: [end?: Parameters<typeof rawArchive>[1]]): Record<string, string> =>
  textsOf(readArchive(WHERE, rawArchive(entries, ...rest)));
const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

/** An archive that a Python program writes to the variable `z`. */
function pythonArchive(program: string): Uint8Array {
  const script = `import io, sys, zipfile\nb = io.BytesIO()\nz = zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED)\n${program}\nz.close()\nsys.stdout.buffer.write(b.getvalue())`;
  return new Uint8Array(execFileSync('python3', ['-c', script]));
}

describe('readArchive', () => {
  it('reads what Python writes', () => {
    const files = readArchive(
      WHERE,
      pythonArchive(`
z.writestr('a.txt', 'hi')
z.writestr('folder/', '')
z.writestr('folder/ü.txt', 'x' * 100000)
z.writestr('stored', b'abc', zipfile.ZIP_STORED)
with z.open('large', 'w', force_zip64=True) as f: f.write(b'q' * 10)
z.comment = b'a comment with PK\\x05\\x06 inside'`),
    );
    expect([...files.keys()]).toEqual(['a.txt', 'folder/ü.txt', 'stored', 'large']);
    expect(textsOf(files)).toEqual({
      'a.txt': 'hi',
      'folder/ü.txt': 'x'.repeat(100_000),
      stored: 'abc',
      large: 'q'.repeat(10),
    });
  });

  it('reads archives that were streamed, with sizes after the data', () => {
    const bytes = pythonArchive(`
b = io.BytesIO()
class Pipe(io.RawIOBase):
  def writable(self): return True
  def write(self, data): return b.write(data)
z = zipfile.ZipFile(Pipe(), 'w', zipfile.ZIP_DEFLATED)
z.writestr('a.txt', 'streamed')`);
    expect(bytes[6]).toBe(0x08);
    expect(textsOf(readArchive(WHERE, bytes))).toEqual({ 'a.txt': 'streamed' });
  });

  it('reads directories that need ZIP64', () => {
    const bytes = pythonArchive('zipfile.ZIP_FILECOUNT_LIMIT = 1\nz.writestr("a", "1")\nz.writestr("b", "2")');
    expect(textsOf(readArchive(WHERE, bytes))).toEqual({ a: '1', b: '2' });
  });

  it('reads the window it is given and gives arrays of their own', () => {
    const archive = zipSync({ a: bytesOf('stored'), b: bytesOf('b'.repeat(100)) }, { level: 0 });
    const around = new Uint8Array(archive.length + 20);
    around.set(archive, 10);
    const files = readArchive(WHERE, around.subarray(10, 10 + archive.length));
    around.fill(0);
    expect(textsOf(files)['a']).toBe('stored');
  });

  it('gives names as they are written', () => {
    const names = ['../x', '/etc/x', 'a\\b', '__proto__', 'constructor', '', 'ü', '日本'];
    expect(Object.keys(read(names.map((name) => ({ name, data: name }))))).toEqual(names);
    const oldName = Uint8Array.from([0x81, 0x2e, 0x74]);
    expect(read([{ name: oldName, data: 'x' }])).toEqual({ 'ü.t': 'x' });
  });

  it('reads empty archives and empty entries', () => {
    expect(read([])).toEqual({});
    expect(
      read([
        { name: 'a', data: '' },
        { name: 'b', data: '', method: 0 },
        { name: 'd/', data: '' },
      ]),
    ).toEqual({ a: '', b: '' });
  });

  it('neither inflates nor refuses what is not asked for', () => {
    const bytes = rawArchive([
      { name: 'a', data: 'A' },
      { name: 'b', data: 'B', method: 99 },
      { name: 'c', data: 'C', statedCrc: 1 },
    ]);
    expect(textsOf(readArchive(WHERE, bytes, { only: (name) => name === 'a' }))).toEqual({ a: 'A' });
  });

  it('takes lower caps', () => {
    const bytes = rawArchive([
      { name: 'a', data: '12345' },
      { name: 'b', data: '12345' },
    ]);
    expect(readArchive(WHERE, bytes, { maxInflatedBytes: 10, maxEntries: 2 }).size).toBe(2);
    expect(errorOf(() => readArchive(WHERE, bytes, { maxInflatedBytes: 9 }))).toMatchObject({
      code: 'zip.inflated-too-large',
      message: expect.stringContaining('entry "b" takes the inflated bytes over the limit of 9'),
    });
    expect(errorOf(() => readArchive(WHERE, bytes, { maxEntries: 1 }))).toMatchObject({ code: 'zip.too-many' });
  });

  it.each(hostileArchives([{ name: 'good', data: 'good' }]))('refuses $attack', ({ bytes, reason }) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(errorOf(() => readArchive(WHERE, bytes))).toMatchObject({ code: `zip.${reason}` });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('stops inflating soon after a stated size', () => {
    const bytes = rawArchive([{ name: 'z', data: new Uint8Array(60 * 1024 * 1024), statedSize: 5 }]);
    const start = performance.now();
    expect(errorOf(() => readArchive(WHERE, bytes))).toMatchObject({
      message: 'zip.unzip: entry "z" has more bytes than the directory states. Pass a whole ZIP archive.',
    });
    expect(performance.now() - start).toBeLessThan(100);
  });

  it('refuses what is no archive, or has something before or after it', () => {
    const good = rawArchive([{ name: 'a', data: 'hi' }]);
    const cases = [
      new Uint8Array(0),
      bytesOf('PK'),
      new Uint8Array(100_000),
      Uint8Array.of(...good, 0),
      Uint8Array.of(0, ...good),
    ];
    for (const bytes of cases) {
      expect(errorOf(() => readArchive(WHERE, bytes))).toMatchObject({
        name: 'PackFormatError',
        code: 'zip.bad-format',
      });
    }
  });

  it('answers rightly or refuses each of 1000 damaged archives', () => {
    const good = { a: 'hello '.repeat(50), b: 'stored' };
    const bytes = rawArchive([
      { name: 'a', data: good.a },
      { name: 'b', data: good.b, method: 0 },
    ]);
    for (const damaged of mutations(bytes)) {
      const outcome = errorOf(() => Object.values(textsOf(readArchive(WHERE, damaged))));
      if (Array.isArray(outcome)) expect(Object.values(good)).toEqual(expect.arrayContaining(outcome));
      else expect(outcome).toMatchObject({ code: expect.stringMatching(/^zip\.(bad-format|encrypted|unsupported)$/) });
    }
  });
});

describe('writeArchive', () => {
  const files: [string, Uint8Array][] = [
    ['a.txt', bytesOf('hi')],
    ['__proto__', bytesOf('x'.repeat(1000))],
    ['ü/日.txt', new Uint8Array(0)],
  ];
  it('writes what Python reads and finds whole', () => {
    const modified = new Date('2024-02-29T13:05:09Z');
    const bytes = writeArchive(files, { modified });
    const script = `import io, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(z.testzip(), [(i.filename, i.date_time, i.compress_type, len(z.read(i))) for i in z.infolist()])`;
    const time = '(2024, 2, 29, 13, 5, 8)';
    expect(execFileSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' }).trim()).toBe(
      `None [('a.txt', ${time}, 0, 2), ('__proto__', ${time}, 8, 1000), ('ü/日.txt', ${time}, 0, 0)]`,
    );
  });

  it('writes what the reader reads', () => {
    for (const level of [0, 1, 9] as const) {
      const read = readArchive(WHERE, writeArchive(files, { level }));
      expect([...read]).toEqual(files);
    }
    expect(readArchive(WHERE, writeArchive([])).size).toBe(0);
  });
});

describe('crc32', () => {
  it('is that of ZIP', () => {
    expect(crc32(bytesOf('hi'))).toBe(0xd8_93_2a_ac);
    expect(crc32(bytesOf('123456789'))).toBe(0xcb_f4_39_26);
    expect(crc32(bytesOf('6789'), crc32(bytesOf('12345')))).toBe(0xcb_f4_39_26);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });
});

describe('refuseOle', () => {
  const kind = { noun: 'deck', oldEnding: '.ppt', ending: '.pptx' };
  const refuse = (bytes: Uint8Array) => errorOf(() => refuseOle('pptx.extractText', bytes, kind));

  it('tells a password from an old binary format', () => {
    expect(refuse(oleFile('EncryptedPackage'))).toMatchObject({
      code: 'pptx.encrypted',
      message: 'pptx.extractText: the deck has a password. Save it without one.',
    });
    for (const name of ['PowerPoint Document', 'EncryptedPackag'])
      expect(refuse(oleFile(name))).toMatchObject({
        code: 'pptx.unsupported',
        message: 'pptx.extractText: this is an old binary .ppt file. Save it as .pptx.',
      });
  });

  it('lets other files pass', () => {
    for (const bytes of [bytesOf('PK'), new Uint8Array(), oleFile('x').slice(0, 7)])
      expect(refuse(bytes)).toBeUndefined();
  });
});

describe('entryPath', () => {
  it.each([
    ['a/', 'b.xml', 'a/b.xml'],
    ['a/b/', '../c%20d.xml', 'a/c d.xml'],
    ['a/', '/b/./c', 'b/c'],
    ['', '%zz', '%zz'],
    ['a/', '__proto__', 'a/__proto__'],
  ])('from %j resolves %j', (folder, target, path) => {
    expect(entryPath(folder, target)).toBe(path);
  });

  it.each(['../x', '/../x', 'b/../../../x', '%2e%2e/%2E%2E/x'])('says that %j leaves the archive', (target) => {
    expect(entryPath('', target)).toBeUndefined();
  });
});
