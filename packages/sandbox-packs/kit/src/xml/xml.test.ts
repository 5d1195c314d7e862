import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutations } from '../testing/index.js';
import { attributeOf, childOf, childrenOf, descendantsOf, readXml, textOf, type XmlElement } from './index.js';

const read = (input: string | Uint8Array, options?: Parameters<typeof readXml>[3]): XmlElement =>
  readXml('pptx.extractText', 'a.xml', input, options);
const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('readXml', () => {
  it('gives elements and text in order', () => {
    const root = read(
      '<?xml version="1.0"?><!-- c --><a:p xmlns:a="urn:x" k="1">one <b>two</b> three<?p x?><![CDATA[<&]]></a:p>',
    );
    expect(root).toMatchObject({ name: 'a:p', local: 'p' });
    expect([...root.attributes]).toEqual([
      ['xmlns:a', 'urn:x'],
      ['k', '1'],
    ]);
    expect(root.children).toEqual(['one ', expect.objectContaining({ name: 'b', children: ['two'] }), ' three<&']);
  });

  it('decodes references to characters and to the five names', () => {
    const root = read('<a b="&#65;&lt;&#x1F600;&quot;&apos;&#10;&#9;">&#x41;&amp;amp;&gt;&#x10FFFF;</a>');
    expect(root.attributes.get('b')).toBe('A<😀"\'\n\t');
    expect(root.children).toEqual(['A&amp;>\u{10ffff}']);
  });

  it('knows other names only when asked', () => {
    expect(errorOf(() => read('<a>&nbsp;</a>'))).toMatchObject({
      code: 'pptx.bad-format',
      message:
        'pptx.extractText: a.xml is not well-formed XML: line 1, column 4: the entity &nbsp; is not declared. Mend the XML.',
    });
    expect(textOf(read('<a>&nbsp;</a>', { entities: new Map([['nbsp', '\u00a0']]) }))).toBe('\u00a0');
    expect(errorOf(() => read('<a>&constructor;&toString;</a>'))).toMatchObject({ code: 'pptx.bad-format' });
  });

  it('treats line breaks and space in attributes as XML says', () => {
    const root = read('<a b=" 1\r\n2\t3 ">x\r\ny\rz</a>');
    expect(root.attributes.get('b')).toBe(' 1 2 3 ');
    expect(root.children).toEqual(['x\ny\nz']);
  });

  it('reads UTF-8 and UTF-16', () => {
    const text = '<?xml version="1.0" encoding="UTF-16"?><a>ü日😀</a>';
    const little = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const big = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
    const plain = Uint8Array.from(Buffer.from('\ufeff<?xml version="1.0" encoding="utf-8"?><a>ü日😀</a>'));
    for (const bytes of [little, big, little.slice(2), big.slice(2), plain, plain.slice(3)]) {
      expect(textOf(read(bytes))).toBe('ü日😀');
    }
    expect(textOf(read(`\ufeff${text}`))).toBe('ü日😀');
    expect(errorOf(() => read(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e)))).toMatchObject({
      message: expect.stringContaining('a.xml is not valid utf-8'),
    });
    const latin = new TextEncoder().encode('<?xml version="1.0" encoding="ISO-8859-1"?><a/>');
    expect(errorOf(() => read(latin))).toMatchObject({ code: 'pptx.unsupported' });
  });

  it('keeps names of prototypes as data', () => {
    const root = read('<__proto__ __proto__="1" constructor="2"><toString/></__proto__>');
    expect(root.name).toBe('__proto__');
    expect(root.attributes.get('__proto__')).toBe('1');
    expect(childrenOf(root, 'toString')).toHaveLength(1);
    expect(attributeOf(root, 'hasOwnProperty')).toBeUndefined();
  });

  it('refuses document types unless asked', () => {
    const ncx =
      '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx/>';
    const bomb = '<!DOCTYPE a [<!ENTITY x "]>"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    for (const text of [ncx, bomb, '<!DOCTYPE a><a/>', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>']) {
      expect(errorOf(() => read(text))).toMatchObject({
        code: 'pptx.unsupported',
        message: expect.stringContaining('DTD'),
      });
    }
    expect(read(ncx, { doctype: 'skip' }).name).toBe('ncx');
    expect(errorOf(() => read(bomb, { doctype: 'skip' }))).toMatchObject({ code: 'pptx.unsupported' });
    expect(textOf(read(bomb, { doctype: 'internal' }))).toBe('&y;');
    expect(errorOf(() => read('<!DOCTYPE a SYSTEM "x"><a>&y;</a>', { doctype: 'skip' }))).toMatchObject({
      code: 'pptx.bad-format',
    });
  });

  it('allows 256 levels', () => {
    expect(descendantsOf(read('<a>'.repeat(256) + '</a>'.repeat(256)), 'a')).toHaveLength(255);
    for (const depth of [257, 100_000]) {
      expect(errorOf(() => read('<a>'.repeat(depth) + '</a>'.repeat(depth)))).toMatchObject({
        code: 'pptx.too-deep',
        limit: 'PACK_XML_MAX_DEPTH',
      });
    }
  });

  it('counts what it builds', () => {
    expect(childrenOf(read(`<r>${'<a/>'.repeat(999_999)}</r>`))).toHaveLength(999_999);
    expect(errorOf(() => read(`<r>${'<a/>'.repeat(1_000_000)}</r>`))).toMatchObject({
      code: 'pptx.too-many',
      limit: 'PACK_XML_MAX_NODES',
    });
  });

  it('is linear in what an attacker repeats', () => {
    const start = performance.now();
    const parts = ['&amp;', '&#65;', '<![CDATA[]]>', '<!---->', '<?p?>', '</a><a>', ']] ', 'a="', '&', '<'];
    for (const part of parts) errorOf(() => read(`<r><a>${part.repeat(200_000)}</a></r>`));
    errorOf(() => read(`<a b="${'x'.repeat(1_048_576)}"/>`));
    errorOf(() => read(`<a ${'b '.repeat(500_000)}/>`));
    errorOf(() => read(`<!DOCTYPE a [${'"x" '.repeat(500_000)}`));
    errorOf(() => read(`<${'a'.repeat(5_000_000)}`));
    errorOf(() => read(' '.repeat(5_000_000)));
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it.each([
    ['', 'no root element'],
    ['text', 'text stands outside the root element'],
    ['<a/><b/>', 'something follows the root element'],
    ['<a/>x', 'something follows the root element'],
    ['<a>', '<a> is never closed'],
    ['<a></b>', '</b> closes <a>'],
    ['<a><b></a></b>', '</a> closes <b>'],
    ['<a b/>', 'the attribute b has no value'],
    ['<a b=1/>', 'not in quotes'],
    ['<a b="1" b="2"/>', 'the attribute b stands twice'],
    ['<a b="1"c="2"/>', 'an attribute of <a> must begin'],
    ['<a b="<"/>', 'has <'],
    ['<a>]]></a>', ']]> stands in text'],
    ['<a>&</a>', '& does not begin a reference'],
    ['<a>&#0;</a>', 'no character of XML'],
    ['<a>&#xD800;</a>', 'no character of XML'],
    ['<a>&#99999999999999999999;</a>', 'no character of XML'],
    ['<a>\u0001</a>', 'U+0001 is not allowed'],
    ['<a>\ud800</a>', 'U+D800 is not allowed'],
    ['<a><!-- -- --></a>', '-- stands in a comment'],
    ['<a><?xml version="1.0"?></a>', 'no processing instruction'],
    [' <?xml version="1.0"?><a/>', 'no processing instruction'],
    ['<?xml version="2.0"?><a/>', 'the XML declaration is not valid'],
    ['< a/>', 'a name must follow <'],
    ['<1a/>', 'a name must follow <'],
    ['<a><![CDATA[</a>', 'a CDATA section is never closed'],
    ['<a><!ELEMENT b></a>', 'this is no tag'],
  ])('refuses %j', (text, reason) => {
    expect(errorOf(() => read(text))).toMatchObject({
      name: 'PackFormatError',
      code: 'pptx.bad-format',
      message: expect.stringContaining(reason),
    });
  });

  it('says line and column', () => {
    expect(errorOf(() => read('<a>\r\n  <b>\r\n   </c>\r\n</a>'))).toMatchObject({
      message: expect.stringContaining('line 3, column 4:'),
    });
  });

  it('answers or refuses each of 1000 damaged texts', () => {
    const bytes = new TextEncoder().encode(
      '<?xml version="1.0"?><a b="&#65;">x<c d=\'2\'/><![CDATA[y]]><!-- z --></a>',
    );
    for (const damaged of mutations(bytes)) {
      const outcome = errorOf(() => read(damaged));
      if (outcome instanceof Error) {
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^pptx\.(bad-format|unsupported)$/) });
      }
    }
  });
});

describe('the walkers', () => {
  const root = read('<a:r xmlns:a="u" a:id="1" id="2" r:x="3"><a:b>1<c>2</c></a:b><b>3</b><d><b/></d></a:r>');
  it('find by local name', () => {
    expect(childrenOf(root).map(({ name }) => name)).toEqual(['a:b', 'b', 'd']);
    expect(childrenOf(root, 'b').map(textOf)).toEqual(['12', '3']);
    expect(childOf(root, 'c')).toBeUndefined();
    expect(descendantsOf(root, 'b')).toHaveLength(3);
    expect([
      attributeOf(root, 'id'),
      attributeOf(root, 'x'),
      attributeOf(root, 'a:id'),
      attributeOf(root, 'y'),
    ]).toEqual(['2', '3', '1', undefined]);
  });
});

describe('README', () => {
  it('names the caps', () => {
    const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    for (const name of [
      'PACK_XML_MAX_DEPTH',
      'PACK_XML_MAX_NODES',
      'PACK_ARCHIVE_MAX_ENTRIES',
      'PACK_INFLATED_BYTES_MAX',
    ]) {
      expect(text).toContain(`| \`${name}\` |`);
    }
  });
});
