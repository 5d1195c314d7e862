import { describe, expect, it } from 'vitest';
import { CodecError } from './codec-error.js';
import { decodeEnvelope } from './decode.js';
import { encodeEnvelope } from './encode.js';
import { joinPayload } from './payload.js';

/** The envelope of a tree and its patches, as a guest would write it. */
function envelopeOf(tree: unknown, patches: unknown[]): Uint8Array {
  const bytes = encodeEnvelope([tree, patches]);
  // `encodeEnvelope` puts a list of one around its value; the list of two is the envelope itself.
  const at = bytes.indexOf(9);
  return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 2));
}

describe('bytes beside a tree', () => {
  it('come in with the class and the length they left with', () => {
    const envelope = envelopeOf({ a: null, b: null }, [
      [['a'], 'bytes', [0, 'Uint16Array']],
      [['b'], 'bytes', [1, 'ArrayBuffer']],
    ]);
    const decoded = decodeEnvelope(joinPayload(envelope, [Uint8Array.of(1, 0, 2, 0), Uint8Array.of(9)]));
    expect(decoded).toEqual({ a: Uint16Array.of(1, 2), b: Uint8Array.of(9).buffer });
  });

  it.each([
    [
      'a part twice',
      [
        [['a'], 'bytes', [0, 'Uint8Array']],
        [['b'], 'bytes', [0, 'Uint8Array']],
      ],
    ],
    ['a part that is not there', [[['a'], 'bytes', [1, 'Uint8Array']]]],
    ['a class that does not exist', [[['a'], 'bytes', [0, 'Array']]]],
    ['a class that the length does not fit', [[['a'], 'bytes', [0, 'Float64Array']]]],
    ['no number', [[['a'], 'bytes', null]]],
    ['a function that nobody gave', [[['a'], 'fn', 1]]],
  ])('are refused when the patches name %s', (_, patches) => {
    const payload = joinPayload(envelopeOf({ a: null, b: null }, patches), [Uint8Array.of(1, 2, 3, 4)]);
    expect(() => decodeEnvelope(payload)).toThrow(CodecError);
  });
});
