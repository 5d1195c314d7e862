import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { openFlow } from '../test/fake-platform.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

async function run(code: string) {
  const { root, text, control } = await openFlow();
  const emitted: unknown[] = [];
  const outcome = await runExample(code, {
    modules: {
      '@nodetool-ai/sandbox-flow': root,
      '@nodetool-ai/sandbox-flow/nodetool.text': text,
      '@nodetool-ai/sandbox-flow/nodetool.control': control,
    },
    globals: {
      inputs: { names: ['Ada', 'Bo'] },
      emit: async (name: string, value: unknown) => void emitted.push([name, value]),
    },
  });
  return { ...outcome, emitted };
}

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const said: string[][] = [];
    for (const example of examplesOf(read('README.md'))) said.push((await run(example)).logs);
    expect(said).toEqual([['Hi Ada'], ['Hi Ada', 'Hi Bo'], ['xy']]);
  });

  it('have examples for a model that run', async () => {
    const [first, call, stream] = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(first?.outputs).toEqual({ line: 'Hi Ada' });
    expect(call?.outputs).toEqual({ line: 'Hi Bo' });
    expect(stream?.emitted).toEqual([
      ['line', 'Hi Ada'],
      ['line', 'Hi Bo'],
    ]);
  });

  it('have a first example that also runs in plain Node', async () => {
    const [first = ''] = examplesOf(read('README.md'));
    expect((await runExample(first, { modules: { '@nodetool-ai/sandbox-flow': pack } })).logs).toEqual(['no nodes']);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack)) expect(read('SKILL.md')).toMatch(new RegExp(`^## ${name}\\(`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
    }
  });
});
