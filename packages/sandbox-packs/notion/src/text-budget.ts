import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { NOTION_MAX_TEXT_CHARS, NOTION_MAX_TEXT_ITEMS } from './limits.js';

/** What one call may still read and write. */
export interface TextBudget {
  /** Counts one item or further line of rich text. */
  item(): void;
  /** Counts characters of the result. */
  chars(count: number): void;
}

/**
 * A fresh budget of 100 000 items and 1 048 576 characters. Everything is counted before it is put together: data may
 * hold one object in many places, and nothing ends a call that runs on the caller's thread.
 */
export function textBudget(where: string): TextBudget {
  let items = NOTION_MAX_TEXT_ITEMS;
  let chars = NOTION_MAX_TEXT_CHARS;
  return {
    item() {
      items -= 1;
      if (items < 0)
        throw overCap(
          where,
          'too-many',
          `${NOTION_MAX_TEXT_ITEMS} items and lines of rich text`,
          'NOTION_MAX_TEXT_ITEMS',
        );
    },
    chars(count) {
      chars -= count;
      if (chars < 0)
        throw overCap(
          where,
          'too-large',
          `a text over the ${NOTION_MAX_TEXT_CHARS} character limit`,
          'NOTION_MAX_TEXT_CHARS',
        );
    },
  };
}

function overCap(where: string, reason: 'too-many' | 'too-large', what: string, limit: string): PackLimitError {
  const told = reason === 'too-many' ? `there are more than ${what}` : `this would give ${what}`;
  return new PackLimitError(where, reason, told, 'Convert fewer at a time', limit);
}
