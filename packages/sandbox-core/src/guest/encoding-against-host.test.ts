import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Encodings, encodingFaults, encodingInput, encodingTrace } from '../../test/encoding-inputs.js';
import { bootGuest } from '../../test/guest-realm.js';
import { asciiJson } from '../../test/shared-data.js';
import { TextDecoder as GuestDecoder, TextEncoder as GuestEncoder } from './encoding.js';

/** The guest's classes run in Node as they are, which is what makes so many cases cheap. */
const guestClasses = { TextDecoder: GuestDecoder, TextEncoder: GuestEncoder } as unknown as Encodings;
const SEED = 3629;
const COUNT = 20_000;
const COUNT_IN_ENGINE = 300;

describe(`${COUNT} generated inputs`, () => {
  it('are decoded and encoded as the host does it, whole and in pieces', () => {
    const inputs = fc.sample(encodingInput, { numRuns: COUNT, seed: SEED });
    expect(inputs.flatMap((input) => encodingFaults(guestClasses, input) ?? [])).toEqual([]);
  });

  it(`give the same in the engine as in Node, ${COUNT_IN_ENGINE} of them`, async () => {
    const inputs = fc.sample(encodingInput, { numRuns: COUNT_IN_ENGINE, seed: SEED });
    const guest = await bootGuest();
    try {
      const got = guest.run(`
        const encodingTrace = ${encodingTrace};
        return ${asciiJson(inputs)}.map((input) => encodingTrace({ TextDecoder, TextEncoder }, input));`);
      expect(got).toEqual(inputs.map((input) => encodingTrace(guestClasses, input)));
    } finally {
      guest.dispose();
    }
  });
});
