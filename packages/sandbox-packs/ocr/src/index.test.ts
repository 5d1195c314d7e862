import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type * as Ocr from '../guest.js';
import { drawText } from '../test/draw.js';
import { functions, hostFunctions } from './host.js';
import * as index from './index.js';
import { OCR_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { recognize } = index as unknown as typeof Ocr;
const require = createRequire(import.meta.url);

describe('recognize', () => {
  it('reads a drawn line with its boxes', async () => {
    const { text, confidence, words } = await recognize(drawText('Invoice 4711'));
    expect(text).toBe('Invoice 4711\n');
    expect(confidence).toBeGreaterThanOrEqual(90);
    expect(words.map((word) => word.text)).toEqual(['Invoice', '4711']);
    const [first, second] = words.map((word) => word.bbox);
    expect(Math.abs(Number(first?.x) - 24)).toBeLessThanOrEqual(5);
    expect(Math.abs(Number(second?.x) - 178)).toBeLessThanOrEqual(5);
    expect(Number(first?.width)).toBeGreaterThan(100);
    expect(Number(first?.height)).toBeLessThan(50);
  });

  it('reads every format, and a transparent picture as on white', async () => {
    for (const type of ['image/jpeg', 'image/webp', 'image/gif'])
      expect((await recognize(drawText('Invoice 4711', { type }))).text).toBe('Invoice 4711\n');
    expect((await recognize(drawText('Invoice 4711', { background: 'rgba(0, 0, 0, 0)' }))).text).toBe('Invoice 4711\n');
  });

  it('gives nothing for a blank page', async () => {
    expect(await recognize(drawText(''))).toEqual({ text: '', confidence: 0, words: [] });
  });

  it('takes a mode, as a number or as tesseract.js writes it', async () => {
    expect((await recognize(drawText('4711'), { psm: 7 })).text).toBe('4711\n');
    expect((await recognize(drawText('4711'), { psm: '6' as unknown as number })).text).toBe('4711\n');
  });
});

describe('language data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocr-data-'));
  const eng = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('comes from packages and from a folder of the host, packed or not', async () => {
    copyFileSync(join(eng, 'eng.traineddata.gz'), join(folder, 'abc.traineddata.gz'));
    writeFileSync(join(folder, 'xyz.traineddata'), gunzipSync(readFileSync(join(eng, 'eng.traineddata.gz'))));
    const call = hostCaller('ocr', hostFunctions({ dataFolder: folder }));
    for (const language of ['XYZ', 'eng+abc+xyz'])
      expect(await call('recognize', drawText('4711'), { language })).toMatchObject({ text: '4711\n' });
  });

  it('is never downloaded: what is missing is named', async () => {
    await expect(recognize(drawText('4711'), { language: 'eng+qqq' })).rejects.toMatchObject({
      name: 'PackUnavailableError',
      code: 'ocr.unavailable',
      message: expect.stringContaining('npm install @tesseract.js-data/qqq'),
    });
  });

  it('that is broken is a named failure', async () => {
    const call = hostCaller('ocr', hostFunctions({ dataFolder: folder }));
    const cut = gunzipSync(readFileSync(join(eng, 'eng.traineddata.gz'))).subarray(0, 100_000);
    for (const data of ['', 'no data', cut]) {
      writeFileSync(join(folder, 'bad.traineddata'), data);
      await expect(call('recognize', drawText('4711'), { language: 'bad' })).rejects.toMatchObject({
        code: 'ocr.unavailable',
        message: expect.stringContaining('Replace bad.traineddata on the host'),
      });
    }
    expect(await call('recognize', drawText('4711'))).toMatchObject({ text: '4711\n' });
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['ocr'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(OCR_CALL_TIMEOUT_MS);
  });

  it('lists files for pages that are there', () => {
    const { assets } = require('../assets.json') as { assets: { name: string; file: string }[] };
    for (const { name, file } of assets) {
      expect(file.endsWith(name)).toBe(true);
      const [scope = '', second = ''] = file.split('/');
      const owner = scope.startsWith('@') ? `${scope}/${second}` : scope;
      const root = dirname(require.resolve(`${owner}/package.json`));
      expect(readFileSync(join(root, file.slice(owner.length + 1))).length).toBeGreaterThan(1000);
    }
  });
});
