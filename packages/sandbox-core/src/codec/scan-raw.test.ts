import { beforeAll, describe, expect, it } from 'vitest';
import { scanRaw } from './scan-raw.js';
import { type GuestHarness, startGuest } from './testing/engine-harness.js';

let guest: GuestHarness;
beforeAll(async () => {
  guest = await startGuest();
});

const verdictOf = (expression: string, mode: 0 | 1 | 2) =>
  scanRaw(guest.raw(expression, mode).bytes as Uint8Array, mode);

describe('the scan of what the engine wrote', () => {
  // 128 bytes and more have a length of two bytes.
  it.each(['0n', '-1n', '2n ** 70n', '2n ** 1100n', '-(2n ** 20000n)'])(
    'goes on right behind the bigint %s',
    (bigint) => {
      expect(verdictOf(`[${bigint}, [ , 1]]`, 0)).toEqual({ verdict: 'pack' });
      expect(verdictOf(`({ a: ${bigint}, b: [ , 1] })`, 0)).toEqual({ verdict: 'pack' });
      expect(verdictOf(`[${bigint}, /x/]`, 0)).toEqual({ verdict: 'pack' });
      expect(verdictOf(`[${bigint}, Symbol()]`, 0)).toEqual({ verdict: 'pack' });
      expect(verdictOf(`[${bigint}, 1, "text", ${bigint}]`, 0)).toEqual({ verdict: 'raw' });
      expect(verdictOf(`({ a: ${bigint}, b: { c: {} } })`, 1)).toEqual({
        verdict: 'look',
        keys: ['b', 'c'],
        inArrays: false,
      });
    },
  );
});
