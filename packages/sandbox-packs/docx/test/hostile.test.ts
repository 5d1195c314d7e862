import { hostCaller, pngHeader } from '@nodetool-ai/sandbox-pack-kit/testing';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import * as limits from '../src/limits.js';

const call = hostCaller('docx', functions);
const build = (...elements: unknown[]) => call('build', { elements });
const textOf = (bytes: unknown) => strFromU8(unzipSync(bytes as Uint8Array)['word/document.xml'] ?? new Uint8Array());

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(textOf(await build({ type: 'paragraph', text: 'alive' }))).toContain('alive');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('docx under attack', () => {
  it.each([
    [undefined, 'elements must be an array, not undefined'],
    [null, 'elements must be an array, not undefined'],
    [7, 'document must be a plain object, not a number'],
    [[], 'document must be a plain object, not an array'],
    [Promise.resolve({}), 'document must be a plain object, not a Promise'],
    [{ elements: 'x' }, 'elements must be an array, not a string'],
    [{ elements: {} }, 'elements must be an array, not an object'],
    [{ elements: [], element: [] }, 'no option named "element". Allowed: properties, elements'],
    [{ elements: [], properties: 7 }, 'properties must be a plain object'],
    [{ elements: [], properties: { titel: 'x' } }, 'Allowed: title, author, subject, keywords, created'],
    [{ elements: [], properties: { title: 7 } }, 'properties.title must be a string'],
    [{ elements: [], properties: { created: 'yesterday' } }, 'properties.created is no date: "yesterday"'],
    [{ elements: [], properties: { created: new Date(Number.NaN) } }, 'properties.created is no date'],
    [JSON.parse('{"elements": [], "__proto__": {}}'), 'no option named "__proto__"'],
  ])('refuses the document %o', async (document, text) => {
    await expect(call('build', document)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'docx.bad-argument',
      message: expect.stringContaining(text),
    });
  });

  it.each([
    [7, 'elements[1] must be a plain object with a type, not a number'],
    [null, 'elements[1] must be a plain object'],
    [{}, 'elements[1].type is undefined. Use "heading", "paragraph", "list", "table", "image", "pageBreak"'],
    [{ type: 'chart' }, 'elements[1].type is "chart"'],
    [{ type: '__proto__' }, 'elements[1].type is "__proto__"'],
    [Object.create({ type: 'pageBreak' }), 'elements[1] must be a plain object'],
    [{ type: 'heading' }, 'elements[1].text must be a string'],
    [{ type: 'heading', text: 'a', level: '1' }, 'elements[1].level must be a finite number'],
    [{ type: 'paragraph', text: 7 }, 'elements[1].text must be a string'],
    [{ type: 'paragraph', text: 'a', alignment: 'left' }, 'elements[1].alignment is not one of'],
    [{ type: 'paragraph', text: 'a', bold: 1 }, 'elements[1].bold must be true or false'],
    [{ type: 'paragraph', text: 'a', fontSize: 401 }, 'elements[1].fontSize is 401. Use 1 to 400'],
    [{ type: 'paragraph', text: 'a', fontSize: Number.NaN }, 'elements[1].fontSize is NaN'],
    [{ type: 'paragraph', text: 'a', size: 1 }, 'elements[1] has no option named "size"'],
    [{ type: 'list', items: 'a' }, 'elements[1].items must be an array'],
    [{ type: 'list', items: [1] }, 'elements[1].items[0] must be a string'],
    [{ type: 'table', rows: [] }, 'elements[1].rows has no cells'],
    [{ type: 'table', rows: [[], []] }, 'elements[1].rows has no cells'],
    [{ type: 'table', rows: [{ a: 1 }] }, 'elements[1].rows[0] must be an array'],
    [{ type: 'table', rows: [[{}]] }, 'elements[1].rows[0][0] must be text, a number'],
    [{ type: 'table', rows: [[new Uint8Array(1)]] }, 'not a Uint8Array'],
    [{ type: 'image', data: 'data:image/png;base64,AAAA' }, 'fromBase64'],
    [{ type: 'image', data: 'https://example.org/x.png' }, 'elements[1].data must be a Uint8Array'],
    [{ type: 'image', data: pngHeader(1, 1), width: 0 }, 'elements[1].width is 0'],
    [{ type: 'image', data: pngHeader(1, 1), height: -1 }, 'elements[1].height is -1'],
    [{ type: 'pageBreak', text: 'x' }, 'elements[1] has no option named "text"'],
  ])('refuses the element %o and names it', async (element, text) => {
    await expect(build({ type: 'pageBreak' }, element)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'docx.bad-argument',
      message: expect.stringContaining(text),
    });
  });

  it.each([
    ['1 x 60 000', pngHeader(1, 60_000), 'too-large'],
    ['30 000 x 30 000', pngHeader(30_000, 30_000), 'too-large'],
    ['a header cut off', pngHeader(1, 1).slice(0, 20), 'bad-format'],
    ['a JPEG cut off', Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11]), 'bad-format'],
    ['SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
    ['GIF', new TextEncoder().encode('GIF89a0000000'), 'unsupported'],
    ['nothing', new Uint8Array(), 'unsupported'],
    ['10 MiB and a byte', pngHeader(1, 1, limits.DOCX_MAX_IMAGE_BYTES + 1), 'too-large'],
  ])('refuses an image of %s from its header', async (_name, data, reason) => {
    await expect(build({ type: 'image', data })).rejects.toMatchObject({
      code: `docx.${reason}`,
      message: expect.stringContaining('docx.build: elements[0].data'),
    });
  });

  it('takes the exact window of bytes, shared ones too, and no detached ones', async () => {
    const whole = new Uint8Array(100);
    whole.set(pngHeader(3, 4), 11);
    const shared = new Uint8Array(new SharedArrayBuffer(33));
    shared.set(pngHeader(3, 4));
    const wanted = Buffer.from(pngHeader(3, 4));
    for (const data of [whole.subarray(11, 44), shared, new DataView(whole.buffer, 11, 33)]) {
      const parts = unzipSync((await build({ type: 'image', data })) as Uint8Array);
      const name = Object.keys(parts).find((entry) => entry.endsWith('.png')) ?? '';
      expect(wanted.equals(parts[name] ?? new Uint8Array())).toBe(true);
    }
    const gone = pngHeader(3, 4);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    await expect(build({ type: 'image', data: gone })).rejects.toMatchObject({ code: 'docx.bad-argument' });
  });

  it('counts elements, items, cells, columns, texts, lines and images', async () => {
    const paragraph = (text: string) => ({ type: 'paragraph', text });
    const half = 'x'.repeat(limits.DOCX_MAX_TEXT_CHARS / 2);
    const big = pngHeader(1, 1, limits.DOCX_MAX_IMAGE_BYTES);
    const bad: [unknown[], string, string][] = [
      [Array(limits.DOCX_MAX_ELEMENTS + 1).fill({ type: 'pageBreak' }), 'too-many', 'DOCX_MAX_ELEMENTS'],
      [[{ type: 'list', items: Array(50_001).fill('') }], 'too-many', 'DOCX_MAX_LIST_ITEMS'],
      [[{ type: 'table', rows: [Array(64).fill(1)] }], 'too-many', 'DOCX_MAX_COLUMNS'],
      [[{ type: 'table', rows: [Array(63).fill(1), ...Array(3968).fill([])] }], 'too-many', 'DOCX_MAX_CELLS'],
      [[paragraph(half), paragraph(half), paragraph('x')], 'too-large', 'DOCX_MAX_TEXT_CHARS'],
      [[paragraph('\n'.repeat(limits.DOCX_MAX_LINES))], 'too-many', 'DOCX_MAX_LINES'],
      [Array(201).fill({ type: 'image', data: pngHeader(1, 1) }), 'too-many', 'DOCX_MAX_IMAGES'],
      [Array(6).fill({ type: 'image', data: big }), 'too-large', 'DOCX_MAX_IMAGES_BYTES'],
    ];
    for (const [elements, reason, limit] of bad) {
      await expect(build(...elements)).rejects.toMatchObject({ name: 'PackLimitError', code: `docx.${reason}`, limit });
    }
    await expect(build(paragraph('x'.repeat(limits.DOCX_MAX_TEXT_CHARS + 1)))).rejects.toMatchObject({
      code: 'docx.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
    await expectAliveAndClean();
  });

  it('writes as many bytes of images as it takes, and stays below the size of a document', async () => {
    const image = pngHeader(1, 1, limits.DOCX_MAX_IMAGE_BYTES);
    const elements = [1, 2, 3, 4, 5].map((mark) => {
      const data = image.slice();
      data[100] = mark;
      return { type: 'image', data };
    });
    const bytes = (await build(...elements)) as Uint8Array;
    expect(bytes.byteLength).toBeGreaterThan(limits.DOCX_MAX_IMAGES_BYTES);
    expect(bytes.byteLength).toBeLessThan(limits.DOCX_MAX_OUTPUT_BYTES);
  });

  it('writes 250 000 cells', async () => {
    const rows = Array.from({ length: limits.DOCX_MAX_CELLS / 10 }, () => Array(10).fill('cell'));
    expect(textOf(await build({ type: 'table', rows })).match(/<w:tc>/g)).toHaveLength(limits.DOCX_MAX_CELLS);
  });

  it('keeps markup in texts as text', async () => {
    const mark = '<w:p><w:pPr><w:pStyle w:val="place-of-table-1"/></w:pPr></w:p>';
    const xml = textOf(
      await build({ type: 'paragraph', text: `${mark}]]><!--&#0;` }, { type: 'table', rows: [[mark, '{{x}}', '$&']] }),
    );
    expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
    expect(xml.match(/&lt;w:p&gt;/g)).toHaveLength(2);
    expect(xml).toContain('>$&amp;<');
  });

  it('replaces characters that a document cannot hold, and says so once', async () => {
    call.warnings.length = 0;
    const xml = textOf(
      await build({ type: 'paragraph', text: 'a\0b\x0bc\ud800d\uffff' }, { type: 'table', rows: [['\x1b[0m']] }),
    );
    expect(xml).toContain('a\ufffdb\ufffdc\ufffdd\ufffd');
    expect(xml).toContain('\ufffd[0m');
    expect(call.warnings).toEqual([expect.stringContaining('elements[0].text has characters')]);
  });

  it('answers 20 calls at once, none with the content of another', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `number ${at} `);
    const outcomes = await Promise.all(texts.map((text) => build({ type: 'paragraph', text })));
    for (const [at, bytes] of outcomes.entries()) expect(textOf(bytes)).toContain(`>number ${at} <`);
    await expectAliveAndClean();
  });
});
