import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import * as host from './host.js';
import * as page from './host.page.js';

it('loads neither the engine nor the decoder before the first call', () => {
  expect(Object.keys(host.functions)).toEqual(Object.keys(page.functions));
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => /tesseract|canvas/.test(file))).toEqual([]);
});

it('says what a page must pass', async () => {
  const call = {
    args: [],
    where: 'ocr.recognize',
    signal: new AbortController().signal,
    deadlineMs: 1,
    warn: () => {},
  };
  await expect(page.functions['recognize']?.(call)).rejects.toMatchObject({
    code: 'ocr.unavailable',
    message: expect.stringContaining('hostFunctions({ assetsUrl })'),
  });
  expect(() => page.hostFunctions({ assetsUrl: 'assets/' })).toThrow(TypeError);
});
