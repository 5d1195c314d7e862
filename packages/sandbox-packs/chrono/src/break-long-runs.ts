import { CHRONO_MAX_RUN_CHARS } from './limits.js';

const LONG_GAP = new RegExp(`\\s{${CHRONO_MAX_RUN_CHARS + 1},}`, 'g');
const LONG_NUMBER = new RegExp(`[0-9\uff10-\uff19]{${CHRONO_MAX_RUN_CHARS + 1},}`, 'g');

/**
 * The same text with long runs of digits, and the inside of long runs of white space, turned into NUL, so that places
 * in it stay the same.
 *
 * The library's patterns try every part of such a run: 100 000 spaces took 32 s in German, and take 3 ms so.
 */
export function breakLongRuns(text: string): string {
  return text
    .replace(LONG_GAP, (gap) => `${gap[0]}${'\0'.repeat(gap.length - 2)}${gap.at(-1)}`)
    .replace(LONG_NUMBER, (digits) => '\0'.repeat(digits.length));
}
