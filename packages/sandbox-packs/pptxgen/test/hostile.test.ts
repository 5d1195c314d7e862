import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostCaller, pngHeader } from '@nodetool-ai/sandbox-pack-kit/testing';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import * as limits from '../src/limits.js';

const call = hostCaller('pptxgen', functions);
const build = (...items: unknown[]) => call('build', { slides: [{ items }] });
const textOf = (bytes: unknown, part = 'ppt/slides/slide1.xml') =>
  strFromU8(unzipSync(bytes as Uint8Array)[part] ?? new Uint8Array());

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(textOf(await build({ type: 'text', text: 'alive' }))).toContain('<a:t>alive</a:t>');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('pptxgen under attack', () => {
  it.each([
    [undefined, 'slides must be an array, not undefined'],
    [7, 'deck must be a plain object, not a number'],
    [[], 'deck must be a plain object, not an array'],
    [Promise.resolve({}), 'deck must be a plain object, not a Promise'],
    [{ slides: 'x' }, 'slides must be an array, not a string'],
    [{ slides: [], slide: [] }, 'no option named "slide". Allowed: title, author, subject, created, layout, slides'],
    [{ slides: [], layout: 'LAYOUT_WIDE' }, 'deck.layout is not one of "wide", "16x9", "4x3"'],
    [{ slides: [], title: 7 }, 'title must be a string'],
    [{ slides: [], created: '2024' }, 'deck.created is no date: "2024"'],
    [{ slides: [7] }, 'slides[0] must be a plain object'],
    [{ slides: [{}] }, 'slides[0].items must be an array, not undefined'],
    [{ slides: [{ items: [], bg: 'fff' }] }, 'slides[0] has no option named "bg". Allowed: background, notes, items'],
    [{ slides: [{ items: [], background: 'red' }] }, 'slides[0].background is no colour: "red"'],
    [{ slides: [{ items: [], notes: 7 }] }, 'slides[0].notes must be a string'],
    [JSON.parse('{"slides": [], "__proto__": {}}'), 'no option named "__proto__"'],
  ])('refuses the deck %o', async (deck, text) => {
    await expect(call('build', deck)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'pptxgen.bad-argument',
      message: expect.stringContaining(text),
    });
  });

  const picture = pngHeader(1, 1);
  it.each([
    [7, 'slides[0].items[1] must be a plain object with a type, not a number'],
    [{}, 'slides[0].items[1].type is undefined. Use "text", "image", "shape", "table"'],
    [{ type: 'chart' }, 'slides[0].items[1].type is "chart"'],
    [{ type: 'constructor' }, 'slides[0].items[1].type is "constructor"'],
    [{ type: 'text' }, 'slides[0].items[1].text must be a string'],
    [{ type: 'text', text: 'a', x: '1' }, 'slides[0].items[1].x must be a number, not a string'],
    [{ type: 'text', text: 'a', x: '50%' }, 'slides[0].items[1].x must be a number'],
    [{ type: 'text', text: 'a', x: Number.POSITIVE_INFINITY }, 'slides[0].items[1].x is Infinity'],
    [{ type: 'text', text: 'a', y: 914_400 }, 'slides[0].items[1].y is 914400. Use -56 to 56'],
    [{ type: 'text', text: 'a', w: 0 }, 'slides[0].items[1].w is 0. Use 0.01 to 56'],
    [{ type: 'text', text: 'a', w: 1, width: 1 }, 'slides[0].items[1] has both w and width'],
    [{ type: 'image', data: picture, h: 1, height: 1 }, 'slides[0].items[1] has both h and height'],
    [{ type: 'text', text: 'a', fontSize: 0 }, 'slides[0].items[1].fontSize is 0. Use 1 to 400'],
    [{ type: 'text', text: 'a', color: '#12345' }, 'slides[0].items[1].color is no colour: "#12345"'],
    [{ type: 'text', text: 'a', color: 'accent1"/>' }, 'slides[0].items[1].color is no colour'],
    [{ type: 'text', text: 'a', align: 'LEFT' }, 'slides[0].items[1].align is not one of "left"'],
    [{ type: 'text', text: 'a', hyperlink: { url: 'x' } }, 'slides[0].items[1] has no option named "hyperlink"'],
    [{ type: 'shape', shape: 'square' }, 'slides[0].items[1].shape is no known shape: "square"'],
    [{ type: 'shape', shape: 'custGeom' }, 'slides[0].items[1].shape is no known shape'],
    [{ type: 'shape', shape: 'toString' }, 'slides[0].items[1].shape is no known shape'],
    [{ type: 'shape', fill: 7 }, 'slides[0].items[1].fill is no colour: a number'],
    [{ type: 'table', rows: [] }, 'slides[0].items[1].rows has no cells'],
    [{ type: 'table', rows: [['a'], 'b'] }, 'slides[0].items[1].rows[1] must be an array'],
    [{ type: 'table', rows: [[{ text: 'a' }]] }, 'slides[0].items[1].rows[0][0] must be text, a number'],
    [{ type: 'image', data: 'image/png;base64,AAAA' }, 'fromBase64'],
    [{ type: 'image', path: '/etc/hostname' }, 'slides[0].items[1] has no option named "path"'],
  ])('refuses the item %o and names it', async (item, text) => {
    await expect(build({ type: 'shape' }, item)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'pptxgen.bad-argument',
      message: expect.stringContaining(text),
    });
  });

  it.each([
    ['1 x 60 000', pngHeader(1, 60_000), 'too-large'],
    ['30 000 x 30 000', pngHeader(30_000, 30_000), 'too-large'],
    ['a header cut off', pngHeader(1, 1).slice(0, 20), 'bad-format'],
    ['a JPEG cut off', Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11]), 'bad-format'],
    ['SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
    ['a GIF', new TextEncoder().encode('GIF89a0000000'), 'unsupported'],
    ['10 MiB and a byte', pngHeader(1, 1, limits.PPTXGEN_MAX_IMAGE_BYTES + 1), 'too-large'],
  ])('refuses an image of %s from its header', async (_name, data, reason) => {
    await expect(build({ type: 'image', data })).rejects.toMatchObject({
      code: `pptxgen.${reason}`,
      message: expect.stringContaining('pptxgen.build: slides[0].items[0].data'),
    });
  });

  it('takes the exact window of bytes, shared ones too, and no detached ones', async () => {
    const whole = new Uint8Array(100);
    whole.set(pngHeader(3, 4), 11);
    const shared = new Uint8Array(new SharedArrayBuffer(33));
    shared.set(pngHeader(3, 4));
    for (const data of [whole.subarray(11, 44), shared, new DataView(whole.buffer, 11, 33)]) {
      const parts = unzipSync((await build({ type: 'image', data })) as Uint8Array);
      const name = Object.keys(parts).find((entry) => entry.endsWith('.png')) ?? '';
      expect(Buffer.from(pngHeader(3, 4)).equals(parts[name] ?? new Uint8Array())).toBe(true);
    }
    const gone = pngHeader(3, 4);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    await expect(build({ type: 'image', data: gone })).rejects.toMatchObject({ code: 'pptxgen.bad-argument' });
  });

  it('counts slides, items, cells, columns, texts, lines and images', async () => {
    const text = (value: string) => ({ type: 'text', text: value });
    const half = 'x'.repeat(limits.PPTXGEN_MAX_TEXT_CHARS / 2);
    const big = pngHeader(1, 1, limits.PPTXGEN_MAX_IMAGE_BYTES);
    const rows = Array(limits.PPTXGEN_MAX_CELLS / 50).fill(Array(50).fill(1));
    const bad: [unknown[], string, string][] = [
      [Array(limits.PPTXGEN_MAX_ITEMS + 1).fill({ type: 'shape' }), 'too-many', 'PPTXGEN_MAX_ITEMS'],
      [[{ type: 'table', rows: [Array(76).fill(1)] }], 'too-many', 'PPTXGEN_MAX_COLUMNS'],
      [[{ type: 'table', rows: [Array(75).fill(1), ...Array(400).fill([])] }], 'too-many', 'PPTXGEN_MAX_CELLS'],
      [
        [
          { type: 'table', rows },
          { type: 'table', rows: [[1]] },
        ],
        'too-many',
        'PPTXGEN_MAX_CELLS',
      ],
      [[text(half), text(half), text('x')], 'too-large', 'PPTXGEN_MAX_TEXT_CHARS'],
      [[text('\n'.repeat(limits.PPTXGEN_MAX_LINES))], 'too-many', 'PPTXGEN_MAX_LINES'],
      [Array(6).fill({ type: 'image', data: big }), 'too-large', 'PPTXGEN_MAX_IMAGES_BYTES'],
    ];
    for (const [items, reason, limit] of bad) {
      await expect(build(...items)).rejects.toMatchObject({ name: 'PackLimitError', code: `pptxgen.${reason}`, limit });
    }
    const slides = Array(limits.PPTXGEN_MAX_SLIDES + 1).fill({ items: [] });
    await expect(call('build', { slides })).rejects.toMatchObject({ limit: 'PPTXGEN_MAX_SLIDES' });
    const images = { items: Array(500).fill({ type: 'image', data: pngHeader(1, 1) }) };
    await expect(call('build', { slides: [images, images, images] })).rejects.toMatchObject({
      limit: 'PPTXGEN_MAX_IMAGES',
    });
    await expectAliveAndClean();
  });

  it('writes 50 MiB of images as they are', { timeout: 120_000 }, async () => {
    const data = pngHeader(1, 1, limits.PPTXGEN_MAX_IMAGE_BYTES);
    const bytes = (await build(...Array(5).fill({ type: 'image', data }))) as Uint8Array;
    expect(bytes.byteLength).toBeGreaterThan(limits.PPTXGEN_MAX_IMAGES_BYTES);
    expect(bytes.byteLength).toBeLessThan(limits.PPTXGEN_MAX_OUTPUT_BYTES);
  });

  it('asks no server and reads no file, whatever texts say', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`;
    try {
      const table = { type: 'table', rows: [[url, 'file:///etc/hostname', 'hyperlink']] };
      const xml = textOf(await build({ type: 'text', text: url }, table));
      expect(xml).toContain('<a:t>file:///etc/hostname</a:t>');
      for (const data of [url, 'file:///etc/hostname', '/etc/hostname'])
        await expect(build({ type: 'image', data })).rejects.toMatchObject({ code: 'pptxgen.bad-argument' });
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  it('keeps markup in texts as text, and replaces what a document cannot hold', async () => {
    call.warnings.length = 0;
    const evil = '</a:t><p:cNvPr id="1"/><a:t>$& \0\x0b\ud800';
    const bytes = await call('build', {
      title: evil,
      slides: [
        {
          notes: evil,
          items: [
            { type: 'text', text: evil },
            { type: 'table', rows: [[evil]] },
          ],
        },
      ],
    });
    for (const part of ['ppt/slides/slide1.xml', 'ppt/notesSlides/notesSlide1.xml', 'docProps/core.xml'])
      expect(textOf(bytes, part)).toContain(
        '&lt;/a:t&gt;&lt;p:cNvPr id=&quot;1&quot;/&gt;&lt;a:t&gt;$&amp; \ufffd\ufffd\ufffd<',
      );
    expect(call.warnings).toEqual([expect.stringContaining('title has characters')]);
  });

  it('answers 20 calls at once, none with the content of another', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `number ${at} `);
    const outcomes = await Promise.all(texts.map((text) => build({ type: 'text', text })));
    for (const [at, bytes] of outcomes.entries()) expect(textOf(bytes)).toContain(`>number ${at} <`);
    await expectAliveAndClean();
  });
});
