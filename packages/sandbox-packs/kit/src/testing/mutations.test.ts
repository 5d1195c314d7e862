import { describe, expect, it } from 'vitest';
import { textMutations } from './mutations.js';

describe('textMutations', () => {
  it('gives the same damaged copies for the same seed', () => {
    expect(textMutations('some text', 30, 7)).toEqual(textMutations('some text', 30, 7));
    expect(textMutations('some text', 30, 7)).not.toEqual(textMutations('some text', 30, 8));
  });

  it('cuts off half of them, and changes one character of the others', () => {
    const all = textMutations('a'.repeat(50));
    expect(all).toHaveLength(1000);
    expect(all.filter((copy) => copy.length < 50)).toHaveLength(500);
    expect(all.filter((copy) => copy.length === 50 && copy.replaceAll('a', '').length <= 1)).toHaveLength(500);
    expect(textMutations('', 4).every((copy) => copy.length <= 1)).toBe(true);
  });
});
