/**
 * Texts to ids.
 * @module
 */
import { TOKENS_MAX_IDS } from './limits.js';
import type { Encoding } from './load-encoding.js';
import { pieceMerger } from './merge-piece.js';
import { tooManyIds } from './read-arguments.js';

/** Number of tokens of a text. Special tokens in it are ordinary text. */
export function countTokens(encoding: Encoding, text: string): number {
  let count = 0;
  forEachId(encoding, text, () => {
    count += 1;
  });
  return count;
}

/**
 * Ids of a text. Special tokens in it are ordinary text.
 * @throws {PackLimitError} `tokens.too-many`
 */
export function encodeText(where: string, encoding: Encoding, text: string): number[] {
  const ids: number[] = [];
  forEachId(encoding, text, (id) => {
    if (ids.length === TOKENS_MAX_IDS) throw tooManyIds(where, 'the text has');
    ids.push(id);
  });
  return ids;
}

function forEachId(encoding: Encoding, text: string, emit: (id: number) => void): void {
  const merge = pieceMerger(encoding);
  for (const [piece] of text.matchAll(new RegExp(encoding.pattern, 'gu'))) merge(byteString(piece), emit);
}

const encoder = new TextEncoder();

function byteString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  const bytes = encoder.encode(text);
  let result = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) result += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return result;
}
