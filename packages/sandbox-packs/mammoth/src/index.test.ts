import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller, runInPage } from '@nodetool-ai/sandbox-pack-kit/testing';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type * as Mammoth from '../guest.js';
import { functions } from './host.js';
import { functions as pageFunctions } from './host.page.js';
import * as index from './index.js';
import { MAMMOTH_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { convertToHtml, extractRawText } = index as unknown as typeof Mammoth;

const published = join(dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test', 'test-data');
const readPublished = (name: string) => new Uint8Array(readFileSync(join(published, name)));

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const documentOf = (body: string) =>
  zipSync({ 'word/document.xml': strToU8(`<w:document ${WORD}><w:body>${body}</w:body></w:document>`) });

async function sample(): Promise<Uint8Array> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const document = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Head', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ children: [new TextRun({ text: 'Bold & <x>', bold: true })] }),
          new Table({ rows: [new TableRow({ children: [cell('A'), cell('B')] })] }),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

const PICTURE =
  '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAAXNSR0IArs4c6QAAAAlwSFlzAAAOvgAADr4B6kKxwAAAABNJREFUKFNj/M+ADzDhlWUYqdIAQSwBE8U+X40AAAAASUVORK5CYII=" />';

describe('extractRawText', () => {
  it('reads what docx wrote', async () => {
    expect(await extractRawText(await sample())).toBe('Head\n\nBold & <x>\n\nA\n\nB');
  });

  it.each([
    ['single-paragraph.docx', 'Walking on imported air'],
    ['simple-list.docx', 'Apple\n\nBanana'],
    ['tables.docx', 'Above\n\nTop left\n\nTop right\n\nBottom left\n\nBottom right\n\nBelow'],
    ['comments.docx', 'Ouch.'],
    ['footnotes.docx', 'Ouch.'],
    ['strict-format.docx', 'Test'],
    ['strikethrough.docx', "Today's Special: Salmon Sold out"],
    ['underline.docx', 'The Sunset Tree'],
    ['utf8-bom.docx', 'This XML has a byte order mark.'],
    ['empty.docx', ''],
    ['tiny-picture.docx', ''],
  ])('reads the published %s', async (name, text) => {
    expect(await extractRawText(readPublished(name))).toBe(text);
  });

  it('keeps line breaks and tabs, which the library drops or keeps', async () => {
    const body = '<w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t><w:br/></w:r></w:p><w:p/>';
    expect(await extractRawText(documentOf(body))).toBe('one\ntwo\tthree');
  });

  it('leaves tracked deletions out and insertions in', async () => {
    const body =
      '<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>';
    expect(await extractRawText(documentOf(body))).toBe('new');
  });

  it('reads parts in UTF-16', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><w:document ${WORD}><w:body><w:p><w:r><w:t>é✓</w:t></w:r></w:p></w:body></w:document>`;
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le'));
    expect(await extractRawText(zipSync({ 'word/document.xml': utf16 }))).toBe('é✓');
  });
});

describe('convertToHtml', () => {
  it('reads what docx wrote', async () => {
    expect(await convertToHtml(await sample())).toBe(
      '<h1>Head</h1><p><strong>Bold &amp; &lt;x&gt;</strong></p><table><tr><td><p>A</p></td><td><p>B</p></td></tr></table>',
    );
  });

  it.each([
    ['single-paragraph.docx', '<p>Walking on imported air</p>'],
    ['simple-list.docx', '<ul><li>Apple</li><li>Banana</li></ul>'],
    ['underline.docx', '<p><strong>The Sunset Tree</strong></p>'],
    ['strikethrough.docx', "<p><s>Today's Special: Salmon</s> Sold out</p>"],
    ['comments.docx', '<p>Ouch.</p>'],
    ['text-box.docx', '<p>Datum plane</p>'],
    ['tiny-picture.docx', `<p>${PICTURE}</p>`],
    ['tiny-picture-target-base-relative.docx', `<p>${PICTURE}</p>`],
    // It asks for <h1>; a document has no say in that here.
    ['embedded-style-map.docx', '<p>Walking on imported air</p>'],
  ])('reads the published %s', async (name, html) => {
    expect(await convertToHtml(readPublished(name))).toBe(html);
  });

  it('has footnotes at the end', async () => {
    expect(await convertToHtml(readPublished('footnotes.docx'))).toContain('<ol><li id="footnote-1"><p> A tachyon');
  });

  it('drops images on demand, without a warning', async () => {
    const call = hostCaller('mammoth', functions);
    expect(await call('convertToHtml', readPublished('tiny-picture.docx'), { images: 'drop' })).toBe('');
    expect(call.warnings).toEqual([]);
  });

  it('opens no file that a document points at, and says so', async () => {
    const call = hostCaller('mammoth', functions);
    expect(await call('convertToHtml', readPublished('external-picture.docx'))).toBe('');
    expect(call.warnings).toEqual([
      "mammoth.convertToHtml: could not read external image 'tiny-picture.png', external file access is disabled",
    ]);
  });
});

describe('the host entry', () => {
  it('gives the same answers in a page', async () => {
    const bytes = await sample();
    const picture = readPublished('tiny-picture.docx');
    const base64 = [bytes, picture].map((data) => JSON.stringify(Buffer.from(data).toString('base64')));
    const there = await runInPage(
      fileURLToPath(new URL('host.page.ts', import.meta.url)),
      `const [book, picture] = [${base64}].map(fromBase64);
      return [await call('extractRawText', book), await call('convertToHtml', book), await call('convertToHtml', picture)];`,
    );
    expect(there).toEqual([await extractRawText(bytes), await convertToHtml(bytes), `<p>${PICTURE}</p>`]);
  });

  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['mammoth'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(row?.exports).toEqual(Object.keys(pageFunctions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(MAMMOTH_CALL_TIMEOUT_MS);
  });
});
