import { describe, expect, it } from 'vitest';
import { CodecError } from './codec-error.js';
import { joinPayload, splitPayload } from './payload.js';

const envelope = Uint8Array.of(23, 0, 9, 1, 1);

describe('a payload', () => {
  it('is the envelope itself when nothing rides beside it', () => {
    expect(joinPayload(envelope, [])).toBe(envelope);
    expect(splitPayload(envelope)).toEqual({ envelope, parts: [] });
  });

  it('gives back what was joined', () => {
    const parts = [Uint8Array.of(1, 2, 3), new Uint8Array(0), new Uint8Array(70_000).fill(9)];
    expect(splitPayload(joinPayload(envelope, parts))).toEqual({ envelope, parts });
  });

  it('refuses counts and lengths that lead outside', () => {
    const whole = joinPayload(envelope, [Uint8Array.of(1, 2, 3)]);
    for (let length = 1; length < whole.length - envelope.length; length++) {
      expect(() => splitPayload(whole.subarray(0, length)), `${length} bytes`).toThrow(CodecError);
    }
    const huge = whole.slice();
    huge.fill(0xff, 1, 5);
    expect(() => splitPayload(huge)).toThrow(CodecError);
  });
});
