import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller, rawArchive, runInPage } from '@nodetool-ai/sandbox-pack-kit/testing';
import PptxGenJS from 'pptxgenjs';
import { describe, expect, it } from 'vitest';
import type * as Pptx from '../guest.js';
import { deckOf, presentation, relationships, run, shape, slideXml } from '../test/make-deck.js';
import { functions } from './host.js';
import * as index from './index.js';
import { PPTX_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { extractSlides, extractText } = index as unknown as typeof Pptx;
const textsOf = async (bytes: Uint8Array) => (await extractSlides(bytes)).map(({ text }) => text);

async function published(): Promise<Uint8Array> {
  const deck = new PptxGenJS();
  const first = deck.addSlide();
  first.addText('Hello PPTX', { x: 1, y: 1, w: 5, h: 1 });
  first.addNotes('say hello');
  deck.addSlide().addText('Two & <b>', { x: 1, y: 1, w: 5, h: 1 });
  return (await deck.write({ outputType: 'uint8array' })) as Uint8Array;
}

describe('extractSlides', () => {
  it('reads a deck of pptxgenjs', async () => {
    const bytes = await published();
    expect(await extractSlides(bytes)).toEqual([
      { index: 0, slideNumber: 1, text: 'Hello PPTX' },
      { index: 1, slideNumber: 2, text: 'Two & <b>' },
    ]);
    expect(await extractSlides(bytes, { notes: true })).toEqual([
      { index: 0, slideNumber: 1, text: 'Hello PPTX', notes: 'say hello' },
      { index: 1, slideNumber: 2, text: 'Two & <b>', notes: '' },
    ]);
    expect(await extractText(bytes)).toBe('Hello PPTX\n\nTwo & <b>');
  });

  it('keeps a paragraph of several runs on one line, and breaks where it breaks', async () => {
    const paragraph = `<a:pPr><a:buChar char="t"/></a:pPr>${run('one ')}${run('t')}${run('wo')}<a:br/>${run('three')}`;
    const field = '<a:fld type="slidenum"><a:rPr/><a:t>7</a:t></a:fld><a:endParaRPr/>';
    const slide = slideXml(shape(paragraph, '', run(' four ')) + shape() + shape(field));
    expect(await textsOf(deckOf([slide]))).toEqual(['one two\nthree\n\n four \n7']);
  });

  it('decodes every reference', async () => {
    expect(await textsOf(deckOf([slideXml(shape(run('&#65;&#x1F389;&amp;#65;&lt;é')))]))).toEqual(['A🎉&#65;<é']);
  });

  it('follows the presentation and not the names of files', async () => {
    const bytes = deckOf([slideXml(shape(run('first file'))), slideXml(shape(run('second file')))], {
      'ppt/presentation.xml': presentation('rId2', 'rId1'),
    });
    expect(await textsOf(bytes)).toEqual(['second file', 'first file']);
    const elsewhere = rawArchive(
      Object.entries({
        '_rels/.rels': relationships(['a', 'officeDocument', '/deck/main.xml']),
        'deck/main.xml': presentation('x'),
        'deck/_rels/main.xml.rels': relationships(['x', 'slide', '../Pages/a%20b.xml']),
        'pages/A b.xml': slideXml(shape(run('found'))),
      }).map(([name, data]) => ({ name, data })),
    );
    expect(await textsOf(elsewhere)).toEqual(['found']);
  });

  it('reads groups and tables in the order of the tree, and one of two alternatives', async () => {
    const cell = (...texts: string[]) =>
      `<a:tc><a:txBody>${texts.map((text) => `<a:p>${run(text)}</a:p>`).join('')}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('A')}${cell('B', 'b')}</a:tr><a:tr>${cell('')}${cell('D')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const group = `<p:grpSp>${shape(run('in a group'))}<p:grpSp>${shape(run('deeper'))}</p:grpSp></p:grpSp>`;
    const either = `<mc:AlternateContent><mc:Choice Requires="x">${shape(run('new'))}</mc:Choice><mc:Fallback>${shape(run('old'))}</mc:Fallback></mc:AlternateContent>`;
    const slide = slideXml(shape(run('top')) + group + table + either + '<p:pic/>' + shape(run('end')));
    expect(await textsOf(deckOf([slide]))).toEqual(['top\nin a group\ndeeper\nA\tB b\n\tD\nnew\nend']);
  });

  it('includes hidden slides and numbers them', async () => {
    const hidden = slideXml(shape(run('hidden'))).replace('<p:sld ', '<p:sld show="0" ');
    const bytes = deckOf([hidden, slideXml(''), slideXml(shape(run('shown')))]);
    expect(await extractSlides(bytes)).toEqual([
      { index: 0, slideNumber: 1, text: 'hidden' },
      { index: 1, slideNumber: 2, text: '' },
      { index: 2, slideNumber: 3, text: 'shown' },
    ]);
    expect(await extractText(bytes)).toBe('hidden\n\nshown');
  });

  it('reads the body of notes, without the number of the slide', async () => {
    const placeholder = (type: string, text: string) =>
      `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${run(text)}</a:p></p:txBody></p:sp>`;
    const bytes = deckOf([slideXml(shape(run('s')))], {
      'ppt/slides/_rels/slide1.xml.rels': relationships(['n', 'notesSlide', '../notesSlides/n.xml']),
      'ppt/notesSlides/n.xml': slideXml(
        placeholder('hdr', 'head') + placeholder('body', 'note') + placeholder('sldNum', '1'),
        'notes',
      ),
    });
    expect(await extractSlides(bytes, { notes: true })).toEqual([
      { index: 0, slideNumber: 1, text: 's', notes: 'note' },
    ]);
  });

  it('goes on without a slide that is missing, and says so', async () => {
    const call = hostCaller('pptx', functions);
    const bytes = deckOf([slideXml(shape(run('a')))], { 'ppt/presentation.xml': presentation('rId9', 'rId1') });
    expect(await call('extractSlides', bytes)).toEqual([
      { index: 0, slideNumber: 1, text: '' },
      { index: 1, slideNumber: 2, text: 'a' },
    ]);
    expect(call.warnings).toEqual(['pptx.extractSlides: slide 1 is listed, but its part is missing']);
  });

  it('reads strict files and decks without slides', async () => {
    const strict = slideXml(shape(run('strict'))).replaceAll(
      'http://schemas.openxmlformats.org',
      'http://purl.oclc.org',
    );
    expect(await textsOf(deckOf([strict]))).toEqual(['strict']);
    expect(await extractSlides(deckOf([]))).toEqual([]);
    expect(await extractText(deckOf([]))).toBe('');
  });
});

describe('the host entry', () => {
  it('gives the same answers in a page', async () => {
    const bytes = await published();
    const there = await runInPage(
      fileURLToPath(new URL('host.ts', import.meta.url)),
      `const bytes = fromBase64(${JSON.stringify(Buffer.from(bytes).toString('base64'))});
      return [await call('extractSlides', bytes, { notes: true }), await call('extractText', bytes)];`,
    );
    expect(there).toEqual([await extractSlides(bytes, { notes: true }), await extractText(bytes)]);
  });

  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['pptx'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(PPTX_CALL_TIMEOUT_MS);
  });
});
