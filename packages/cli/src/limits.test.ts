import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as limits from './limits.js';

it('has every number in the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(limits)) {
    expect(readme).toContain(`| \`${name}\` | ${String(value).replace(/\B(?=(?:\d{3})+$)/g, ' ')} `);
  }
});
