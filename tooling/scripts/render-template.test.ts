import { describe, expect, it } from 'vitest';
import { packageProblems } from './package-shape.mjs';
import { renderTemplate } from './render-template.mjs';

describe('the package template', () => {
  it.each([
    ['package', 'packages/thing'],
    ['pack', 'packages/sandbox-packs/thing'],
  ] as const)('makes a %s of the right shape', (kind, folder) => {
    const files = renderTemplate(kind, { name: 'thing', description: 'Does one thing.' });
    const read = (path: string) => files.get(path);
    expect(packageProblems(folder, read)).toEqual([]);
    expect([...files.values()].join('\n')).not.toMatch(/__[A-Z]+__/);
  });
});
