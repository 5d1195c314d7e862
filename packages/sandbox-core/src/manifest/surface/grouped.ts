/**
 * Numbers in sentences.
 * @module
 */

/** Digits in groups of three: `10 000`. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
}
