import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PDFDocument as EncryptingDocument } from '@cantoo/pdf-lib';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import assets from '../assets.json' with { type: 'json' };
import type * as Pdf from '../guest.js';
import { functions } from './host.js';
import { functions as pageFunctions } from './host.page.js';
import * as index from './index.js';
import { PDF_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { extractPages, extractText } = index as unknown as typeof Pdf;
const require = createRequire(import.meta.url);

/** A document whose pages hold texts at places. */
async function make(...pages: [text: string, x: number, y: number][][]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const items of pages) {
    const page = document.addPage([612, 792]);
    for (const [text, x, y] of items) page.drawText(text, { x, y, size: 12, font });
  }
  return document.save();
}

describe('extractPages and extractText', () => {
  it('read page by page', async () => {
    const bytes = await make([['Hello PDF', 72, 700]], [['Second', 72, 700]]);
    expect(await extractPages(bytes)).toEqual([
      { index: 0, pageNumber: 1, text: 'Hello PDF' },
      { index: 1, pageNumber: 2, text: 'Second' },
    ]);
    expect(await extractText(bytes)).toBe('Hello PDF\n\nSecond');
    expect(await extractPages(bytes, { pages: [2, 1] })).toMatchObject([{ text: 'Second' }, { text: 'Hello PDF' }]);
    expect(await extractPages(bytes, { pages: [] })).toEqual([]);
    await expect(extractPages(bytes, { pages: [3] })).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'pdf.not-found',
      message: expect.stringContaining('there is no page 3. The document has 2 pages'),
    });
  });

  it('keep lines apart and join a line', async () => {
    const bytes = await make([
      ['Left', 72, 700],
      ['Right', 200, 700],
      ['Below', 72, 680],
    ]);
    expect(await extractText(bytes)).toBe('Left Right\nBelow');
  });

  it('give an empty text for a page without one', async () => {
    expect(await extractPages(await make([]))).toEqual([{ index: 0, pageNumber: 1, text: '' }]);
  });

  it('refuse a file cut in half', async () => {
    const bytes = await make([['Hello PDF', 72, 700]], [['Second', 72, 700]]);
    await expect(extractText(bytes.slice(0, bytes.length / 2))).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'pdf.bad-format',
    });
  });

  it('open an encrypted file with its password', async () => {
    const document = await EncryptingDocument.load(await make([['secret', 72, 700]]));
    document.encrypt({ userPassword: 'open', ownerPassword: 'owner' });
    const bytes = await document.save();
    await expect(extractText(bytes)).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'pdf.encrypted',
      message: expect.stringContaining('No password given'),
    });
    await expect(extractText(bytes, { password: 'wrong' })).rejects.toMatchObject({ code: 'pdf.encrypted' });
    expect(await extractText(bytes, { password: 'open' })).toBe('secret');
    expect(await extractPages(bytes, { password: 'owner' })).toMatchObject([{ text: 'secret' }]);
  });

  it('read text through a character map of the package', async () => {
    // UniGB-UCS2-H takes two bytes per letter: 你好.
    const content = 'BT /F1 12 Tf 20 20 Td <4F60597D> Tj ET';
    const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 50]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>endobj
6 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 7 0 R>>endobj
7 0 obj<</Type/FontDescriptor/FontName/STSong-Light/Flags 4>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
    expect(await extractText(new TextEncoder().encode(file))).toBe('你好');
  });

  // pdf-lib counts the pages in a way of its own.
  it.each([
    ['01-valid.pdf', 14],
    ['02-valid.pdf', 5],
    ['04-valid.pdf', 5],
  ] as const)('read the published sample %s of %i pages', async (name, count) => {
    const folder = dirname(require.resolve('pdf-samples/package.json'));
    const bytes = readFileSync(join(folder, 'test', 'data', name));
    const pages = await extractPages(bytes);
    expect(pages).toHaveLength(count);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(count);
    expect(pages.some(({ text }) => text.length > 100)).toBe(true);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['pdf'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(pageFunctions)).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(PDF_CALL_TIMEOUT_MS);
  });

  it('says in a page what is missing', async () => {
    const call = hostCaller('pdf', pageFunctions);
    await expect(call('extractText', new Uint8Array(1))).rejects.toMatchObject({
      name: 'PackUnavailableError',
      code: 'pdf.unavailable',
    });
  });

  it('lists files that are there, each under one name', () => {
    for (const { file } of assets.assets) expect(readFileSync(require.resolve(file)).length).toBeGreaterThan(0);
    expect(new Set(assets.assets.map(({ name }) => name)).size).toBe(assets.assets.length);
  });
});
