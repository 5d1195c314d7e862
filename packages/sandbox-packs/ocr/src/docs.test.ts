import { readFileSync } from 'node:fs';
import * as canvas from '@napi-rs/canvas';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { drawText } from '../test/draw.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const globals = {
  inputs: { scan: drawText('Invoice 4711') },
  media: { bytes: async (value: Uint8Array) => value },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-ocr': pack, '@napi-rs/canvas': canvas }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, codes] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['Invoice 4711', '2 true']);
    expect((await run(codes)).logs).toEqual(['ocr.bad-argument']);
  });

  it('have calls that run', async () => {
    const outcomes = [];
    for (const example of examplesOf(read('SKILL.md'))) outcomes.push((await run(example)).outputs);
    expect(outcomes).toEqual([{ text: 'Invoice 4711\n', number: '4711' }, { line: 'Invoice 4711' }]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
