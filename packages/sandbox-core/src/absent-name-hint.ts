/**
 * What to say when a program uses a global that other environments have and this one has not.
 * @module
 */
import { ABSENT_ADVICE, LATER_ADVICE, MISSING_ADVICE } from './manifest/absent.js';

const HINTS = new Map<string, string>([
  ...Object.entries(ABSENT_ADVICE),
  ...Object.entries(MISSING_ADVICE),
  ...Object.entries(LATER_ADVICE).map(([name, advice]): [string, string] => [
    name,
    `${name} is not available in this version of the sandbox. ${advice}`,
  ]),
]);

/**
 * A sentence for a `ReferenceError` about a known name that is absent: what is missing and what to use instead.
 * `undefined` for every other name.
 * @example
 * absentNameHint('setTimeout'); // 'Timers do not exist in the sandbox. Use `await sleep(ms)`.'
 */
export function absentNameHint(name: string): string | undefined {
  return HINTS.get(name);
}
