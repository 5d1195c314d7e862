import { hostCaller, hostileArchives, mutations, NOT_BYTES, rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import * as limits from '../src/limits.js';
import { archiveOf, bookOf, bookOf3, CONTAINER, chaptersOf, ITEMS, NCX, packageXml, page, SPINE } from './make-book.js';

const call = hostCaller('epub', functions);
const NAMES = ['metadata', 'tableOfContents', 'extractText', 'extractChapters'] as const;

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('extractText', chaptersOf(['alive']))).toBe('alive');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('epub under attack', () => {
  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    for (const name of NAMES) {
      await expect(call(name, value)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'epub.bad-argument',
        message: expect.stringContaining(`epub.${name}: bytes must be a Uint8Array`),
      });
    }
  });

  it('refuses options it does not know, and bytes over the cap', async () => {
    for (const name of NAMES) {
      for (const options of [{ separator: 'x' }, 7, [], JSON.parse('{"__proto__": 1}')])
        await expect(call(name, bookOf(), options)).rejects.toMatchObject({ code: 'epub.bad-argument' });
      await expect(call(name, new Uint8Array(limits.EPUB_MAX_BYTES + 1))).rejects.toMatchObject({
        code: 'epub.too-large',
        message: expect.stringContaining('10485760 byte limit'),
      });
    }
    await expect(call('extractText', bookOf(), { chapterSeparator: 7 })).rejects.toMatchObject({
      code: 'epub.bad-argument',
    });
    await expect(call('extractText', bookOf(), { chapterSeparator: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'epub.too-large',
    });
  });

  it.each([
    ['no archive', new TextEncoder().encode('%PDF-1.7'), 'Pass a whole ZIP archive'],
    ['no container', bookOf({ 'META-INF/container.xml': undefined }), 'META-INF/container.xml is missing'],
    ['no package document', bookOf({ 'OEBPS/book.opf': undefined }), 'OEBPS/book.opf is missing'],
    ['an empty container', bookOf({ 'META-INF/container.xml': '<container/>' }), 'a package document is missing'],
    [
      'a container that leads outside',
      bookOf({ 'META-INF/container.xml': CONTAINER.replace('OEBPS/book.opf', '../../etc/passwd') }),
      'is missing',
    ],
    ['a package document that is no XML', bookOf({ 'OEBPS/book.opf': 'text' }), 'not well-formed'],
  ])('names what is wrong with %s', async (_name, bytes, text) => {
    for (const name of NAMES) {
      await expect(call(name, bytes)).rejects.toMatchObject({
        name: 'PackFormatError',
        code: 'epub.bad-format',
        message: expect.stringContaining(text),
      });
    }
  });

  it('refuses chapters under DRM, and takes scrambled fonts', async () => {
    const encryption = (uri: string) =>
      `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`;
    for (const name of NAMES) {
      const drm = bookOf({ 'META-INF/encryption.xml': encryption('OEBPS/text/c2.xhtml') });
      await expect(call(name, drm)).rejects.toMatchObject({ code: 'epub.encrypted', name: 'PackFormatError' });
    }
    const fonts = bookOf({ 'META-INF/encryption.xml': encryption('OEBPS/fonts/a.otf') });
    expect(await call('extractText', fonts)).toContain('Chapter 2');
  });

  it.each(hostileArchives([{ name: 'META-INF/container.xml', data: CONTAINER }]))(
    'refuses $attack',
    async ({ bytes, reason }) => {
      await expect(call('metadata', bytes)).rejects.toMatchObject({ code: `epub.${reason}` });
    },
  );

  it('takes odd names for data', async () => {
    const nested = rawArchive([{ name: 'a', data: 'b' }]);
    const odd = bookOf({ '../x': 'x', '/x': 'x', ['__proto__']: 'x', constructor: 'x', 'inner.epub': nested });
    expect(await call('extractText', odd)).toContain('Chapter 1');
    const section =
      '<meta name="__proto__" content="a"/><meta name="constructor" content="b"/><meta name="toString" content="c"/><__proto__>d</__proto__>';
    const named = (await call('metadata', bookOf({ 'OEBPS/book.opf': packageXml(section, '', '') }))) as object;
    expect(Object.entries(named)).toEqual([
      ['__proto__', ['a', 'd']],
      ['constructor', 'b'],
      ['toString', 'c'],
    ]);
    expect(Object.getPrototypeOf(named)).toBe(Object.prototype);
    await expectAliveAndClean();
  });

  it.each([
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY x "&a;&a;&a;">]><a>&x;</a>'],
    ['two roots', '<a/><b/>'],
    ['depth 100 000', '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
  ])('refuses %s in the parts that lead through the book', async (_name, xml) => {
    for (const part of ['META-INF/container.xml', 'META-INF/encryption.xml', 'OEBPS/book.opf', 'OEBPS/toc.ncx']) {
      await expect(call('tableOfContents', bookOf({ [part]: xml }))).rejects.toMatchObject({
        code: expect.stringMatching(/^epub\.(bad-format|unsupported|too-deep)$/),
      });
    }
  });

  it('leaves entities of a chapter unexpanded and reads no file', async () => {
    const entity = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "yyyy">]>';
    const body = `${entity}<html><body><p>a&x;b&y;c</p></body></html>`;
    const outcome = (await call('extractText', bookOf({ 'OEBPS/c1.xhtml': body }))) as string;
    expect(outcome).toContain('a&x;b&y;c');
    expect(await call('extractText', chaptersOf(['&#65;&amp;'.repeat(50_000)]))).toBe('A&'.repeat(50_000));
    expect(await call('extractText', chaptersOf([`<p title="${'y'.repeat(1_048_576)}">t</p>`]))).toBe('t');
    expect(await call('extractText', chaptersOf(['<constructor __proto__="a">t</constructor>']))).toBe('t');
    await expectAliveAndClean();
  });

  it('bounds a chapter in depth, tags and length', async () => {
    const deep = '<div>'.repeat(100_000);
    await expect(call('extractText', chaptersOf([deep]))).rejects.toMatchObject({
      code: 'epub.too-deep',
      limit: 'EPUB_MAX_DEPTH',
    });
    for (const many of ['<b>'.repeat(1_000_000), '<'.repeat(1_000_000)])
      await expect(call('extractText', chaptersOf([many]))).rejects.toMatchObject({ limit: 'EPUB_MAX_CHAPTER_TAGS' });
    const long = 'x'.repeat(limits.EPUB_MAX_CHAPTER_CHARS + 1);
    await expect(call('extractText', chaptersOf([long]))).rejects.toMatchObject({ limit: 'EPUB_MAX_CHAPTER_CHARS' });
    expect(await call('extractText', chaptersOf(['<!-- never closed <p>x</p>']))).toBe('');
    const attributes = Array.from({ length: 300_000 }, (_, at) => `a${at}`).join(' ');
    expect(await call('extractText', chaptersOf([`<p ${attributes}>t</p>`]))).toBe('t');
    await expectAliveAndClean();
  });

  it('counts spine, contents, metadata and text', async () => {
    const again = (spine: number, body: string) =>
      archiveOf({
        'META-INF/container.xml': CONTAINER,
        'OEBPS/book.opf': packageXml('', ITEMS, '<itemref idref="c1"/>'.repeat(spine)),
        'OEBPS/c1.xhtml': page(body),
      });
    await expect(call('extractText', again(limits.EPUB_MAX_SPINE_ITEMS + 1, 'x'))).rejects.toMatchObject({
      limit: 'EPUB_MAX_SPINE_ITEMS',
    });
    expect(await call('extractChapters', again(limits.EPUB_MAX_SPINE_ITEMS, 'x'))).toHaveLength(5000);
    for (const name of ['extractText', 'extractChapters'])
      await expect(call(name, again(3, 'x'.repeat(8_000_000)))).rejects.toMatchObject({
        code: 'epub.too-large',
        limit: 'EPUB_MAX_TEXT_CHARS',
      });
    const separator = { chapterSeparator: 'x'.repeat(1000) };
    await expect(call('extractText', again(5000, 'x'.repeat(4000)), separator)).rejects.toMatchObject({
      limit: 'EPUB_MAX_TEXT_CHARS',
    });
    const point = '<navPoint><navLabel><text>t</text></navLabel><content src="c1.xhtml"/></navPoint>';
    const contents = NCX.replace(/<navMap>.*<\/navMap>/s, `<navMap>${point.repeat(10_001)}</navMap>`);
    await expect(call('tableOfContents', bookOf({ 'OEBPS/toc.ncx': contents }))).rejects.toMatchObject({
      limit: 'EPUB_MAX_CONTENTS',
    });
    const section = packageXml('<dc:subject>x</dc:subject>'.repeat(2001), ITEMS, SPINE);
    await expect(call('metadata', bookOf({ 'OEBPS/book.opf': section }))).rejects.toMatchObject({
      limit: 'EPUB_MAX_METADATA',
    });
    await expectAliveAndClean();
  });

  it('answers or refuses every mutation of a good book', async () => {
    const stored = rawArchive(
      Object.entries({
        'META-INF/container.xml': CONTAINER,
        'OEBPS/book.opf': packageXml('<dc:title>t</dc:title>', ITEMS, SPINE),
        'OEBPS/c1.xhtml': page('<p>one</p>'),
      }).map(([name, data]) => ({ name, data, method: 0 })),
    );
    const books: [Uint8Array, number][] = [
      [bookOf(), 500],
      [bookOf3(), 250],
      [stored, 1000],
    ];
    for (const [book, count] of books) {
      for (const bytes of mutations(book, count)) {
        const outcome = await call('extractChapters', bytes).catch((error: unknown) => error);
        if (!Array.isArray(outcome))
          expect(outcome).toMatchObject({
            code: expect.stringMatching(/^epub\.(bad-format|unsupported|encrypted|inflated-too-large|too-many)$/),
          });
      }
    }
    await expectAliveAndClean();
  });

  it('reads nav pages and chapters of random text', async () => {
    const texts = ['<ol><li><a>', '<<<>>>&&&&#0;&#xFFFFFFFF;', '\0\ufffe', ']]>-->?>', '<nav epub:type="toc"><ol>'];
    for (const text of texts) {
      const book = bookOf3({ 'OEBPS/nav.xhtml': text, 'OEBPS/c1.xhtml': text });
      expect(await call('tableOfContents', book)).toHaveLength(2);
      expect(await call('extractChapters', book)).toHaveLength(2);
    }
  });

  it('takes the exact window of bytes, shared ones too, and no detached ones', async () => {
    const book = chaptersOf(['window']);
    const whole = new Uint8Array(book.length + 40);
    whole.set(book, 20);
    const shared = new Uint8Array(new SharedArrayBuffer(book.length));
    shared.set(book);
    for (const bytes of [whole.subarray(20, 20 + book.length), shared, new DataView(whole.buffer, 20, book.length)])
      expect(await call('extractText', bytes)).toBe('window');
    structuredClone(book.buffer, { transfer: [book.buffer] });
    await expect(call('extractText', book)).rejects.toMatchObject({ code: 'epub.bad-argument' });
  });

  it('answers 20 calls at once, none with the content of another', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `number ${at}`);
    expect(await Promise.all(texts.map((text) => call('extractText', chaptersOf([text]))))).toEqual(texts);
    await expectAliveAndClean();
  });
});
