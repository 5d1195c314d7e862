import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import rules from './rules.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Rules that are not about the core as it is: the store of media that are transformed comes later. */
const LATER = ['R35'];

describe('the rules of the core', () => {
  it('are numbered without a gap', () => {
    const all = Array.from({ length: 43 }, (_, index) => `R${index + 1}`).filter((id) => !LATER.includes(id));
    expect(rules.map(({ id }) => id)).toEqual(all);
  });

  it.each(rules)('$id names tests that exist', ({ rule, tests }) => {
    expect(rule).toMatch(/\.$/);
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(existsSync(`${root}${file}`), file).toBe(true);
      expect(title.length, title).toBeGreaterThan(8);
      expect(readFileSync(`${root}${file}`, 'utf8'), `${file} has the title`).toContain(title);
    }
  });
});
