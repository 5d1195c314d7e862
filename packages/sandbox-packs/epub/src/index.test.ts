import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller, runInPage } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Epub from '../guest.js';
import {
  archiveOf,
  bookOf,
  bookOf3,
  CONTAINER,
  chaptersOf,
  ITEMS,
  METADATA,
  NAV,
  packageXml,
  page,
  SPINE,
} from '../test/make-book.js';
import { functions } from './host.js';
import * as index from './index.js';
import { EPUB_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { extractChapters, extractText, metadata, tableOfContents } = index as unknown as typeof Epub;
const textOf = async (body: string) => (await extractChapters(chaptersOf([body])))[0]?.text;

describe('metadata', () => {
  it('has the shape of epub2', async () => {
    expect(await metadata(bookOf())).toEqual({
      title: 'Test & Book',
      creator: 'Jane Doe',
      creatorFileAs: 'Doe, Jane',
      language: 'en',
      publisher: 'Acme',
      date: '2024-05-15',
      description: 'About é',
      subject: ['a', 'b'],
      ISBN: '9780306406157',
      UUID: '123e4567-e89b-12d3-a456-426614174000',
      cover: 'img',
    });
  });

  it('reads what version 3 says by refining', async () => {
    const section = `<dc:title>T</dc:title><dc:creator id="a">Ada L</dc:creator><meta refines="#a" property="file-as">L, Ada</meta>
      <dc:creator id="b">Bob</dc:creator><meta refines="#b" property="role">aut</meta><dc:contributor>C</dc:contributor>
      <dc:identifier id="i">urn:isbn:9780306406157</dc:identifier><dc:identifier id="j">0306406152</dc:identifier>
      <meta refines="#j" property="identifier-type" scheme="onix:codelist5">02</meta><dc:identifier>doi:10/x</dc:identifier>
      <meta property="dcterms:modified">2024-01-01T00:00:00Z</meta>`;
    const manifest = `${ITEMS}<item id="pic" href="a.png" properties="cover-image x" media-type="image/png"/>`;
    expect(await metadata(bookOf3({ 'OEBPS/book.opf': packageXml(section, manifest, SPINE) }))).toEqual({
      title: 'T',
      creator: 'Ada L',
      creators: ['Ada L', 'Bob'],
      creatorFileAs: 'L, Ada',
      contributor: 'C',
      ISBN: ['9780306406157', '0306406152'],
      identifier: 'doi:10/x',
      'dcterms:modified': '2024-01-01T00:00:00Z',
      cover: 'pic',
    });
    expect(await metadata(chaptersOf(['']))).toEqual({});
  });
});

describe('tableOfContents', () => {
  const expected = [
    { id: 'c1', title: 'One', href: 'OEBPS/c1.xhtml', order: 1, level: 0 },
    { id: 'c2', title: 'Two', href: 'OEBPS/text/c2.xhtml', order: 2, level: 0 },
  ];

  it('reads NCX and nav alike', async () => {
    expect(await tableOfContents(bookOf())).toEqual(expected);
    expect(await tableOfContents(bookOf3())).toEqual(expected);
  });

  it('falls back to the titles and first headings of the chapters', async () => {
    const plain = bookOf({ 'OEBPS/book.opf': packageXml('', ITEMS, SPINE), 'OEBPS/toc.ncx': undefined });
    expect(await tableOfContents(plain)).toEqual(expected);
    expect(await tableOfContents(chaptersOf(['<p>x</p><h2>He<i>ad</i></h2>', '<p>y</p>']))).toEqual([
      { id: 'p0', title: 'Head', href: 'OEBPS/p0.xhtml', order: 1, level: 0 },
      { id: 'p1', title: '', href: 'OEBPS/p1.xhtml', order: 2, level: 0 },
    ]);
    expect(await tableOfContents(bookOf3({ 'OEBPS/nav.xhtml': page('<p>no list</p>') }))).toEqual(expected);
  });

  it('follows levels, fragments and folders, and leads nowhere outside', async () => {
    const list = `<nav epub:type="x toc"><ol><li><span>Part</span><ol><li id="s"><a href="../c1.xhtml#s 1">Sec <b>1</b></a></li>
      <li><a href="text/a%20b.xhtml">Space</a></li></ol></li><li><a href="https://e.test/x">Web</a></li>
      <li><a href="../../../../etc/passwd">Up</a></li><li><a href="#here">Here</a></li></ol></nav>`;
    const book = bookOf3({
      'OEBPS/book.opf': packageXml(
        '',
        `${ITEMS}<item id="nav" href="nav/nav.xhtml" properties="scripted nav" media-type="application/xhtml+xml"/>`,
        SPINE,
      ),
      'OEBPS/nav/nav.xhtml': page(list),
    });
    expect(await tableOfContents(book)).toEqual([
      { title: 'Part', href: '', order: 1, level: 0 },
      { id: 'c1', title: 'Sec 1', href: 'OEBPS/c1.xhtml#s 1', order: 2, level: 1 },
      { title: 'Space', href: 'OEBPS/nav/text/a b.xhtml', order: 3, level: 1 },
      { title: 'Web', href: '', order: 4, level: 0 },
      { title: 'Up', href: '', order: 5, level: 0 },
      { id: 'nav', title: 'Here', href: 'OEBPS/nav/nav.xhtml#here', order: 6, level: 0 },
    ]);
  });
});

describe('extractChapters', () => {
  it('gives id, title, place and text in reading order', async () => {
    const expected = [
      { id: 'c1', title: 'One', href: 'OEBPS/c1.xhtml', text: 'Chapter 1\nFirst & — café' },
      { id: 'c2', title: 'Two', href: 'OEBPS/text/c2.xhtml', text: 'Chapter 2\nSecond' },
    ];
    expect(await extractChapters(bookOf())).toEqual(expected);
    expect(await extractChapters(bookOf3())).toEqual(expected);
  });

  it('puts what stands beside the main line last, and keeps chapters without text', async () => {
    const spine = '<itemref idref="c1" linear="no"/><itemref idref="c2" linear="yes"/>';
    const book = bookOf({
      'OEBPS/book.opf': packageXml('', ITEMS, spine),
      'OEBPS/text/c2.xhtml': page('<p> </p><script>x</script>'),
    });
    expect((await extractChapters(book)).map(({ id, text }) => [id, text])).toEqual([
      ['c2', ''],
      ['c1', 'Chapter 1\nFirst & — café'],
    ]);
    expect(await extractText(book)).toBe('Chapter 1\nFirst & — café');
  });

  it('reads text as html.toText does, with every reference decoded', async () => {
    expect(
      await textOf('<p>a&nbsp;b &eacute;&#x1F389;&hellip;</p><p>c<br/>d</p><style>s</style><div>e<span>f</span></div>'),
    ).toBe('a\u00a0b é🎉…\nc\nd\nef');
    expect(await textOf('<table><tr><td>1</td><td>2</td></tr></table><pre>x\n  y</pre><![CDATA[z & w]]>')).toBe(
      '1 2\nx\ny\nz & w',
    );
  });

  it('reads pages as XHTML writes them: empty elements, upper case, other encodings', async () => {
    const book = bookOf({
      'OEBPS/c1.xhtml': '<html><head><title/><script src="x"/></head><BODY><a id="x"/><P>seen</P></BODY></html>',
      'OEBPS/text/c2.xhtml': Uint8Array.from(
        Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><html><body>caf\u00e9</body></html>', 'latin1'),
      ),
    });
    expect((await extractChapters(book)).map(({ text }) => text)).toEqual(['seen', 'café']);
    const utf16 = Uint8Array.from(Buffer.from(`\ufeff${page('ü')}`, 'utf16le'));
    expect(await extractText(bookOf({ 'OEBPS/c1.xhtml': utf16, 'OEBPS/text/c2.xhtml': page('') }))).toBe('ü');
  });

  it('goes on without a chapter whose file is missing, and says so', async () => {
    const call = hostCaller('epub', functions);
    const book = bookOf({
      'OEBPS/c1.xhtml': undefined,
      'OEBPS/book.opf': packageXml('', ITEMS, `<itemref idref="ghost"/>${SPINE}`),
    });
    expect(((await call('extractChapters', book)) as unknown[]).length).toBe(1);
    expect(call.warnings).toEqual([
      'epub.extractChapters: the chapter "ghost" was left out: its file is missing',
      'epub.extractChapters: the chapter "c1" was left out: its file is missing',
    ]);
  });

  it('takes pictures among the chapters for chapters without text', async () => {
    const items = `${ITEMS}<item id="pic" href="pic.png" media-type="image/png"/>`;
    const book = bookOf({
      'OEBPS/book.opf': packageXml('', items, `<itemref idref="pic"/>${SPINE}`),
      'OEBPS/pic.png': '<p>not read</p>',
    });
    expect((await extractChapters(book))[0]).toEqual({ id: 'pic', title: '', href: 'OEBPS/pic.png', text: '' });
  });
});

describe('extractText', () => {
  it('joins the chapters as asked', async () => {
    expect(await extractText(bookOf())).toBe('Chapter 1\nFirst & — café\n\nChapter 2\nSecond');
    expect(await extractText(bookOf(), { chapterSeparator: '\n* * *\n' })).toContain('café\n* * *\nChapter 2');
  });

  it('reads a package document at the root', async () => {
    const root = archiveOf({
      'META-INF/container.xml': CONTAINER.replace('OEBPS/book.opf', 'book.opf'),
      'book.opf': packageXml(METADATA, ITEMS, SPINE),
      'c1.xhtml': page('one'),
      'text/c2.xhtml': page('two'),
      'nav.xhtml': NAV,
    });
    expect(await extractText(root)).toBe('one\n\ntwo');
  });
});

describe('the host entry', () => {
  it('gives the same answers in a page', async () => {
    const there = await runInPage(
      fileURLToPath(new URL('host.ts', import.meta.url)),
      `const book = fromBase64(${JSON.stringify(Buffer.from(bookOf3()).toString('base64'))});
      return [await call('metadata', book), await call('tableOfContents', book), await call('extractChapters', book), await call('extractText', book)];`,
    );
    const book = bookOf3();
    expect(there).toEqual([
      await metadata(book),
      await tableOfContents(book),
      await extractChapters(book),
      await extractText(book),
    ]);
  });

  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['epub'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(EPUB_CALL_TIMEOUT_MS);
  });
});
