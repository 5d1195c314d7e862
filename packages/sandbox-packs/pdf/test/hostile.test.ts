import { deflateSync } from 'node:zlib';
import { hostCaller, mutations, NOT_BYTES } from '@nodetool-ai/sandbox-pack-kit/testing';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { PDF_MAX_BYTES, PDF_MAX_PAGES, PDF_MAX_PASSWORD_CHARS } from '../src/limits.js';

const call = hostCaller('pdf', functions);
const bytesOf = (value: string): Uint8Array => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const make = async (pages = 1): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  document.getPage(0).drawText('Hello PDF');
  return document.save({ useObjectStreams: false });
};
const bad = { name: 'PackInputError', code: 'pdf.bad-argument' };

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('extractText', await make())).toBe('Hello PDF');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('pdf under attack', () => {
  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    for (const name of ['extractText', 'extractPages'])
      await expect(call(name, value)).rejects.toMatchObject({
        ...bad,
        message: expect.stringContaining(`pdf.${name}: bytes must be a Uint8Array`),
      });
  });

  it('refuses options it does not know, and odd pages', async () => {
    const bytes = await make();
    await expect(call('extractText', bytes, { pages: [1] })).rejects.toMatchObject({
      ...bad,
      message: expect.stringContaining('"pages". Allowed: password'),
    });
    for (const options of [
      7,
      'x',
      [],
      { password: 7 },
      { isEvalSupported: true },
      { pages: 1 },
      { pages: [0] },
      { pages: [-1] },
      { pages: [1.5] },
      { pages: ['1'] },
      { pages: [Number.NaN] },
      { pages: [1, 1] },
      { pages: [undefined] },
      JSON.parse('{"__proto__": {"password": "x"}}'),
    ])
      await expect(call('extractPages', bytes, options)).rejects.toMatchObject(bad);
    await expect(
      call('extractPages', bytes, { pages: Array.from({ length: PDF_MAX_PAGES + 1 }, (_, at) => at + 1) }),
    ).rejects.toMatchObject({ code: 'pdf.too-many', limit: 'PDF_MAX_PAGES' });
    await expect(
      call('extractText', bytes, { password: 'x'.repeat(PDF_MAX_PASSWORD_CHARS + 1) }),
    ).rejects.toMatchObject({
      code: 'pdf.too-large',
    });
  });

  it('refuses bytes over the cap before it works', async () => {
    await expect(call('extractText', new Uint8Array(PDF_MAX_BYTES + 1))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'pdf.too-large',
    });
  });

  it('refuses what is no PDF', async () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(100),
      bytesOf('%PDF-1.7\n'),
      bytesOf('PK\x03\x04'),
      bytesOf('<svg/>'),
    ])
      await expect(call('extractText', bytes)).rejects.toMatchObject({
        name: 'PackFormatError',
        code: 'pdf.bad-format',
      });
  });

  it('answers or refuses every mutation of a document', async () => {
    const known = /^pdf\.(bad-format|encrypted|too-large|too-many)$/;
    for (const mutation of mutations(await make(2), 1000)) {
      const outcome = await call('extractText', mutation).catch((error: unknown) => error);
      if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: expect.stringMatching(known) });
    }
    await expectAliveAndClean();
  }, 240_000);

  it('counts pages before it reads them', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, at) => at + 3);
    const kids = numbers.map((number) => `${number} 0 R`).join(' ');
    const pages = numbers.map((number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj`);
    const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 10000/Kids[${kids}]>>endobj
${pages.join('\n')}
trailer<</Root 1 0 R>>
%%EOF`;
    await expect(call('extractText', bytesOf(file))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'pdf.too-many',
      limit: 'PDF_MAX_PAGES',
    });
  });

  it('ends references that lead to themselves', async () => {
    const trees = [
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[2 0 R]>>endobj',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj 3 0 R endobj 3 0 obj 2 0 R endobj',
      '1 0 obj 1 0 R endobj',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]/Parent 3 0 R>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/Contents 3 0 R>>endobj',
    ];
    for (const tree of trees) {
      const outcome = await call('extractText', bytesOf(`%PDF-1.4\n${tree}\ntrailer<</Root 1 0 R>>\n%%EOF`)).catch(
        (error: unknown) => error,
      );
      if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: 'pdf.bad-format' });
    }
  });

  it('ends forms that draw themselves', async () => {
    const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 5 0 R>>endobj
4 0 obj<</Length 5>>stream
/X Do
endstream endobj
5 0 obj<</XObject<</X 6 0 R>>>>endobj
6 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R/Length 5>>stream
/X Do
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;
    const outcome = await call('extractText', bytesOf(file)).catch((error: unknown) => error);
    if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: 'pdf.bad-format' });
  });

  it('reads a small file with a huge content', async () => {
    const packed = deflateSync(Buffer.alloc(20_000_000, ' '));
    const file = Buffer.concat([
      Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj
4 0 obj<</Filter/FlateDecode/Length ${packed.length}>>stream
`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    ]);
    expect(await call('extractText', new Uint8Array(file))).toBe('');
  });

  it('runs no script of a document and opens no attached file', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Hello PDF');
    document.addJavaScript('evil', 'globalThis.evil = true; app.alert(1)');
    await document.attach(bytesOf('attached words'), 'a.txt');
    expect(await call('extractText', await document.save())).toBe('Hello PDF');
    expect(Object.hasOwn(globalThis, 'evil')).toBe(false);
  });

  it('runs no code of a font matrix (CVE-2024-4367)', async () => {
    const content = 'BT /F1 12 Tf 20 20 Td (A) Tj ET';
    const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/X/FontMatrix[0.001 0 0 0.001 0 (0\\); globalThis.evil = true; //)]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
    await call('extractText', bytesOf(file)).catch(() => undefined);
    expect(Object.hasOwn(globalThis, 'evil')).toBe(false);
  });

  it('reads the exact window of a larger buffer, leaves it alone, and takes shared memory', async () => {
    const good = await make();
    const large = new Uint8Array(good.length + 200).fill(0x41);
    large.set(good, 100);
    const window = large.subarray(100, 100 + good.length);
    expect(await call('extractText', window)).toBe('Hello PDF');
    expect(window).toEqual(good);
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await call('extractText', shared)).toBe('Hello PDF');
    structuredClone(good.buffer, { transfer: [good.buffer as ArrayBuffer] });
    await expect(call('extractText', good)).rejects.toMatchObject(bad);
  });

  it('answers twenty calls at a time', async () => {
    const good = await make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('extractText', good)));
    expect(new Set(answers)).toEqual(new Set(['Hello PDF']));
    await expectAliveAndClean();
  });

  it('stops between pages when it is cancelled', async () => {
    const run = functions['extractText'];
    const signal = AbortSignal.abort();
    await expect(
      run?.({ args: [await make(3)], where: 'pdf.extractText', signal, deadlineMs: 1, warn: () => undefined }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
