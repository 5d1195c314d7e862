import { describe, expect, it } from 'vitest';
import { CodecError } from './codec-error.js';
import { Collections } from './collections.js';

describe('collections of a guest', () => {
  it('hold what they are given, in order', () => {
    const made = new Collections();
    expect(made.map(['a', 1, 'b', 2])).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
    expect([...made.set([3, 1, 3, 2])]).toEqual([3, 1, 2]);
  });

  it('take a million members of every kind that hash apart', () => {
    const members = Array.from({ length: 1_000_000 }, (_, i) => (i % 3 === 0 ? i : i % 3 === 1 ? i + 0.5 : `${i}`));
    expect(new Collections().set(members).size).toBe(1_000_000);
  });

  // V8 hashes a bigint by its lowest 64 bits.
  it('refuse members that share one hash, long before they would all be in place', () => {
    const members = Array.from({ length: 300_000 }, (_, i) => (BigInt(i) << 64n) | 1n);
    expect(() => new Collections().set(members)).toThrow(CodecError);
  });
});
