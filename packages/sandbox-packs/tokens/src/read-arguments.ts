/**
 * Texts and lists of ids as they come from the guest.
 * @module
 */
import { kindOf, PackInputError, PackLimitError, readText } from '@nodetool-ai/sandbox-pack-kit';
import { TOKENS_MAX_IDS, TOKENS_MAX_TEXT_CHARS } from './limits.js';

/** A text whose lone surrogates are U+FFFD, as UTF-8 has none. */
export function readTokenText(where: string, value: unknown): string {
  return readText(where, 'text', value, TOKENS_MAX_TEXT_CHARS).replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * A list of whole numbers from 0.
 * @throws {PackInputError} `tokens.bad-argument` with the index
 * @throws {PackLimitError} `tokens.too-many`
 */
export function readIds(where: string, value: unknown): number[] {
  if (!Array.isArray(value)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `ids must be an array, not ${kindOf(value)}`,
      'Pass what encode gave',
    );
  }
  if (value.length > TOKENS_MAX_IDS) throw tooManyIds(where, 'ids has');
  return Array.from(value, (id: unknown, at) => {
    if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
    const what = typeof id === 'number' ? 'this number' : kindOf(id);
    throw new PackInputError(
      where,
      'bad-argument',
      `ids[${at}] must be a whole number from 0, not ${what}`,
      'Pass what encode gave',
    );
  });
}

/** The refusal of too many ids; `who` begins the sentence. */
export function tooManyIds(where: string, who: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `${who} more than ${TOKENS_MAX_IDS} ids`,
    'Take the text in parts',
    'TOKENS_MAX_IDS',
  );
}
