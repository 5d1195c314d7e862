import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller, pngHeader, runInPage } from '@nodetool-ai/sandbox-pack-kit/testing';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import type * as Pptxgen from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { PPTXGEN_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { build } = index as unknown as typeof Pptxgen;
type Item = Pptxgen.PptxgenItem;

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 96, 0, 192, 1, 1, 17, 0, 0xff, 0xd9]);

async function partsOf(deck: Parameters<typeof build>[0]) {
  const parts = unzipSync(await build(deck));
  return {
    parts,
    names: Object.keys(parts),
    text: (name: string) => strFromU8(parts[name] ?? new Uint8Array()),
  };
}
const slideOf = async (...items: Item[]) => (await partsOf({ slides: [{ items }] })).text('ppt/slides/slide1.xml');

/** What Python's own ZIP and XML readers say about a deck. */
function askPython(bytes: Uint8Array): unknown {
  const script = `
import io, json, sys, zipfile
from xml.etree import ElementTree
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
a = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
p = '{http://schemas.openxmlformats.org/presentationml/2006/main}'
roots = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(('.xml', '.rels'))}
slides = [roots[name] for name in sorted(roots) if name.startswith('ppt/slides/slide')]
ids = [[shape.get('id') for shape in slide.iter(p + 'cNvPr')] for slide in slides]
json.dump({
    'broken': archive.testzip(),
    'times': sorted({entry.date_time for entry in archive.infolist()}),
    'folders': [name for name in archive.namelist() if name.endswith('/')],
    'order': [child.tag[len(p):] for child in roots['ppt/presentation.xml']][:4],
    'ids differ': [len(set(row)) == len(row) for row in ids],
    'texts': [[''.join(t.text or '' for t in para.iter(a + 't')) for para in slide.iter(a + 'p')] for slide in slides],
    'notes': [[''.join(t.text or '' for t in para.iter(a + 't')) for para in roots[name].iter(a + 'p')] for name in sorted(roots) if name.startswith('ppt/notesSlides/notes')],
}, sys.stdout)`;
  return JSON.parse(execFileSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' }));
}

describe('build', () => {
  it('writes two slides of a wide deck', async () => {
    const { names, text } = await partsOf({
      slides: [{ items: [{ type: 'text', text: 'Hello PPTX' }] }, { items: [{ type: 'text', text: 'Two & <b>' }] }],
    });
    expect(names).toContain('ppt/slides/slide1.xml');
    expect(text('ppt/slides/slide1.xml')).toContain('<a:t>Hello PPTX</a:t>');
    expect(text('ppt/slides/slide2.xml')).toContain('<a:t>Two &amp; &lt;b&gt;</a:t>');
    expect(text('ppt/presentation.xml')).toContain('<p:sldSz cx="12192000" cy="6858000"/>');
  });

  it('writes what Python reads, with fixed times and one number per shape', async () => {
    const rows = [
      ['Month', 'EUR'],
      ['Jul', 120, null],
      ['a\nb', true, 10n, new Date(0)],
    ];
    const items: Item[] = [
      { type: 'text', text: 'é "🎉"\r\n\nlast\n' },
      { type: 'table', rows },
      { type: 'shape' },
      { type: 'table', rows: [['hyperlink']] },
    ];
    const bytes = await build({ slides: [{ notes: 'say <this>\nthen that', items }, { items: [] }] });
    expect(askPython(bytes)).toEqual({
      broken: null,
      times: [[1980, 1, 1, 0, 0, 0]],
      folders: [],
      order: ['sldMasterIdLst', 'notesMasterIdLst', 'sldIdLst', 'sldSz'],
      'ids differ': [true, true],
      texts: [
        [
          ...['é "🎉"', '', 'last', ''],
          ...['Month', 'EUR', '', ''],
          ...['Jul', '120', '', ''],
          ...['a', 'b', 'true', '10', '1970-01-01T00:00:00.000Z'],
          'hyperlink',
        ],
        [],
      ],
      notes: [
        ['say <this>', 'then that', '1'],
        ['', '2'],
      ],
    });
  });

  it('gives equal bytes for equal input, whatever the clock and the zone', async () => {
    const deck = { slides: [{ items: [{ type: 'image', data: pngHeader(9, 9) } as const] }] };
    const first = await build(deck);
    vi.useFakeTimers({ now: Date.UTC(2031, 4, 5), toFake: ['Date'] });
    const zone = process.env['TZ'];
    try {
      process.env['TZ'] = 'Asia/Tokyo';
      expect(Buffer.compare(await build(deck), first)).toBe(0);
    } finally {
      vi.useRealTimers();
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('writes properties and dates, and invents none', async () => {
    const given = { title: 'A & B', author: 'Ada', subject: 's', created: new Date(Date.UTC(2024, 4, 15)) };
    const core = (await partsOf({ ...given, slides: [] })).text('docProps/core.xml');
    for (const part of ['<dc:title>A &amp; B<', '<dc:creator>Ada<', '<dc:subject>s<']) expect(core).toContain(part);
    expect(core.match(/2024-05-15T00:00:00Z/g)).toHaveLength(2);
    const plain = await partsOf({ slides: [] });
    expect(plain.text('docProps/core.xml').match(/1980-01-01T00:00:00Z/g)).toHaveLength(2);
    expect(plain.text('docProps/core.xml') + plain.text('docProps/app.xml')).not.toContain('PptxGenJS');
  });

  it('has three layouts', async () => {
    const sizeOf = async (layout: '16x9' | '4x3') =>
      /<p:sldSz[^>]*>/.exec((await partsOf({ layout, slides: [] })).text('ppt/presentation.xml'))?.[0];
    expect(await sizeOf('16x9')).toBe('<p:sldSz cx="9144000" cy="5143500"/>');
    expect(await sizeOf('4x3')).toBe('<p:sldSz cx="9144000" cy="6858000"/>');
  });

  it('places and paints text', async () => {
    const xml = await slideOf({
      type: 'text',
      text: 'T',
      x: 0,
      y: 1,
      width: 2,
      height: 3,
      fontSize: 36.5,
      color: '#f0a',
      bold: true,
      italic: true,
      align: 'justify',
    });
    expect(xml).toContain('<a:off x="0" y="914400"/><a:ext cx="1828800" cy="2743200"/>');
    expect(xml).toMatch(/<a:pPr algn="just".*sz="3650" b="1" i="1".*<a:srgbClr val="FF00AA"\/>/s);
    expect(await slideOf({ type: 'text', text: 'd' })).toContain(
      '<a:off x="457200" y="457200"/><a:ext cx="7315200" cy="914400"/>',
    );
  });

  it('paints slides, shapes and lines', async () => {
    const { text } = await partsOf({
      slides: [
        {
          background: '#0f172a',
          items: [
            { type: 'shape', fill: 'ABC' },
            { type: 'shape', shape: 'foldedCorner' },
            { type: 'shape', shape: 'line', h: 0, fill: 'ff0000' },
          ],
        },
      ],
    });
    const xml = text('ppt/slides/slide1.xml');
    expect(xml).toMatch(/<p:bg>.*<a:srgbClr val="0F172A"\/>/);
    expect(xml).toMatch(/prst="rect".*<a:solidFill><a:srgbClr val="AABBCC"\/>/);
    expect(xml).toMatch(/prst="foldedCorner".*<a:srgbClr val="2563EB"\/>/);
    expect(xml).toMatch(/prst="line".*<a:ln w="12700"[^>]*><a:solidFill><a:srgbClr val="FF0000"\/>/);
  });

  it('stores images byte for byte with their own extension, sized as asked', async () => {
    const items: Item[] = [
      { type: 'image', data: pngHeader(192, 96), alt: 'a "chart"\n& more' },
      { type: 'image', data: JPEG, w: 3 },
      { type: 'image', data: JPEG, height: 3 },
      { type: 'image', data: pngHeader(12_800, 640) },
    ];
    const { parts, names, text } = await partsOf({ slides: [{ items }] });
    const media = names.filter((name) => name.startsWith('ppt/media/'));
    expect(media.map((name) => name.split('.').at(-1))).toEqual(['png', 'jpeg', 'jpeg', 'png']);
    expect([...(parts[media[1] ?? ''] ?? [])]).toEqual([...JPEG]);
    expect(text('[Content_Types].xml')).toContain('<Default Extension="jpeg" ContentType="image/jpeg"/>');
    const xml = text('ppt/slides/slide1.xml');
    expect(xml).toContain('descr="a &quot;chart&quot; &amp; more"');
    const pictures = xml.split('<p:pic>').slice(1);
    const sizes = pictures.map((part) => /<a:ext cx="(\d+)" cy="(\d+)"/.exec(part)?.slice(1).map(Number));
    expect(sizes).toEqual([
      [1_828_800, 914_400],
      [2_743_200, 1_371_600],
      [5_486_400, 2_743_200],
      [12_192_000, 609_600],
    ]);
  });

  it('warns of items that nobody will see', async () => {
    const call = hostCaller('pptxgen', functions);
    const text = { type: 'text', text: 't' };
    const far = [{ x: 13.4 }, { y: 8 }, { x: -9 }, { y: -2 }].map((place) => ({ ...text, ...place }));
    const near = [{ x: 13 }, { y: 7 }, { x: -7 }].map((place) => ({ ...text, ...place }));
    await call('build', { slides: [{ items: [...near, ...far, { type: 'table', rows: [[1]], y: 7.5 }] }] });
    expect(call.warnings).toEqual(
      [3, 4, 5, 6, 7].map((at) => `pptxgen.build: slides[0].items[${at}] lies outside the slide`),
    );
  });
});

describe('the host entry', () => {
  it('writes the same bytes in a page', async () => {
    const deck = { title: 'P', slides: [{ notes: 'n', items: [{ type: 'text', text: 'é\nb' } as const] }] };
    const data = `fromBase64(${JSON.stringify(Buffer.from(pngHeader(2, 1)).toString('base64'))})`;
    const there = await runInPage(
      fileURLToPath(new URL('host.ts', import.meta.url)),
      `const deck = ${JSON.stringify(deck)};
      deck.slides[0].items.push({ type: 'image', data: ${data} });
      return toBase64(await call('build', deck));`,
    );
    const items: Item[] = [...(deck.slides[0]?.items ?? []), { type: 'image', data: pngHeader(2, 1) }];
    const here = await build({ title: 'P', slides: [{ notes: 'n', items }] });
    expect(there).toBe(Buffer.from(here).toString('base64'));
  });

  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['pptxgen'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(PPTXGEN_CALL_TIMEOUT_MS);
  });
});
