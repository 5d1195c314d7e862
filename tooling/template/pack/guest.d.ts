/** __DESCRIPTION__ Plain calls, no promises. */

/**
 * The text so many times.
 * @param times whole number 0…1000, default 2
 * @throws TypeError for a text that is no string, RangeError for another number
 * @example
 * repeat('ab', 3); // 'ababab'
 */
export declare function repeat(text: string, times?: number): string;

declare const all: { readonly repeat: typeof repeat };
export default all;
