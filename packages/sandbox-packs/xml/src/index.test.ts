import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { PACK_XML_MAX_DEPTH } from '@nodetool-ai/sandbox-pack-kit';
import { describe, expect, it } from 'vitest';
import type * as Xml from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { XML_CALL_TIMEOUT_MS, XML_MAX_DEPTH } from './limits.js';

// The guest's types describe this entry.
const { parse } = index as unknown as typeof Xml;

describe('parse', () => {
  it('reads elements, text, attributes and CDATA', async () => {
    expect(
      await parse("<?xml version='1.0'?><r a='1'><i>007</i><i>x &amp; &lt;</i><e/><c><![CDATA[<z>]]></c>t</r>"),
    ).toEqual({
      '?xml': { '@_version': '1.0' },
      r: { i: ['007', 'x & <'], e: '', c: '<z>', '#text': 't', '@_a': '1' },
    });
  });

  it('decodes references to characters and the names of HTML, once', async () => {
    expect(await parse("<r a='&#65;'>&#65;&#x42;&euro;</r>")).toEqual({ r: { '#text': 'AB€', '@_a': 'A' } });
    expect(await parse('<r>&eacute;&Omega;&hearts;&nbsp;&hellip;&frac12;&#x1F600;</r>')).toEqual({
      r: 'éΩ♥\u00a0…½😀',
    });
    expect(await parse('<r a="&amp;lt;">&amp;amp;&amp;#65;<![CDATA[&amp;]]></r>')).toEqual({
      r: { '#text': '&amp;&#65;&amp;', '@_a': '&lt;' },
    });
  });

  it('keeps values as text, trimmed, but CDATA as it is', async () => {
    expect(await parse('<r><a> 007 </a><b>true</b><c>1e3</c><d><![CDATA[ x ]]></d></r>')).toEqual({
      r: { a: '007', b: 'true', c: '1e3', d: ' x ' },
    });
  });

  it('makes arrays of what is repeated, and of what is named', async () => {
    const one = '<rss><channel><item><title>1</title></item></channel></rss>';
    expect(await parse(one)).toEqual({ rss: { channel: { item: { title: '1' } } } });
    expect(await parse(one, { arrays: ['rss.channel.item'] })).toEqual({
      rss: { channel: { item: [{ title: '1' }] } },
    });
    expect(await parse('<r i="1"><i/></r>', { arrays: ['r.i'] })).toEqual({ r: { i: [''], '@_i': '1' } });
    expect(await parse('<r/>', { arrays: ['r'] })).toEqual({ r: [''] });
    expect(await parse('<r><i/><i>2</i></r>')).toEqual({ r: { i: ['', '2'] } });
    expect(await parse('<r><i><i>2</i></i></r>', { arrays: ['r.i'] })).toEqual({ r: { i: [{ i: '2' }] } });
  });

  it('loses the order of mixed content unless asked to keep it', async () => {
    const text = '<p>one <b>two</b> three</p>';
    expect(await parse(text)).toEqual({ p: { b: 'two', '#text': 'onethree' } });
    expect(await parse(text, { preserveOrder: true })).toEqual([
      { p: [{ '#text': 'one' }, { b: [{ '#text': 'two' }] }, { '#text': 'three' }] },
    ]);
    expect(await parse('<a b="1"/>', { preserveOrder: true })).toEqual([{ a: [], ':@': { '@_b': '1' } }]);
  });

  it('takes prefixes off, and leaves attributes out', async () => {
    const text = '<x:a xmlns:x="u" x:k="1"><x:b/><b/></x:a>';
    expect(await parse(text)).toEqual({ 'x:a': { 'x:b': '', b: '', '@_xmlns:x': 'u', '@_x:k': '1' } });
    expect(await parse(text, { removeNamespaces: true })).toEqual({ a: { b: ['', ''], '@_k': '1' } });
    expect(await parse(text, { attributes: false })).toEqual({ 'x:a': { 'x:b': '', b: '' } });
  });

  it('reads a byte order mark, a document type and comments as nothing', async () => {
    expect(await parse('\ufeff<!DOCTYPE r SYSTEM "r.dtd"><!-- c --><r>a<!-- b -->c</r>')).toEqual({ r: 'ac' });
  });

  it('expands what a document type declares, one level deep', async () => {
    const types = '<!DOCTYPE a [<!ENTITY x "hello"><!ENTITY x "again"><!ENTITY y "&x;&x;"><!ELEMENT a ANY>]>';
    expect(await parse(`${types}<a b="&x;">&x; &y; <c>&z;</c></a>`)).toEqual({
      a: { c: '&z;', '#text': 'hello &y;', '@_b': 'hello' },
    });
    expect(await parse('<!DOCTYPE a [<!ENTITY x "<b>">]><a>&x;</a>')).toEqual({ a: '<b>' });
  });

  it('reads instructions, also those with a lone quote', async () => {
    expect(await parse(`<r><?p it's?><a/><?q it's?><b/></r>`)).toEqual({ r: { a: '', b: '' } });
    expect(await parse('<?xml-stylesheet href="a.xsl"?><r/>')).toEqual({
      '?xml-stylesheet': { '@_href': 'a.xsl' },
      r: '',
    });
  });

  it('says line and column of what is wrong', async () => {
    await expect(parse('<a>\n  <b></a>')).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'xml.bad-format',
      message: 'xml.parse: text is not well-formed XML: line 2, column 6: </a> closes <b>. Mend the XML.',
    });
    for (const text of [
      '',
      '  ',
      'text',
      '<a/><b/>',
      '<a/>text',
      '<!-- c -->',
      '<a b/>',
      '<a>&unknown;</a>',
      '<a>&</a>',
    ]) {
      await expect(parse(text)).rejects.toMatchObject({
        code: 'xml.bad-format',
        message: expect.stringMatching(/line 1, column \d+:/),
      });
    }
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['xml'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(XML_CALL_TIMEOUT_MS);
    expect(XML_MAX_DEPTH).toBe(PACK_XML_MAX_DEPTH);
  });
});
