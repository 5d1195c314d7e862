import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

describe('repeat', () => {
  it('gives the text so many times, twice when nobody says', () => {
    expect(guest.run('return [pack.repeat("ab", 3), pack.repeat("ab"), pack.repeat("ab", 0)]')).toEqual([
      'ababab',
      'abab',
      '',
    ]);
  });
});
