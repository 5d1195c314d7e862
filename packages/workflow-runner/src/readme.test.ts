import { readFileSync } from 'node:fs';
import { WORKFLOW_ERROR_CODES } from '@nodetool-ai/protocol';
import { expect, it } from 'vitest';
import { createNodeRegistry } from './node/index.js';

it('names every code with its sentence, and every node', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const [code, sentence] of Object.entries(WORKFLOW_ERROR_CODES))
    expect(readme).toContain(`| \`${code}\` | ${sentence} |`);
  for (const { type } of createNodeRegistry().list()) {
    const short = `\`.${type.split('.').at(-1)}\``;
    expect(readme.includes(`\`${type}\``) || readme.includes(short), type).toBe(true);
  }
});
