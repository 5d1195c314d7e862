import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const globals = {
  inputs: { label: 'Hi', photo: new Uint8Array(createCanvas(20, 20).toBuffer('image/png')) },
  media: {
    bytes: async (value: Uint8Array) => value,
    toImage: async (bytes: Uint8Array, { mimeType }: { mimeType: string }) => `${mimeType} ${bytes[1]}`,
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-fabric': pack }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const logs = await Promise.all(examplesOf(read('README.md')).map(async (code) => (await run(code)).logs));
    expect(logs).toEqual([['true', 'Path Rect Text'], ['true'], ['fabric.unsupported true']]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { badge: 'image/png 80' },
      { small: true },
      { svg: true },
      { types: ['Rect'], bytes: true },
      { head: 'data:image/png;base64,' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
