/**
 * Guest side of the __NAME__ pack.
 * @module
 */
import { __CONSTANT___MAX_TIMES } from './limits.js';

/** The text so many times. */
export function repeat(text: string, times = 2): string {
  if (typeof text !== 'string') throw new TypeError('repeat: the text must be a string. Pass String(value).');
  if (!Number.isInteger(times) || times < 0 || times > __CONSTANT___MAX_TIMES) {
    throw new RangeError(`repeat: times must be a whole number from 0 to ${__CONSTANT___MAX_TIMES}.`);
  }
  return text.repeat(times);
}

const all = Object.freeze({ repeat });
export default all;
