import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { makeJpeg, makeTiff, PARIS } from '../test/make-photo.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { photo: 'a handle' };
const media = { bytes: async () => makeJpeg(makeTiff(PARIS)) };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-exif': pack }, globals: { inputs, media } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, day, no] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['Acme']);
    expect((await run(day)).logs).toEqual(['null']);
    expect((await run(no)).logs).toEqual(['exif.unsupported']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      {
        where: [expect.closeTo(48.858333, 6), expect.closeTo(2.351944, 6)],
        taken: '2024-05-15T13:14:15+02:00',
      },
      { turned: true },
      { camera: 'Acme Cam 1' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
