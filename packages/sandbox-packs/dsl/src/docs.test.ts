import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as input from '../generated/nodetool.input.js';
import * as output from '../generated/nodetool.output.js';
import * as text from '../generated/nodetool.text.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const modules = {
  '@nodetool-ai/sandbox-dsl': pack,
  '@nodetool-ai/sandbox-dsl/nodetool.input': input,
  '@nodetool-ai/sandbox-dsl/nodetool.output': output,
  '@nodetool-ai/sandbox-dsl/nodetool.text': text,
};
const run = (code: string | undefined) => runExample(code ?? '', { modules });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const said: string[][] = [];
    for (const example of examplesOf(read('README.md'))) said.push((await run(example)).logs);
    expect(said).toEqual([['string_input concat output', '2'], ['output index'], ['{"line":"any"}']]);
  });

  it('have examples for a model that run', async () => {
    const graphs: unknown[] = [];
    for (const example of examplesOf(read('SKILL.md'))) graphs.push((await run(example)).result);
    expect(graphs).toMatchObject([
      { nodes: [{ id: 'string_input' }, { id: 'concat' }, { id: 'output' }] },
      { nodes: [{ id: 'letters' }, { id: 'concat' }], edges: [{ sourceHandle: 'output' }] },
      { nodes: [{ id: 'string' }, { id: 'code', dynamic_outputs: { line: 'any' } }] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack)) expect(read('SKILL.md')).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
