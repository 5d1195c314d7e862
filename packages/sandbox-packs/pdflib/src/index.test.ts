import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import type * as Pdflib from '../guest.js';
import { makeJpegHeader, makePng } from '../test/make-png.js';
import { functions } from './host.js';
import { functions as pageFunctions } from './host.page.js';
import * as index from './index.js';
import { PDFLIB_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { build, merge } = index as unknown as typeof Pdflib;
const dejavu = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));

/** Texts of the pages, as an independent reader sees them. */
async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const parser = new PDFParse({ data: pdf.slice() });
  try {
    return (await parser.getText({ pageJoiner: '' })).pages.map(({ text }) => text.trim());
  } finally {
    await parser.destroy();
  }
}

const page = (text: string, more: object = {}): Pdflib.PdfPage => ({
  items: [{ type: 'text', x: 72, y: 72, text, ...more }],
});
const ascii = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

describe('build', () => {
  it('writes pages that another library reads', async () => {
    const pdf = await build({ pages: [page('Hello PDF'), page('Second')] });
    expect(ascii(pdf.slice(0, 5))).toBe('%PDF-');
    expect(ascii(pdf).trimEnd().endsWith('%%EOF')).toBe(true);
    expect(await textsOf(pdf)).toEqual(['Hello PDF', 'Second']);
  });

  it('sets letters outside WinAnsi in another font, and names those that no font has', async () => {
    const call = hostCaller('pdflib', functions);
    const pdf = (await call('build', { pages: [page('żółć 你好'), page('Ελληνικά')] })) as Uint8Array;
    const [mixed, greek] = await textsOf(pdf);
    expect(mixed).toMatch(/^żółć/);
    expect(greek).toBe('Ελληνικά');
    expect(call.warnings).toEqual([expect.stringContaining('no font has "你" (U+4F60), "好" (U+597D)')]);
    // The subset is several thousand bytes; a standard font is a name.
    expect(pdf.length).toBeGreaterThan(4000);
    expect((await build({ pages: [page('Café – “quoted”')] })).length).toBeLessThan(1500);
  });

  it('takes standard fonts and fonts passed in', async () => {
    const pdf = await build({
      pages: [page('Bold', { font: 'Helvetica-Bold' }), page('Own ż', { font: '__proto__' })],
      fonts: JSON.parse('{"__proto__": 1}', (_key, value) => (value === 1 ? new Uint8Array(dejavu) : value)),
    });
    expect(await textsOf(pdf)).toEqual(['Bold', 'Own ż']);
  });

  it('has its origin in the top left corner', async () => {
    const pdf = await build({
      pages: [{ width: 200, height: 100, items: [{ type: 'text', x: 10, y: 20, text: 'x' }] }],
    });
    const parser = new PDFParse({ data: pdf.slice() });
    const document = await (parser as unknown as { load(): Promise<Loaded> }).load();
    const { items } = await (await document.getPage(1)).getTextContent();
    // 100 high, 20 from the top, letters of 12: the baseline is at 68.
    expect(items[0]?.transform).toEqual([12, 0, 0, 12, 10, 68]);
    await parser.destroy();
  });

  it('wraps at spaces and breaks lines', async () => {
    const [text] = await textsOf(await build({ pages: [page('one two three\nfour', { maxWidth: 45 })] }));
    expect(text?.split('\n').map((line) => line.trim())).toEqual(['one two', 'three', 'four']);
  });

  it('draws images at their size or in their ratio, lines and rectangles', async () => {
    const data = makePng(4, 2);
    const pdf = await build({
      pages: [
        {
          items: [
            { type: 'image', data, x: 0, y: 0 },
            { type: 'image', data, x: 0, y: 0, width: 40 },
            { type: 'image', data: makeJpegHeader(3, 3), x: 0, y: 0, height: 9 },
            { type: 'line', x1: 0, y1: 0, x2: 10, y2: 10, thickness: 2, color: 'c00' },
            { type: 'rect', x: 1, y: 1, width: 5, height: 5, fill: '#00ff00', stroke: '#abc' },
            { type: 'rect', x: 1, y: 1, width: 5, height: 5 },
          ],
        },
      ],
    });
    expect(await textsOf(pdf)).toEqual(['']);
    // Equal images are one object.
    expect(ascii(pdf).match(/\/Subtype \/Image/g)).toHaveLength(2);
  });

  it('gives equal bytes for equal input', async () => {
    const document = { pages: [page('Hello ż')], properties: { title: 'T', keywords: ['a', 'b'] } };
    const pdf = await build(document);
    expect(await build(document)).toEqual(pdf);
    const parser = new PDFParse({ data: pdf.slice() });
    const { info } = await parser.getInfo();
    expect(info).toMatchObject({
      Title: 'T',
      Keywords: 'a b',
      Producer: 'nodetool-ai/sandbox-pdflib',
      CreationDate: 'D:19800101000000Z',
    });
    await parser.destroy();
  });
});

describe('merge', () => {
  it('copies pages in order', async () => {
    const a = await build({ pages: [page('Hello PDF'), page('Second')] });
    expect(await textsOf(await merge([a, a]))).toEqual(['Hello PDF', 'Second', 'Hello PDF', 'Second']);
    const b = await build({ pages: [page('żółć')] });
    expect(await textsOf(await merge([b, a]))).toEqual(['żółć', 'Hello PDF', 'Second']);
    expect(await merge([a, b])).toEqual(await merge([a, b]));
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['pdflib'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(pageFunctions)).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(PDFLIB_CALL_TIMEOUT_MS);
  });

  it('works in a page without its font, and says when it is needed', async () => {
    const call = hostCaller('pdflib', pageFunctions);
    expect(await textsOf((await call('build', { pages: [page('plain')] })) as Uint8Array)).toEqual(['plain']);
    await expect(call('build', { pages: [page('ż')] })).rejects.toMatchObject({
      name: 'PackUnavailableError',
      code: 'pdflib.unavailable',
    });
  });
});

interface Loaded {
  getPage(number: number): Promise<{ getTextContent(): Promise<{ items: { transform: number[] }[] }> }>;
}
