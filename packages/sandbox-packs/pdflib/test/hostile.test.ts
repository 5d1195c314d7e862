import { deflateSync } from 'node:zlib';
import { hostCaller, mutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functions } from '../src/host.js';
import {
  PDFLIB_CALL_TIMEOUT_MS,
  PDFLIB_MAX_DOCUMENTS,
  PDFLIB_MAX_FILE_BYTES,
  PDFLIB_MAX_FONTS,
  PDFLIB_MAX_ITEMS,
  PDFLIB_MAX_PAGES,
  PDFLIB_MAX_TEXT_CHARS,
} from '../src/limits.js';
import { makeJpegHeader, makePng } from './make-png.js';

const call = hostCaller('pdflib', functions);
const text = (value: unknown, more: object = {}) => ({ pages: [{ items: [{ type: 'text', text: value, ...more }] }] });
const image = (data: unknown, more: object = {}) => ({
  pages: [{ items: [{ type: 'image', data, x: 0, y: 0, ...more }] }],
});
const pdf = async (): Promise<Uint8Array> => (await call('build', text('Hello PDF'))) as Uint8Array;
const bytesOf = (value: string): Uint8Array => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const bad = { name: 'PackInputError', code: 'pdflib.bad-argument' };

describe('pdflib under attack', () => {
  // The library tells the console of objects it finds odd.
  beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterAll(async () => {
    vi.restoreAllMocks();
    expect((await pdf()).length).toBeGreaterThan(500);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([7, null, undefined, 'x', [], new Uint8Array(3), Promise.resolve({}), {}, { pages: [] }, { pages: {} }])(
    'refuses %s in place of a document or of a list',
    async (value) => {
      await expect(call('build', value)).rejects.toMatchObject(bad);
      await expect(call('merge', value)).rejects.toMatchObject(bad);
      await expect(call('merge', [value])).rejects.toMatchObject(
        value instanceof Uint8Array ? { code: 'pdflib.bad-format' } : bad,
      );
    },
  );

  it.each([
    [{ pages: [{}], font: {} }, '"font". Allowed: pages, properties, fonts'],
    [{ pages: [7] }, 'pages[0] must be an object'],
    [{ pages: [{ width: 0 }] }, 'pages[0].width is 0'],
    [{ pages: [{ height: 8193 }] }, 'pages[0].height is 8193'],
    [{ pages: [{ width: Number.NaN }] }, 'pages[0].width is NaN'],
    [{ pages: [{ colour: 1 }] }, '"colour"'],
    [{ pages: [{ items: {} }] }, 'pages[0].items must be an array'],
    [{ pages: [{ items: [{}] }] }, 'pages[0].items[0].type is'],
    [{ pages: [{ items: [{ type: '__proto__' }] }] }, 'pages[0].items[0].type is'],
    [{ pages: [{ items: [null] }] }, 'pages[0].items[0] must be a plain object'],
    [text(7), 'items[0].text must be a string'],
    [text('x', { color: 'red' }), 'items[0].color is no colour: "red"'],
    [text('x', { color: '#ff' }), 'is no colour'],
    [text('x', { color: '#12345678' }), 'is no colour'],
    [text('x', { font: 'constructor' }), 'is "constructor", no font'],
    [text('x', { size: 0 }), 'size is 0'],
    [text('x', { x: Infinity }), 'x is Infinity'],
    [text('x', { bold: true }), '"bold"'],
    [image('data:image/png;base64,AAAA'), 'data must be a Uint8Array'],
    [image(makePng(1, 1), { x: undefined }), 'x is missing'],
    [{ pages: [{ items: [{ type: 'line', x1: 0 }] }] }, 'y1 is missing'],
    [{ pages: [{ items: [{ type: 'rect', x: 0, y: 0, width: -1, height: 1 }] }] }, 'width is -1'],
    [{ pages: [{}], fonts: [] }, 'fonts must be an object'],
    [{ pages: [{}], fonts: { a: 'x' } }, 'fonts["a"] must be a Uint8Array'],
    [{ pages: [{}], properties: { title: 7 } }, 'properties.title must be a string'],
    [{ pages: [{}], properties: { producer: 'x' } }, '"producer"'],
  ])('refuses document %#', async (document, message) => {
    await expect(call('build', document)).rejects.toMatchObject({ ...bad, message: expect.stringContaining(message) });
  });

  it('counts pages, items, characters, bytes, fonts and documents', async () => {
    const many = (length: number, item: unknown) => Array.from({ length }, () => item);
    const line = { type: 'line', x1: 0, y1: 0, x2: 1, y2: 1 };
    const large = new Uint8Array(PDFLIB_MAX_FILE_BYTES);
    const over: [string, unknown, string, string][] = [
      ['build', { pages: many(PDFLIB_MAX_PAGES + 1, {}) }, 'too-many', 'PDFLIB_MAX_PAGES'],
      ['build', { pages: many(2, { items: many(PDFLIB_MAX_ITEMS / 2 + 1, line) }) }, 'too-many', 'PDFLIB_MAX_ITEMS'],
      ['build', text('x'.repeat(5_242_881)), 'too-large', 'maxTextChars'],
      [
        'build',
        { pages: many(2, { items: [{ type: 'text', text: 'x'.repeat(PDFLIB_MAX_TEXT_CHARS) }] }) },
        'too-large',
        'PDFLIB_MAX_TEXT_CHARS',
      ],
      ['build', image(new Uint8Array(PDFLIB_MAX_FILE_BYTES + 1)), 'too-large', 'maxBytes'],
      ['build', { pages: many(6, image(large).pages[0]) }, 'too-large', 'PDFLIB_MAX_TOTAL_BYTES'],
      [
        'build',
        { pages: [{}], fonts: Object.fromEntries(many(PDFLIB_MAX_FONTS + 1, 0).map((_, at) => [at, large])) },
        'too-many',
        'PDFLIB_MAX_FONTS',
      ],
      ['merge', many(PDFLIB_MAX_DOCUMENTS + 1, large), 'too-many', 'PDFLIB_MAX_DOCUMENTS'],
      ['merge', many(6, large), 'too-large', 'PDFLIB_MAX_TOTAL_BYTES'],
    ];
    for (const [name, argument, reason, limit] of over)
      await expect(call(name, argument)).rejects.toMatchObject({
        name: 'PackLimitError',
        code: `pdflib.${reason}`,
        limit,
      });
    const pages = (await call('build', { pages: many(PDFLIB_MAX_PAGES, {}) })) as Uint8Array;
    expect(pages.length).toBeGreaterThan(0);
    await expect(call('merge', many(26, pages))).rejects.toMatchObject({ limit: 'PDFLIB_MAX_MERGED_PAGES' });
  });

  it('refuses images from their headers, and a bomb by its pixels', async () => {
    for (const [data, code] of [
      [makePng(1, 60_000, new Uint8Array(1)), 'too-large'],
      [makePng(30_000, 30_000, new Uint8Array(1)), 'too-large'],
      [makeJpegHeader(30_000, 30_000), 'too-large'],
      [makePng(1, 1, new Uint8Array(5_000_000)), 'too-large'],
      [bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
      [bytesOf('GIF89a\x01\0\x01\0\0\0\0'), 'unsupported'],
      [makePng(10, 10).slice(0, 20), 'bad-format'],
      [makePng(10, 10).slice(0, 45), 'bad-format'],
      [makeJpegHeader(3, 3).slice(0, 6), 'bad-format'],
      [new Uint8Array(0), 'unsupported'],
    ] as const)
      await expect(call('build', image(data))).rejects.toMatchObject({ code: `pdflib.${code}` });
  });

  it('refuses fonts that are none', async () => {
    for (const [font, code] of [
      [new Uint8Array(100), 'unsupported'],
      [bytesOf('wOFF'), 'unsupported'],
      [bytesOf('\0\x01\0\0' + '\xff'.repeat(200)), 'bad-format'],
      [bytesOf('OTTO'), 'bad-format'],
    ] as const)
      await expect(call('build', { ...text('x', { font: 'f' }), fonts: { f: font } })).rejects.toMatchObject({
        code: `pdflib.${code}`,
      });
  });

  it('answers or refuses every mutation of a document and of an image', async () => {
    const known = /^pdflib\.(bad-format|encrypted|unsupported|too-large)$/;
    for (const mutation of mutations(await pdf(), 1000)) {
      const outcome = await call('merge', [mutation]).catch((error: unknown) => error);
      if (!(outcome instanceof Uint8Array)) expect(outcome).toMatchObject({ code: expect.stringMatching(known) });
    }
    for (const mutation of mutations(makePng(8, 8), 300)) {
      const outcome = await call('build', image(mutation)).catch((error: unknown) => error);
      if (!(outcome instanceof Uint8Array)) expect(outcome).toMatchObject({ code: expect.stringMatching(known) });
    }
  }, 180_000);

  it('names the document that is none', async () => {
    const good = await pdf();
    for (const file of [
      new Uint8Array(0),
      bytesOf('%PDF-1.7\n'),
      good.slice(0, good.length / 2),
      bytesOf('PK\x03\x04'),
    ])
      await expect(call('merge', [good, file])).rejects.toMatchObject({
        name: 'PackFormatError',
        code: 'pdflib.bad-format',
        message: expect.stringContaining('pdfs[1]'),
      });
  });

  it('ends page trees that lead to themselves', async () => {
    const trees = [
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[2 0 R]>>endobj',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj 3 0 R endobj 3 0 obj 2 0 R endobj',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]/Parent 3 0 R>>endobj 3 0 obj<</Type/Page/Parent 2 0 R>>endobj',
    ];
    for (const tree of trees) {
      const began = performance.now();
      const outcome = await call('merge', [bytesOf(`%PDF-1.4\n${tree}\ntrailer<</Root 1 0 R>>\n%%EOF`)]).catch(
        (error: unknown) => error,
      );
      if (!(outcome instanceof Uint8Array)) expect(outcome).toMatchObject({ code: 'pdflib.bad-format' });
      expect(performance.now() - began).toBeLessThan(PDFLIB_CALL_TIMEOUT_MS);
    }
  });

  it('does not unpack a stream of gigabytes', async () => {
    const packed = deflateSync(Buffer.alloc(80_000_000));
    const head = `%PDF-1.5\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
    const file = Buffer.concat([
      Buffer.from(head),
      packed,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    ]);
    const before = process.memoryUsage().arrayBuffers;
    await expect(call('merge', [new Uint8Array(file)])).rejects.toMatchObject({ code: 'pdflib.bad-format' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
  });

  it('reads the exact window of a larger buffer, and shared memory', async () => {
    const good = await pdf();
    const large = new Uint8Array(good.length + 200).fill(0x41);
    large.set(good, 100);
    expect(await call('merge', [large.subarray(100, 100 + good.length)])).toEqual(await call('merge', [good]));
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await call('merge', [shared])).toEqual(await call('merge', [good]));
    const png = makePng(2, 2);
    const around = new Uint8Array(png.length + 50);
    around.set(png, 7);
    expect(await call('build', image(around.subarray(7, 7 + png.length)))).toEqual(await call('build', image(png)));
    structuredClone(good.buffer, { transfer: [good.buffer as ArrayBuffer] });
    await expect(call('merge', [good])).rejects.toMatchObject(bad);
  });

  it('sets odd texts', async () => {
    for (const odd of ['', ' \n\n', 'a\0b\x07c', '\ud800', '😀'.repeat(1000), 'a'.repeat(50_000), '\u202eabc'])
      expect(await call('build', text(odd, { maxWidth: 10 }))).toBeInstanceOf(Uint8Array);
    expect(await call('build', text('Ω∑', { font: 'Symbol' }))).toBeInstanceOf(Uint8Array);
  });
});
