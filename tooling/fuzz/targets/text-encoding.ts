/**
 * `TextDecoder` and `TextEncoder` of the guest against those of Node. The guest's classes run in Node as they are.
 * @module
 */

import * as guest from '../../../packages/sandbox-core/src/guest/encoding.js';
import { encodingFaults, encodingInput } from '../../../packages/sandbox-core/test/encoding-inputs.js';
import { type FuzzTarget, subject } from '../target.js';

/** The same texts, the same bytes, the same errors, also when the bytes come in pieces. */
export const textEncoding: FuzzTarget = {
  name: 'text-encoding',
  open: () =>
    subject({
      cases: encodingInput,
      check(input) {
        const fault = encodingFaults(guest as unknown as Pick<typeof globalThis, 'TextDecoder' | 'TextEncoder'>, input);
        if (fault !== undefined) throw new Error(fault);
      },
    }),
};
