/**
 * Texts of a calendar, kept away from the library and put into the lines it has laid out.
 *
 * The library folds a line in time that grows with its square, checks addresses with a pattern that backtracks, and
 * escapes three of its fields. So it sees short stand-ins only.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { ICS_MAX_TEXT_CHARS } from './limits.js';

const STAND_IN = /(?:http:\/\/|slot@)?x(\d+)\.slot\.invalid/g;

/** Holds the texts of one call. */
export interface TextSlots {
  /** Keeps a text as it will be written, and gives its stand-in. */
  put(text: string, kind?: 'text' | 'address' | 'email'): string;
  /** Counts the characters of a text as the caller passed it. */
  count(chars: number): void;
  /** A line of the library with its texts. */
  fill(line: string): string;
}

/** @throws {PackLimitError} `ics.too-large` from `count` */
export function textSlots(where: string): TextSlots {
  const texts: string[] = [];
  let chars = 0;
  return {
    count(more) {
      chars += more;
      if (chars <= ICS_MAX_TEXT_CHARS) return;
      throw new PackLimitError(
        where,
        'too-large',
        `all texts have more than ${ICS_MAX_TEXT_CHARS} characters, the character limit of a calendar`,
        'Write several calendars',
        'ICS_MAX_TEXT_CHARS',
      );
    },
    put(text, kind = 'text') {
      const name = `x${texts.push(text) - 1}.slot.invalid`;
      if (kind === 'address') return `http://${name}`;
      return kind === 'email' ? `slot@${name}` : name;
    },
    fill: (line) => line.replace(STAND_IN, (_all, index: string) => texts[Number(index)] ?? ''),
  };
}
