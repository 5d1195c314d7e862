import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { SUPABASE_MAX_URL_CHARS } from './limits.js';

/** Counts the characters that a URL is to hold, and refuses more than 65 536. Gives its text back. */
export type CharBudget = (text: string) => string;

/** A fresh budget. Lists are counted item by item: one long text held in many places must not be put together first. */
export function charBudget(where: string, label: string): CharBudget {
  let left = SUPABASE_MAX_URL_CHARS;
  return (text) => {
    left -= text.length + 1;
    if (left >= 0) return text;
    throw new PackLimitError(
      where,
      'too-large',
      `${label} is over the ${SUPABASE_MAX_URL_CHARS} character limit of a URL`,
      'Ask for fewer rows at a time',
      'SUPABASE_MAX_URL_CHARS',
    );
  };
}
