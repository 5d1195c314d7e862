import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Tfjs from '../guest.js';
import { plainPicture } from '../test/small-models.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const { train } = pack as unknown as typeof Tfjs;

async function trainGreys() {
  const grey = (value: number) => [[1, 1].map(() => [value, value, value]), [1, 1].map(() => [value, value, value])];
  const spec: Tfjs.TrainSpec = {
    layers: [{ type: 'flatten' }, { type: 'dense', units: 4 }, { type: 'dense', units: 2, activation: 'softmax' }],
    loss: 'categoricalCrossentropy',
    epochs: 100,
  };
  const { model } = await train(spec, {
    x: [grey(0), grey(1)],
    y: [
      [1, 0],
      [0, 1],
    ],
  });
  return model;
}

const greys = trainGreys();

async function run(code: string | undefined) {
  const { json, weights } = await greys;
  return runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-tfjs': pack },
    globals: {
      inputs: { photo: plainPicture('#fff', 40, 30), json, weights },
      media: { bytes: async (value: Uint8Array) => value },
    },
  });
}

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, ready, missing] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['19.0']);
    expect((await run(ready)).logs).toEqual(['centernet: detect']);
    expect((await run(missing)).logs).toEqual(['tfjs.unavailable true']);
  });

  it('have calls that run', async () => {
    const outcomes = [];
    for (const example of examplesOf(read('SKILL.md'))) outcomes.push((await run(example)).outputs);
    expect(outcomes).toEqual([
      { label: 'light' },
      { length: 4 },
      { people: 0 },
      { answer: null },
      { ids: ['centernet'] },
      { shape: [1, 2] },
      { ten: 19, epochs: 200 },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
