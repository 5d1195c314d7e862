/**
 * Readers of the texts of an event. What they give can start no line and no property of its own.
 * @module
 */
import { type OptionReader, PackInputError, readText } from '@nodetool-ai/sandbox-pack-kit';
import { ICS_MAX_TEXT_CHARS } from './limits.js';
import type { TextSlots } from './text-slots.js';

type TextReader = OptionReader<string | undefined>;

// RFC 5545, 3.1: a value may hold no control character but the tab.
const CONTROL = /(?![\t\n])\p{Cc}|\p{Surrogate}/gu;
const TOKEN = /^[A-Za-z0-9-]{1,100}$/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}\p{Cc}\p{Surrogate}]+$/iu;
const EMAIL = /^[^\s@:;,"<>()[\]\\\p{Cc}\p{Surrogate}]{1,200}@[^\s@:;,"<>()[\]\\\p{Cc}\p{Surrogate}]{1,250}$/u;
const RULE_PART = /^[A-Z][A-Z0-9-]*=[A-Za-z0-9,+:-]+$/;

/** Readers over the slots of one call. */
export interface TextFields {
  /** Free text that the library escapes in its own way; the slot holds it escaped. */
  text: TextReader;
  /** Free text as a quoted parameter, such as the name of an attendee. */
  parameter: TextReader;
  address: TextReader;
  email: TextReader;
  /** Letters, digits and hyphens. */
  token: TextReader;
  recurrenceRule: TextReader;
}

/** Makes the readers. `undefined` stays `undefined`. */
export function textFields(slots: TextSlots): TextFields {
  const reader =
    (read: (where: string, label: string, text: string) => string): TextReader =>
    (where, label, value) => {
      if (value === undefined) return undefined;
      const text = readText(where, label, value, ICS_MAX_TEXT_CHARS);
      slots.count(text.length);
      return read(where, label, text);
    };
  const checked = (pattern: RegExp, wanted: string, keep: (text: string) => string): TextReader =>
    reader((where, label, text) => {
      if (pattern.test(text)) return keep(text);
      throw new PackInputError(
        where,
        'bad-argument',
        `${label} is no ${wanted}: ${JSON.stringify(text.slice(0, 60))}`,
        `Pass ${wanted.startsWith('e') ? 'an' : 'a'} ${wanted} without spaces and line breaks`,
      );
    });
  return {
    text: reader((_where, _label, text) => slots.put(escapeText(text))),
    parameter: reader((_where, _label, text) => slots.put(escapeParameter(text))),
    address: checked(ADDRESS, 'web address', (text) => slots.put(text, 'address')),
    email: checked(EMAIL, 'e-mail address', (text) => slots.put(text, 'email')),
    token: checked(TOKEN, 'word of letters, digits and hyphens', (text) => text),
    recurrenceRule: reader((where, label, text) => {
      const parts = text.split(';');
      if (parts.every((part) => RULE_PART.test(part)) && parts.some((part) => part.startsWith('FREQ=')))
        return slots.put(text);
      throw new PackInputError(
        where,
        'bad-argument',
        `${label} is no recurrence rule: ${JSON.stringify(text.slice(0, 60))}`,
        'Use for example "FREQ=WEEKLY;COUNT=4", without "RRULE:"',
      );
    }),
  };
}

// RFC 5545, 3.3.11.
function escapeText(text: string): string {
  return cleanText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

// RFC 6868: a quoted parameter has no other way to hold a quote.
function escapeParameter(text: string): string {
  return cleanText(text).replace(/\^/g, '^^').replace(/\n/g, '^n').replace(/"/g, "^'");
}

function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, '\ufffd');
}
