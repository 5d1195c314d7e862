import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const rgba = new Uint8Array(64).map((_, at) => (at % 4 === 3 ? 255 : at * 4));
const inputs = { frames: [{ rgba, w: 4, h: 4 }] };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-gif': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, blinking, wrong] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['71']);
    expect((await run(blinking)).logs).toEqual(['true']);
    expect((await run(wrong)).logs).toEqual(['the index has 3 entries, a frame of 2 × 2 needs 4']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { gif: expect.toSatisfy((bytes: Uint8Array) => bytes[0] === 0x47 && bytes.at(-1) === 0x3b) },
      { colors: [16, 16] },
      { rounded: [0, 0, 5, 255] },
      { nearest: [250, 0, 0] },
      { palette: [[255, 0, 0]] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/\B(?=(?:\d{3})+$)/g, ' ')}`);
    }
  });
});
