import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { keepBest, overlap } from './boxes.js';
import { probabilities } from './classify.js';
import { COCO_LABELS, cocoLabelOfId } from './coco-labels.js';
import * as host from './host.js';
import * as page from './host.page.js';
import { WordPieces } from './word-pieces.js';

const call = { args: [], where: 'tfjs.models', signal: new AbortController().signal, deadlineMs: 1, warn: () => {} };

it('loads neither the library nor a decoder before it must', async () => {
  expect(Object.keys(host.functions)).toEqual(Object.keys(page.functions));
  expect(await host.functions['models']?.(call)).toHaveLength(6);
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => /tensorflow|canvas|human/.test(file))).toEqual([]);
});

it('says what a page must pass', async () => {
  for (const run of Object.values(page.functions)) {
    await expect(run(call)).rejects.toMatchObject({
      code: 'tfjs.unavailable',
      message: expect.stringContaining('hostFunctions({ assetsUrl })'),
    });
  }
  expect(() => page.hostFunctions({ assetsUrl: 'assets/' })).toThrow(TypeError);
});

it('measures boxes', () => {
  const box = (left: number, right: number, score: number) => ({
    className: 'a',
    score,
    left,
    right,
    top: 0,
    bottom: 1,
  });
  expect(overlap(box(0, 0.5, 1), box(0.25, 0.75, 1))).toBeCloseTo(1 / 3);
  expect(overlap(box(0, 0.5, 1), box(0.5, 1, 1))).toBe(0);
  expect(keepBest([box(0, 0.5, 0.1), box(0, 0.45, 0.9), box(0.5, 1, 0.5)], 5).map(({ score }) => score)).toEqual([
    0.9, 0.5,
  ]);
});

it('knows the 80 classes by both of their numbers', () => {
  expect(COCO_LABELS).toHaveLength(80);
  expect([1, 13, 90, 12, 91].map(cocoLabelOfId)).toEqual(['person', 'stop sign', 'toothbrush', undefined, undefined]);
});

it('keeps probabilities and makes them of other values', () => {
  expect(probabilities([0.25, 0.75])).toEqual([0.25, 0.75]);
  expect(probabilities([1000, 1000])).toEqual([0.5, 0.5]);
});

it('cuts words as both kinds of vocabularies write them', () => {
  const marked = new WordPieces(['[UNK]', '##lace', 'love', 'a', ',']);
  expect(marked.cut('Lovelace, á b').map(({ id, start, end }) => [id, start, end])).toEqual([
    [2, 0, 8],
    [1, 0, 8],
    [4, 8, 9],
    [3, 10, 11],
    [0, 12, 13],
  ]);
  expect(new WordPieces(['[UNK]', '\u2581love', 'lace']).cut('lovelace').map(({ id }) => id)).toEqual([1, 2]);
  expect(marked.cut('a'.repeat(101)).map(({ id }) => id)).toEqual([0]);
});
