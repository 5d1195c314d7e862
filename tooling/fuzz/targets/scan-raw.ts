/**
 * The scan of what the engine's writer made: it sees the same hostile bytes before the decoder does.
 * @module
 */
import fc from 'fast-check';
import { scanRaw } from '../../../packages/sandbox-core/src/codec/scan-raw.js';
import { payloadBytes } from '../generate/payload-bytes.js';
import { type FuzzTarget, subject } from '../target.js';

/** It never throws, and what it tells is of the documented shape. */
export const scanRawTarget: FuzzTarget = {
  name: 'scan-raw',
  open: () =>
    subject({
      cases: fc.tuple(payloadBytes, fc.constantFrom<(0 | 1 | 2)[]>(0, 1, 2)),
      check([bytes, mode]) {
        const verdict = scanRaw(bytes, mode);
        if (verdict.verdict === 'pack' || verdict.verdict === 'raw') return;
        const { keys, inArrays } = verdict;
        const isList = keys === null || (keys.length <= 64 && keys.every((key) => typeof key === 'string'));
        if (verdict.verdict !== 'look' || mode === 0 || typeof inArrays !== 'boolean' || !isList) {
          throw new Error(`the verdict ${JSON.stringify(verdict)}`);
        }
      },
    }),
};
