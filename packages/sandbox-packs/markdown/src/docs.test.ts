import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { md: '# A\n\nsee [x](https://e.test)\n' };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-markdown': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, breaks, links] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual([
      '<h1>Title</h1>\n<p>a <em>b</em> <strong>c</strong> <code>d</code></p>\n',
      'Title 1',
    ]);
    expect((await run(breaks)).logs).toEqual(['<p>a<br>b</p>\n']);
    expect((await run(links)).logs).toEqual(['https://e.test/1 https://e.test/2']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { html: '<h1>A</h1>\n<p>see <a href="https://e.test">x</a></p>\n' },
      { html: '<strong>a</strong> and <code>b</code>' },
      { outline: [{ level: 1, text: 'A' }] },
      { links: ['https://e.test'] },
      { html: '<h1 class="t">A</h1><p>see <a href="https://e.test">x</a></p>\n' },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
  });
});
