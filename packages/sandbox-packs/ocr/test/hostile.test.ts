import { createServer } from 'node:http';
import { createCanvas } from '@napi-rs/canvas';
import { hostCaller, mutations, NOT_BYTES } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { OCR_MAX_WORDS } from '../src/limits.js';
import { wordsOf } from '../src/words.js';
import { drawText } from './draw.js';

const call = hostCaller('ocr', functions);
const recognize = (...args: unknown[]) => call('recognize', ...args);
const codeOf = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => 'answer',
    (error: unknown) => (error as { code?: string }).code,
  );

async function expectAliveAndClean(): Promise<void> {
  expect(await recognize(drawText('4711'))).toMatchObject({ text: '4711\n' });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** A PNG whose header says it is of some size; nothing follows. */
function pngOfSize(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(createCanvas(1, 1).toBuffer('image/png'));
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

describe('ocr under attack', () => {
  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    await expect(recognize(value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'ocr.bad-argument',
      message: expect.stringContaining('ocr.recognize: image must be a Uint8Array'),
    });
  });

  it('refuses options it does not know and languages that are none', async () => {
    await expect(recognize(drawText('a'), { lang: 'eng' })).rejects.toMatchObject({
      code: 'ocr.bad-argument',
      message: expect.stringContaining('Allowed: language, psm'),
    });
    const languages = ['', 'en', '../eng', 'eng+', 'eng/../x', 'a'.repeat(500), 7, ['eng'], 'http://x', 'eng\0', 'e.g'];
    for (const language of languages) {
      await expect(recognize(drawText('a'), { language })).rejects.toMatchObject({
        code: 'ocr.bad-argument',
        message: expect.stringContaining('"eng+fra"'),
      });
    }
    expect(await codeOf(recognize(drawText('a'), { language: 'aaa+bbb+ccc+ddd+eee' }))).toBe('ocr.too-many');
    expect(await codeOf(recognize(drawText('a'), { language: '__proto__' }))).toBe('ocr.unavailable');
    for (const psm of [14, -1, 1.5, '6x', Number.NaN, {}])
      expect(await codeOf(recognize(drawText('a'), { psm }))).toBe('ocr.bad-argument');
    expect(await codeOf(recognize(drawText('a'), { psm: 0 }))).toBe('ocr.unsupported');
  });

  it('refuses pictures from their header', async () => {
    expect(await codeOf(recognize(new Uint8Array(10_485_761)))).toBe('ocr.too-large');
    expect(await codeOf(recognize(pngOfSize(1, 60_000)))).toBe('ocr.too-large');
    expect(await codeOf(recognize(pngOfSize(30_000, 30_000)))).toBe('ocr.too-large');
    expect(await codeOf(recognize(Uint8Array.of(1, 2, 3)))).toBe('ocr.bad-format');
    expect(await codeOf(recognize(new Uint8Array(0)))).toBe('ocr.bad-format');
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await codeOf(recognize(svg))).toBe('ocr.bad-format');
    const jpeg = drawText('4711', { type: 'image/jpeg' });
    expect(await codeOf(recognize(jpeg.subarray(0, jpeg.length / 2)))).toBe('ocr.bad-format');
    await expectAliveAndClean();
  });

  it('answers or refuses every mutation', { timeout: 60_000 }, async () => {
    const good = drawText('', { width: 12, height: 12 });
    const outcomes = new Set<unknown>();
    for (const bytes of mutations(good, 1000)) outcomes.add(await codeOf(recognize(bytes)));
    expect(
      [...outcomes].filter((code) => !['answer', 'ocr.bad-format', 'ocr.too-large'].includes(String(code))),
    ).toEqual([]);
    await expectAliveAndClean();
  });

  it('takes the exact window of its bytes', async () => {
    const good = drawText('4711');
    const larger = new Uint8Array(good.length + 100).fill(255);
    larger.set(good, 50);
    expect(await recognize(larger.subarray(50, 50 + good.length))).toMatchObject({ text: '4711\n' });
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await recognize(shared)).toMatchObject({ text: '4711\n' });
    const gone = good.slice();
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(await codeOf(recognize(gone))).toBe('ocr.bad-argument');
  });

  it('ends a call that is given up, and starts anew', async () => {
    const run = functions['recognize'];
    const stop = new AbortController();
    const args = [drawText('4711', { width: 1500, height: 1500 })];
    const outcome = run?.({ args, where: 'ocr.recognize', signal: stop.signal, deadlineMs: 1, warn: () => {} });
    setTimeout(() => stop.abort(new Error('stopped')), 20);
    await expect(outcome).rejects.toThrow('stopped');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => recognize(drawText('47', { width: 100, height: 80 }))),
    );
    expect(new Set(answers.map((answer) => (answer as { text: string }).text))).toEqual(new Set(['47\n']));
  });

  it('counts words', () => {
    const words = Array.from({ length: OCR_MAX_WORDS + 1 }, () => ({ text: 'a', confidence: 1 }));
    const page = (list: typeof words) => ({
      text: '',
      confidence: 0,
      blocks: [{ paragraphs: [{ lines: [{ words: list }] }] }],
    });
    expect(() => wordsOf('ocr.recognize', page(words))).toThrow(/more than 20000 words/);
    expect(wordsOf('ocr.recognize', page(words.slice(1)))[0]).toEqual({ text: 'a', confidence: 1, bbox: null });
  });

  it('asks no server for anything', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect(await codeOf(recognize(`http://127.0.0.1:${port}/a.png`))).toBe('ocr.bad-argument');
    expect(await codeOf(recognize(drawText('a'), { language: `http://127.0.0.1:${port}` }))).toBe('ocr.bad-argument');
    expect(requests).toBe(0);
    server.close();
  });
});
