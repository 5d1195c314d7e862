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
import { deckOf, presentation, relationships, run, shape, slideXml } from './make-deck.js';

const call = hostCaller('pptx', functions);
const good = () => deckOf([slideXml(shape(run('alive')))]);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('extractText', good())).toBe('alive');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('pptx under attack', () => {
  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    for (const name of ['extractText', 'extractSlides']) {
      await expect(call(name, value)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'pptx.bad-argument',
        message: expect.stringContaining(`pptx.${name}: bytes must be a Uint8Array`),
      });
    }
  });

  it('refuses options it does not know, and bytes over the cap', async () => {
    for (const options of [{ note: true }, { notes: 1 }, 7, [], 'notes'])
      await expect(call('extractSlides', good(), options)).rejects.toMatchObject({ code: 'pptx.bad-argument' });
    await expect(call('extractText', good(), { notes: true })).rejects.toMatchObject({
      message: expect.stringContaining('It takes no options'),
    });
    await expect(call('extractText', new Uint8Array(limits.PPTX_MAX_BYTES + 1))).rejects.toMatchObject({
      code: 'pptx.too-large',
    });
  });

  it('names what a file is that is no deck', async () => {
    const cases: [Uint8Array, string][] = [
      [oleFile('PowerPoint Document'), 'pptx.unsupported'],
      [oleFile('EncryptedPackage'), 'pptx.encrypted'],
      [new Uint8Array(), 'pptx.bad-format'],
      [new TextEncoder().encode('%PDF-1.7'), 'pptx.bad-format'],
      [rawArchive([{ name: 'word/document.xml', data: '<a/>' }]), 'pptx.bad-format'],
      [rawArchive([{ name: 'ppt/presentation.xml', data: '<html/>' }]), 'pptx.bad-format'],
      [rawArchive([{ name: 'ppt/presentation.xml', data: 'text' }]), 'pptx.bad-format'],
    ];
    for (const [bytes, code] of cases) await expect(call('extractText', bytes)).rejects.toMatchObject({ code });
  });

  it.each(hostileArchives([{ name: 'ppt/presentation.xml', data: presentation() }]))(
    'refuses $attack',
    async ({ bytes, reason }) => {
      await expect(call('extractSlides', bytes)).rejects.toMatchObject({ code: `pptx.${reason}` });
    },
  );

  it('takes odd names and targets for data', async () => {
    const others = { '../x': '<a/>', '/x': 'x', ['__proto__']: 'x', constructor: 'x', 'inner.zip': good() };
    expect(await call('extractText', deckOf([slideXml(shape(run('a')))], others))).toBe('a');
    const targets = ['../../../../etc/hostname', '/etc/hostname', 'file:///etc/hostname', '__proto__', '%ff', ''];
    for (const target of targets) {
      const bytes = deckOf([slideXml('')], {
        'ppt/_rels/presentation.xml.rels': relationships(['rId1', 'slide', target]),
      });
      expect(await call('extractSlides', bytes)).toEqual([{ index: 0, slideNumber: 1, text: '' }]);
    }
    await expectAliveAndClean();
  });

  it('survives relationships that lead in circles', async () => {
    const bytes = deckOf([slideXml(shape(run('a')))], {
      'ppt/slides/_rels/slide1.xml.rels': relationships(
        ['n', 'notesSlide', 'slide1.xml'],
        ['s', 'slide', 'slide1.xml'],
      ),
      'ppt/_rels/presentation.xml.rels': relationships(
        ['rId1', 'slide', 'slides/slide1.xml'],
        ['x', 'officeDocument', 'presentation.xml'],
      ),
    });
    expect(await call('extractSlides', bytes, { notes: true })).toEqual([
      { index: 0, slideNumber: 1, text: 'a', notes: '' },
    ]);
  });

  const content = slideXml(shape(run('&x;')));
  it.each([
    ['an external entity', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>${content}`],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY x "&a;&a;&a;">]>${content}`],
    ['two roots', `${slideXml('')}<b/>`],
    ['an unknown reference', content],
    ['depth 100 000', slideXml('<p:grpSp>'.repeat(100_000) + '</p:grpSp>'.repeat(100_000))],
  ])('refuses %s', async (_name, xml) => {
    await expect(call('extractText', deckOf([xml]))).rejects.toMatchObject({
      code: expect.stringMatching(/^pptx\.(bad-format|unsupported|too-deep)$/),
      message: expect.stringContaining('ppt/slides/slide1.xml'),
    });
  });

  it('reads 100 000 references, an attribute of 1 MiB and elements of any name', async () => {
    const references = slideXml(shape(run('&#65;&amp;'.repeat(50_000))));
    expect(await call('extractText', deckOf([references]))).toBe('A&'.repeat(50_000));
    const odd = slideXml(
      `<__proto__ constructor="a"/>${shape(run('a')).replace('<p:sp>', `<p:sp x="${'y'.repeat(1_048_576)}">`)}`,
    );
    expect(await call('extractText', deckOf([odd]))).toBe('a');
    await expectAliveAndClean();
  });

  it('counts slides, characters and elements', async () => {
    const slide = slideXml(shape(run('x'.repeat(1_048_576))));
    const list = (count: number) => ({ 'ppt/presentation.xml': presentation(...Array(count).fill('rId1')) });
    await expect(call('extractSlides', deckOf([slide], list(limits.PPTX_MAX_SLIDES + 1)))).rejects.toMatchObject({
      code: 'pptx.too-many',
      limit: 'PPTX_MAX_SLIDES',
    });
    await expect(call('extractText', deckOf([slide], list(21)))).rejects.toMatchObject({
      code: 'pptx.too-large',
      limit: 'PPTX_MAX_TEXT_CHARS',
    });
    expect(await call('extractSlides', deckOf([slideXml('')], list(limits.PPTX_MAX_SLIDES)))).toHaveLength(5000);
    await expect(call('extractText', deckOf([slideXml('<p:sp/>'.repeat(1_000_001))]))).rejects.toMatchObject({
      code: 'pptx.too-many',
    });
    await expectAliveAndClean();
  });

  it('answers or refuses every mutation of a good deck', async () => {
    const stored = (name: string, data: string) => ({ name, data, method: 0 });
    const decks = [
      good(),
      rawArchive([
        stored('ppt/presentation.xml', presentation('rId1')),
        stored('ppt/_rels/presentation.xml.rels', relationships(['rId1', 'slide', 'slides/slide1.xml'])),
        stored('ppt/slides/slide1.xml', slideXml(shape(run('a')))),
      ]),
    ];
    for (const deck of decks) {
      for (const bytes of mutations(deck)) {
        const outcome = await call('extractSlides', bytes).catch((error: unknown) => error);
        if (!Array.isArray(outcome))
          expect(outcome).toMatchObject({
            code: expect.stringMatching(/^pptx\.(bad-format|unsupported|encrypted|inflated-too-large|too-many)$/),
          });
      }
    }
    await expectAliveAndClean();
  });

  it('takes the exact window of bytes, shared ones too, and no detached ones', async () => {
    const deck = good();
    const whole = new Uint8Array(deck.length + 40);
    whole.set(deck, 20);
    const shared = new Uint8Array(new SharedArrayBuffer(deck.length));
    shared.set(deck);
    for (const bytes of [whole.subarray(20, 20 + deck.length), shared, new DataView(whole.buffer, 20, deck.length)])
      expect(await call('extractText', bytes)).toBe('alive');
    structuredClone(deck.buffer, { transfer: [deck.buffer] });
    await expect(call('extractText', deck)).rejects.toMatchObject({ code: 'pptx.bad-argument' });
  });

  it('answers 20 calls at once, none with the content of another', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `number ${at}`);
    const calls = texts.map((text) => call('extractText', deckOf([slideXml(shape(run(text)))])));
    expect(await Promise.all(calls)).toEqual(texts);
    await expectAliveAndClean();
  });
});
