import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, rawArchive, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const archive = rawArchive([
  { name: 'data.json', data: '[1,2,3]' },
  { name: 'docs/a.txt', data: 'a' },
  { name: '../x', data: 'x' },
  { name: '/etc/x', data: 'x' },
  { name: 'C:\\x', data: 'x' },
]);
const run = (code: string | undefined, bytes = archive) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-zip': pack },
    globals: { inputs: { archive: bytes } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const logs = await Promise.all(examplesOf(read('README.md')).map(async (code) => (await run(code)).logs));
    expect(logs).toEqual([['hello.txt', 'hi'], ['80'], ['deep']]);
  });

  it('have five calls that run', async () => {
    const [only, safe, broken, write, add] = examplesOf(read('SKILL.md'));
    expect((await run(only)).outputs).toEqual({ count: 3 });
    expect((await run(safe)).outputs).toEqual({ paths: ['out/data.json', 'out/docs/a.txt'] });
    expect((await run(broken)).outputs).toEqual({ problem: 'zip.bad-format' });
    expect((await run(write)).outputs).toEqual({ bytes: 226 });
    expect((await run(add, rawArchive([{ name: 'a', data: 'a' }]))).outputs).toEqual({ names: ['a', 'added.txt'] });
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
