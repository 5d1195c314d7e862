import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { documentDate, escapeXml, FIXED_DOCUMENT_DATE, meterImages, meterTexts, settlePackage } from './index.js';

const WHERE = 'x.build';
const refused = (code: string, text: string) =>
  expect.objectContaining({ code: `x.${code}`, message: expect.stringContaining(text) });

describe('documentDate', () => {
  it('takes dates and ISO texts, in UTC when they name no zone', () => {
    const read = (value: unknown) => documentDate(WHERE, 'created', value);
    expect(read(undefined)).toBe(FIXED_DOCUMENT_DATE);
    expect(read('2024-05-15')).toBe('2024-05-15T00:00:00Z');
    expect(read('2024-05-15T12:30')).toBe('2024-05-15T12:30:00Z');
    expect(read('2024-05-15T12:30:01.75+02:00')).toBe('2024-05-15T10:30:01Z');
    expect(read(new Date(Date.UTC(2031, 0, 1)))).toBe('2031-01-01T00:00:00Z');
  });

  it.each(['', '2024', 'May 15, 2024', '2024-13-01', '2024-05-15T25:00', '2024-05-15T12:30:00Z\n', 7, null, {}])(
    'refuses %o',
    (value) => {
      expect(() => documentDate(WHERE, 'created', value)).toThrow(refused('bad-argument', 'created is no date'));
    },
  );
});

describe('meterTexts', () => {
  const caps = { maxChars: 10, maxCharsName: 'CHARS', maxLines: 3, maxLinesName: 'LINES' };

  it('counts characters and lines of all texts together', () => {
    const texts = meterTexts(WHERE, caps, () => {});
    expect(texts.text('a', '12345')).toBe('12345');
    expect(texts.cell('b', 67890)).toBe('67890');
    expect(() => texts.text('c', 'x')).toThrow(refused('too-large', 'more than 10 characters'));
    const lines = meterTexts(WHERE, caps, () => {});
    expect(lines.text('a', '1\r\n2\r')).toBe('1\n2\n');
    expect(() => lines.text('b', '')).toThrow(refused('too-many', 'more than 3 lines'));
  });

  it('replaces what XML cannot write, warns once, and keeps the rest', () => {
    const warnings: string[] = [];
    const texts = meterTexts(WHERE, { ...caps, maxChars: 100, maxLines: 100 }, (text) => void warnings.push(text));
    expect(texts.text('a', '\t🎉é\ufffd')).toBe('\t🎉é\ufffd');
    expect(texts.text('b', '\0\u001f\ud800a\udc00\ufffe\uffff')).toBe('\ufffd\ufffd\ufffda\ufffd\ufffd\ufffd');
    expect(texts.text('c', '\x07')).toBe('\ufffd');
    expect(warnings).toEqual(['x.build: b has characters that a document cannot hold; they became U+FFFD']);
    expect(escapeXml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;');
  });

  it('takes in a cell what has one clear text', () => {
    const texts = meterTexts(WHERE, { ...caps, maxChars: 100, maxLines: 100 }, () => {});
    const given = [null, undefined, 'a', 1.5, true, 10n, new Date(0)];
    expect(given.map((value) => texts.cell('a', value))).toEqual([
      ...['', '', 'a', '1.5', 'true', '10', '1970-01-01T00:00:00.000Z'],
    ]);
    for (const value of [{}, [], new Date(Number.NaN), new Uint8Array(1), () => 1])
      expect(() => texts.cell('rows[0][1]', value)).toThrow(refused('bad-argument', 'rows[0][1] must be text'));
  });
});

describe('meterImages', () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 96, 0, 192, 1]);
  const caps = { maxImages: 2, maxImagesName: 'IMAGES', maxBytes: 20, maxTotalBytes: 30, maxTotalBytesName: 'TOTAL' };
  const none = { width: undefined, height: undefined };

  it('sizes an image as asked, else by its pixels', () => {
    const sizeOf = (width?: number, height?: number, widest = 10) => {
      const image = meterImages(WHERE, caps, widest)('a', jpeg, { width, height });
      return [image.format, image.width, image.height];
    };
    expect(sizeOf()).toEqual(['jpeg', 2, 1]);
    expect(sizeOf(undefined, undefined, 1)).toEqual(['jpeg', 1, 0.5]);
    expect(sizeOf(5)).toEqual(['jpeg', 5, 2.5]);
    expect(sizeOf(undefined, 5)).toEqual(['jpeg', 10, 5]);
    expect(sizeOf(1, 7)).toEqual(['jpeg', 1, 7]);
  });

  it('counts images and their bytes', () => {
    const take = meterImages(WHERE, caps, 10);
    take('a', jpeg, none);
    take('b', jpeg, none);
    expect(() => take('c', jpeg, none)).toThrow(refused('too-many', 'more than 2 images'));
    const padded = new Uint8Array(18);
    padded.set(jpeg);
    const heavy = meterImages(WHERE, caps, 10);
    heavy('a', padded, none);
    expect(() => heavy('b', padded, none)).toThrow(refused('too-large', 'more than 30 bytes'));
    expect(() => heavy('c', new Uint8Array(21), none)).toThrow(refused('too-large', '20 byte limit'));
  });
});

describe('settlePackage', () => {
  const core = (date: string) => `<c><dcterms:created x="y">${date}</dcterms:created><dc:title>2024</dc:title></c>`;
  const made = (mtime: Date) =>
    zipSync(
      { 'docProps/core.xml': strToU8(core('2026-01-01')), 'a/': new Uint8Array(), 'a/b.xml': strToU8('<b/>') },
      { mtime },
    );
  const options = { created: '1999-01-01T00:00:00Z', maxBytes: 1000, maxBytesName: 'MAX' };

  it('gives the same bytes whenever the library made its own', () => {
    const settled = settlePackage(WHERE, made(new Date(2020, 1, 2)), options);
    expect(settled).toEqual(settlePackage(WHERE, made(new Date(2030, 3, 4)), options));
    const parts = unzipSync(settled);
    expect(Object.keys(parts)).toEqual(['docProps/core.xml', 'a/b.xml']);
    expect(strFromU8(parts['docProps/core.xml'] ?? new Uint8Array())).toBe(core('1999-01-01T00:00:00Z'));
  });

  it('edits parts and bounds the result', () => {
    const edits = { 'a/b.xml': (xml: string) => xml.replace('b', 'c'), missing: () => 'never' };
    const parts = unzipSync(settlePackage(WHERE, made(new Date(2020, 1, 2)), { ...options, edits }));
    expect(strFromU8(parts['a/b.xml'] ?? new Uint8Array())).toBe('<c/>');
    expect(() => settlePackage(WHERE, made(new Date(2020, 1, 2)), { ...options, maxBytes: 10 })).toThrow(
      refused('too-large', 'over the 10 byte limit'),
    );
  });
});
