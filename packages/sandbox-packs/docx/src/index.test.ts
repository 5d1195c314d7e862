import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { runInPage } from '@nodetool-ai/sandbox-pack-kit/testing';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { describe, expect, it, vi } from 'vitest';
import type * as Docx from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { DOCX_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { build } = index as unknown as typeof Docx;

const png = (width: number, height: number): Uint8Array => {
  const bytes = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (letter) => letter.charCodeAt(0),
  );
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
};
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 96, 0, 192, 1, 1, 17, 0, 0xff, 0xd9]);

async function partsOf(elements: Docx.DocxElement[], properties?: Docx.DocxProperties) {
  const bytes = await build({ elements, ...(properties && { properties }) });
  const parts = unzipSync(bytes);
  return { bytes, names: Object.keys(parts), text: (name: string) => strFromU8(parts[name] ?? new Uint8Array()) };
}

const bodyOf = async (elements: Docx.DocxElement[]): Promise<string> =>
  (await partsOf(elements)).text('word/document.xml').replace(/^.*<w:body>|<w:sectPr>.*$/gs, '');

const htmlOf = async (bytes: Uint8Array) => (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value;

/** What Python's own ZIP and XML readers say about a document. */
function askPython(bytes: Uint8Array): unknown {
  const script = `
import io, json, sys, zipfile
from xml.etree import ElementTree
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
w = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
for name in archive.namelist():
    if name.endswith(('.xml', '.rels')): ElementTree.fromstring(archive.read(name))
body = ElementTree.fromstring(archive.read('word/document.xml'))
json.dump({
    'broken': archive.testzip(),
    'times': sorted({entry.date_time for entry in archive.infolist()}),
    'texts': [''.join('\\n' if part.tag == w + 'br' else part.text or '' for part in p.iter() if part.tag in (w + 't', w + 'br')) for p in body.iter(w + 'p')],
    'tables': [[[''.join(t.text or '' for t in cell.iter(w + 't')) for cell in row.iter(w + 'tc')] for row in table.iter(w + 'tr')] for table in body.iter(w + 'tbl')],
}, sys.stdout)`;
  return JSON.parse(execFileSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' }));
}

const SAMPLE: Docx.DocxElement[] = [
  { type: 'heading', text: 'Head' },
  { type: 'paragraph', text: 'Bold & <x>', bold: true },
  { type: 'table', rows: [['A', 'B']] },
];

describe('build', () => {
  it('writes what mammoth reads', async () => {
    const { bytes, text } = await partsOf(SAMPLE);
    expect(text('word/document.xml')).toContain('Bold &amp; &lt;x&gt;');
    expect(text('word/document.xml')).toContain('<w:b/>');
    expect(await htmlOf(bytes)).toBe(
      '<h1>Head</h1><p><strong>Bold &amp; &lt;x&gt;</strong></p><table><tr><td><p>A</p></td><td><p>B</p></td></tr></table>',
    );
  });

  it('writes what Python reads, with fixed times', async () => {
    const rows = [
      ['Month', 'EUR'],
      ['Jul', 120, null],
      ['a\nb', true, 10n, new Date(0)],
    ];
    const bytes = await build({
      elements: [
        { type: 'heading', text: 'Q3 <é> "🎉"' },
        { type: 'paragraph', text: 'one\r\ntwo\rthree\n' },
        { type: 'table', rows },
        { type: 'table', rows: [['x']] },
      ],
    });
    expect(askPython(bytes)).toEqual({
      broken: null,
      times: [[1980, 1, 1, 0, 0, 0]],
      texts: expect.arrayContaining(['Q3 <é> "🎉"', 'one\ntwo\nthree\n', 'a\nb']),
      tables: [
        [
          ['Month', 'EUR', '', ''],
          ['Jul', '120', '', ''],
          ['ab', 'true', '10', '1970-01-01T00:00:00.000Z'],
        ],
        [['x']],
      ],
    });
  });

  it('keeps neighbouring tables apart, and ends with a paragraph', async () => {
    const table: Docx.DocxElement = { type: 'table', rows: [['x']] };
    expect(await bodyOf([table, table])).toMatch(/^<w:tbl>.*<\/w:tbl><w:p\/><w:tbl>.*<\/w:tbl><w:p\/>$/);
  });

  it('gives equal bytes for equal input, whatever the clock and the zone', async () => {
    const elements: Docx.DocxElement[] = [
      ...SAMPLE,
      { type: 'list', ordered: true, items: ['a'] },
      { type: 'image', data: png(10, 10) },
    ];
    const first = await build({ elements });
    vi.useFakeTimers({ now: Date.UTC(2031, 4, 5), toFake: ['Date'] });
    const zone = process.env['TZ'];
    try {
      process.env['TZ'] = 'Asia/Tokyo';
      expect(Buffer.compare(await build({ elements }), first)).toBe(0);
    } finally {
      vi.useRealTimers();
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('writes properties and dates', async () => {
    const given = { title: 'A & B', author: 'Ada', subject: 's', keywords: ['x', 'y'], created: '2024-05-15T12:00' };
    const core = (await partsOf([], given)).text('docProps/core.xml');
    for (const part of [
      '<dc:title>A &amp; B</dc:title>',
      '<dc:creator>Ada</dc:creator>',
      '<cp:keywords>x, y</cp:keywords>',
    ])
      expect(core).toContain(part);
    expect(core.match(/2024-05-15T12:00:00Z/g)).toHaveLength(2);
    const plain = (await partsOf([])).text('docProps/core.xml');
    expect(plain.match(/1980-01-01T00:00:00Z/g)).toHaveLength(2);
    expect(plain).not.toContain('Un-named');
    const offset = (await partsOf([], { created: '2024-05-15T12:00:00+02:00' })).text('docProps/core.xml');
    expect(offset).toContain('2024-05-15T10:00:00Z');
  });

  it('clamps levels and applies styles', async () => {
    const body = await bodyOf([
      { type: 'heading', text: 'a', level: 0 },
      { type: 'heading', text: 'b', level: 99 },
      { type: 'paragraph', text: 'c', alignment: 'JUSTIFY', italic: true, fontSize: 10.5 },
    ]);
    expect(body).toContain('<w:pStyle w:val="Heading1"/>');
    expect(body).toContain('<w:pStyle w:val="Heading6"/>');
    expect(body).toContain('<w:jc w:val="both"/>');
    expect(body).toMatch(/<w:i\/>.*<w:sz w:val="21"\/>/);
  });

  it('numbers every ordered list from one', async () => {
    const elements: Docx.DocxElement[] = [
      { type: 'list', items: ['dot'] },
      { type: 'list', ordered: true, items: ['a', 'b'] },
      { type: 'paragraph', text: 'p' },
      { type: 'list', ordered: true, items: ['c'] },
    ];
    const { bytes, text } = await partsOf(elements);
    expect(await htmlOf(bytes)).toBe('<ul><li>dot</li></ul><ol><li>a</li><li>b</li></ol><p>p</p><ol><li>c</li></ol>');
    const ids = [...text('word/document.xml').matchAll(/<w:numId w:val="(\d+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(3);
    expect(text('word/numbering.xml').match(/<w:startOverride w:val="1"\/>/g)?.length).toBe(3);
  });

  it('makes a header row bold and repeats it', async () => {
    const body = await bodyOf([{ type: 'table', header: true, rows: [['H'], ['v']] }]);
    expect(body).toMatch(/<w:tblHeader\/>.*<w:b\/>.*>H</);
    expect(body.match(/<w:b\/>/g)).toHaveLength(1);
  });

  it('stores images with their own extension and type, in the size asked for', async () => {
    const { bytes, names, text } = await partsOf([
      { type: 'image', data: png(192, 96), alt: 'a "chart"\n& more' },
      { type: 'image', data: JPEG, width: 3 },
      { type: 'image', data: JPEG, height: 3 },
      { type: 'image', data: png(1920, 960) },
      { type: 'image', data: png(7, 7), width: 1, height: 2 },
    ]);
    expect(names.filter((name) => name.startsWith('word/media/')).map((name) => name.split('.').at(-1))).toEqual(
      expect.arrayContaining(['png', 'jpg']),
    );
    expect(text('[Content_Types].xml')).toContain('<Default ContentType="image/png" Extension="png"/>');
    expect(text('[Content_Types].xml')).toContain('<Default ContentType="image/jpeg" Extension="jpg"/>');
    const extents = [...text('word/document.xml').matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)];
    expect(extents.map((match) => [Number(match[1]) / 914_400, Number(match[2]) / 914_400])).toEqual([
      [2, 1],
      [3, 1.5],
      [6, 3],
      [6.5, 3.25],
      [1, 2],
    ]);
    expect(await htmlOf(bytes)).toMatch(/<img alt="a &quot;chart&quot; &amp; more" src="data:image\/png;base64,/);
  });

  it('breaks pages and keeps tabs', async () => {
    const body = await bodyOf([
      { type: 'pageBreak' },
      { type: 'paragraph', text: 'a\tb' },
      { type: 'paragraph', text: '' },
    ]);
    expect(body).toContain('<w:br w:type="page"/>');
    expect(body).toContain('a</w:t><w:tab/><w:t xml:space="preserve">b');
  });

  it('writes an empty document', async () => {
    expect(await htmlOf(await build({ elements: [] }))).toBe('');
  });
});

describe('the host entry', () => {
  it('writes the same bytes in a page', async () => {
    const elements: Docx.DocxElement[] = [...SAMPLE, { type: 'list', ordered: true, items: ['a'] }];
    const image = `{ type: 'image', data: fromBase64(${JSON.stringify(Buffer.from(png(2, 1)).toString('base64'))}) }`;
    const there = await runInPage(
      fileURLToPath(new URL('host.ts', import.meta.url)),
      `return toBase64(await call('build', { elements: [...${JSON.stringify(elements)}, ${image}] }));`,
    );
    const here = await build({ elements: [...elements, { type: 'image', data: png(2, 1) }] });
    expect(there).toBe(Buffer.from(here).toString('base64'));
  });

  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['docx'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(DOCX_CALL_TIMEOUT_MS);
  });
});
