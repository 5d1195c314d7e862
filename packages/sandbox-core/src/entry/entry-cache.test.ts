import { describe, expect, it } from 'vitest';
import { buildEntry } from './build-entry.js';
import { cachedEntry } from './entry-cache.js';

describe('cachedEntry', () => {
  it('gives what buildEntry gives, and the same object again', () => {
    const entry = cachedEntry('return 1');
    expect(entry).toEqual(buildEntry('return 1'));
    expect(cachedEntry('return 1')).toBe(entry);
  });

  it('forgets the oldest program when it is full, and keeps no long one', () => {
    const first = cachedEntry('return "first"');
    for (let i = 0; i < 64; i++) cachedEntry(`return ${i + 100}`);
    expect(cachedEntry('return "first"')).not.toBe(first);
    const long = `return "${'x'.repeat(30_000)}"`;
    expect(cachedEntry(long)).not.toBe(cachedEntry(long));
  });
});
