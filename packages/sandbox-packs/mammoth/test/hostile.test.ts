import {
  hostCaller,
  hostileArchives,
  mutations,
  NOT_BYTES,
  oleFile,
  rawArchive,
} from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import * as limits from '../src/limits.js';

const call = hostCaller('mammoth', functions);
const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const documentXml = (body: string) => `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const archiveOf = (xml: string, others: Record<string, string | Uint8Array> = {}) =>
  rawArchive([
    { name: 'word/document.xml', data: xml },
    ...Object.entries(others).map(([name, data]) => ({ name, data })),
  ]);
const documentOf = (body: string, others?: Record<string, string | Uint8Array>) => archiveOf(documentXml(body), others);
const relationships = (...targets: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('extractRawText', documentOf(paragraph('alive')))).toBe('alive');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('mammoth under attack', () => {
  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    for (const name of ['extractRawText', 'convertToHtml']) {
      await expect(call(name, value)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'mammoth.bad-argument',
        message: expect.stringContaining(`mammoth.${name}: bytes must be a Uint8Array`),
      });
    }
  });

  it('refuses options it does not know', async () => {
    const good = documentOf(paragraph('a'));
    for (const options of [{ image: 'drop' }, { images: 'keep' }, { styleMap: 'p => script' }, 7, [], { path: 'x' }])
      await expect(call('convertToHtml', good, options)).rejects.toMatchObject({ code: 'mammoth.bad-argument' });
    await expect(call('extractRawText', good, { images: 'drop' })).rejects.toMatchObject({
      message: expect.stringContaining('It takes no options'),
    });
  });

  it('refuses bytes over the cap before it works', async () => {
    await expect(call('extractRawText', new Uint8Array(limits.MAMMOTH_MAX_BYTES + 1))).rejects.toMatchObject({
      code: 'mammoth.too-large',
      message: expect.stringContaining('10485760 byte limit'),
    });
  });

  it('names what a file is that is no document', async () => {
    const cases: [Uint8Array, string][] = [
      [oleFile('WordDocument'), 'mammoth.unsupported'],
      [oleFile('EncryptedPackage'), 'mammoth.encrypted'],
      [new Uint8Array(), 'mammoth.bad-format'],
      [new TextEncoder().encode('%PDF-1.7'), 'mammoth.bad-format'],
      [rawArchive([{ name: 'a.txt', data: 'a' }]), 'mammoth.bad-format'],
      [archiveOf('<w:document/>'), 'mammoth.bad-format'],
      [archiveOf('no xml'), 'mammoth.bad-format'],
    ];
    for (const [bytes, code] of cases) {
      await expect(call('extractRawText', bytes)).rejects.toMatchObject({ code });
      await expect(call('convertToHtml', bytes)).rejects.toMatchObject({ code });
    }
  });

  it.each(hostileArchives([{ name: 'word/document.xml', data: documentXml(paragraph('a')) }]))(
    'refuses $attack',
    async ({ bytes, reason }) => {
      await expect(call('extractRawText', bytes)).rejects.toMatchObject({ code: `mammoth.${reason}` });
    },
  );

  it('takes odd names and nested archives for data', async () => {
    const nested = rawArchive([{ name: 'a', data: 'b' }]);
    const others = { '../x.xml': '<a/>', '/x': 'x', ['__proto__']: 'x', constructor: 'x', 'inner.zip': nested };
    expect(await call('extractRawText', documentOf(paragraph('a'), others))).toBe('a');
    await expectAliveAndClean();
  });

  it.each([
    ['an external entity', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>${documentXml(paragraph('&x;'))}`],
    [
      'an entity bomb',
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${documentXml(paragraph('&b;'))}`,
    ],
    ['two roots', `${documentXml('')}<b/>`],
    ['an unknown reference', documentXml(paragraph('&nbsp;'))],
    ['depth 100 000', documentXml('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000))],
  ])('refuses %s in any part', async (_name, xml) => {
    const refused = { code: expect.stringMatching(/^mammoth\.(bad-format|unsupported|too-deep)$/) };
    await expect(call('convertToHtml', archiveOf(xml))).rejects.toMatchObject(refused);
    const styles = documentOf(paragraph('a'), { 'word/styles.xml': xml });
    await expect(call('convertToHtml', styles)).rejects.toMatchObject(refused);
  });

  it('reads 100 000 references and an attribute of 1 MiB', async () => {
    const references = documentOf(paragraph('&#65;&amp;'.repeat(50_000)));
    expect(await call('extractRawText', references)).toBe('A&'.repeat(50_000));
    const attribute = documentOf(`<w:p w:x="${'y'.repeat(1_048_576)}"><w:r><w:t>a</w:t></w:r></w:p>`);
    expect(await call('extractRawText', attribute)).toBe('a');
    const named = documentOf(`<w:p __proto__="a" constructor="b"><w:__proto__/><w:r><w:t>a</w:t></w:r></w:p>`);
    expect(await call('extractRawText', named)).toBe('a');
    // Without a prefix the library takes the name for one of its own functions.
    const bare = call('extractRawText', documentOf('<__proto__/><constructor/>'));
    await expect(bare).rejects.toMatchObject({ code: 'mammoth.bad-format' });
    await expectAliveAndClean();
  });

  it('counts elements and attributes', async () => {
    const elements = documentOf('<w:p/>'.repeat(limits.MAMMOTH_MAX_ELEMENTS));
    await expect(call('extractRawText', elements)).rejects.toMatchObject({
      code: 'mammoth.too-many',
      limit: 'MAMMOTH_MAX_ELEMENTS',
    });
    const attributes = Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ');
    await expect(call('extractRawText', documentOf(`<w:p ${attributes}/>`))).rejects.toMatchObject({
      code: 'mammoth.too-many',
      limit: 'MAMMOTH_MAX_ATTRIBUTES',
    });
  });

  it('refuses a result that is too long', async () => {
    const long = paragraph('x'.repeat(limits.MAMMOTH_MAX_RESULT_CHARS));
    await expect(call('convertToHtml', documentOf(long))).rejects.toMatchObject({
      code: 'mammoth.too-large',
      limit: 'MAMMOTH_MAX_RESULT_CHARS',
    });
  });

  const image = (id: string) =>
    `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${id}" r:link="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

  it('drops images over 10 MiB in all, and says so', async () => {
    call.warnings.length = 0;
    const bytes = documentOf(image('i1') + image('i1') + image('i1'), {
      'word/media/a.png': new Uint8Array(4 * 1024 * 1024),
      'word/_rels/document.xml.rels': relationships(['i1', 'image', 'media/a.png']),
    });
    const html = (await call('convertToHtml', bytes)) as string;
    expect(html.match(/<img/g)).toHaveLength(2);
    expect(call.warnings).toEqual(['mammoth.convertToHtml: images over 10485760 bytes in all were left out']);
  });

  it('takes no type of an image that is none', async () => {
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="text/html,&lt;script&gt;"/></Types>';
    const bytes = documentOf(image('i1'), {
      '[Content_Types].xml': types,
      'word/media/a.png': 'x',
      'word/_rels/document.xml.rels': relationships(['i1', 'image', 'media/a.png']),
    });
    expect(await call('convertToHtml', bytes)).not.toContain('script');
  });

  it('opens nothing that lies outside, and lets no document choose elements', async () => {
    call.warnings.length = 0;
    const targets = ['file:///etc/host.png', '/etc/host.png', '../../../etc/host.png', 'http://127.0.0.1:9/x.png'];
    for (const target of targets) {
      const bytes = documentOf(image('i1').replace('r:embed="i1" ', ''), {
        'word/_rels/document.xml.rels': relationships(['i1', 'image', target, 'External']),
        'mammoth/style-map': 'p => script',
      });
      expect(await call('convertToHtml', bytes)).toBe('');
    }
    expect(call.warnings).toHaveLength(4);
    expect(call.warnings.join()).toContain('external file access is disabled');
    expect(call.warnings.join()).not.toContain('etc');
    const styled = documentOf(paragraph('a'), { 'mammoth/style-map': 'p => script' });
    expect(await call('convertToHtml', styled)).toBe('<p>a</p>');
  });

  it('answers or refuses every mutation of a good document', async () => {
    const good = documentOf(paragraph('one') + image('i1'), {
      'word/media/a.png': 'png',
      'word/styles.xml': `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/_rels/document.xml.rels': relationships(['i1', 'image', 'media/a.png']),
    });
    for (const bytes of mutations(good)) {
      const outcome = await call('convertToHtml', bytes).catch((error: unknown) => error);
      if (typeof outcome !== 'string')
        expect(outcome).toMatchObject({
          code: expect.stringMatching(/^mammoth\.(bad-format|unsupported|encrypted|inflated-too-large|too-many)$/),
        });
    }
    // Stored without compression, so that damage reaches the XML.
    const stored = rawArchive([{ name: 'word/document.xml', data: documentXml(paragraph('one')), method: 0 }]);
    for (const bytes of mutations(stored, 300)) await call('convertToHtml', bytes).catch(() => {});
    await expectAliveAndClean();
  });

  it('takes the exact window of bytes, shared ones too, and no detached ones', async () => {
    const good = documentOf(paragraph('window'));
    const whole = new Uint8Array(good.length + 40);
    whole.set(good, 20);
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    for (const bytes of [whole.subarray(20, 20 + good.length), shared, new DataView(whole.buffer, 20, good.length)])
      expect(await call('extractRawText', bytes)).toBe('window');
    structuredClone(good.buffer, { transfer: [good.buffer] });
    await expect(call('extractRawText', good)).rejects.toMatchObject({ code: 'mammoth.bad-argument' });
  });

  it('answers 20 calls at once, none with the content of another', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `number ${at}`);
    expect(await Promise.all(texts.map((text) => call('extractRawText', documentOf(paragraph(text)))))).toEqual(texts);
    await expectAliveAndClean();
  });
});
