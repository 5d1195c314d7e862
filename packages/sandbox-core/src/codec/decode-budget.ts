/**
 * What decoding one payload may cost the host.
 * @module
 */
import { MAX_VALUE_DEPTH } from '../guest-limits.js';
import { CodecError } from './codec-error.js';
import { TAG_ARRAY_BUFFER, TAG_MAP, TAG_SET, TAG_TYPED_ARRAY } from './format.js';

/** What one payload may cost the host. */
export interface DecodeBudget {
  /** Bytes read, parts that are referred to again counted each time; default 512 MiB. */
  maxBytes: number;
  /** Values made; default 10 000 000. */
  maxValues: number;
  /** Nesting of user values; default 1000. */
  maxDepth: number;
}

export const DEFAULT_DECODE_BUDGET: DecodeBudget = {
  maxBytes: 512 * 1024 * 1024,
  maxValues: 10_000_000,
  maxDepth: MAX_VALUE_DEPTH,
};

/**
 * What repeats of shared parts may cost, in values and bytes. A guest pays for a repeat with two bytes, whatever stands
 * behind it, so that these bounds are narrower than those of values it wrote out.
 */
const MAX_REPEATED_VALUES = 2_000_000;
const MAX_REPEATED_BYTES = 64 * 1024 * 1024;
/** A byte array, a `Map` or a `Set` costs as much as so many plain values. */
const VALUES_PER_EXOTIC = 16;

/** What is left for the repeats of one payload. */
export class RepeatBudget {
  private valuesLeft = MAX_REPEATED_VALUES;
  private bytesLeft = MAX_REPEATED_BYTES;

  /** A value with this tag is made again. */
  spendValue(tag: number): void {
    const isExotic = tag === TAG_MAP || tag === TAG_SET || tag === TAG_TYPED_ARRAY || tag === TAG_ARRAY_BUFFER;
    this.valuesLeft -= isExotic ? VALUES_PER_EXOTIC : 1;
    if (this.valuesLeft < 0)
      throw new CodecError('budget', 'the value repeats more shared parts than can cross at once');
  }

  /** So many bytes are read again. */
  spendBytes(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) throw tooManyBytes();
  }
}

/** The refusal of a payload that takes too many bytes, repeats counted. */
export function tooManyBytes(): CodecError {
  return new CodecError('budget', 'the value takes more bytes than can cross at once');
}
