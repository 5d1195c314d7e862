/** Reads and writes SRT and WebVTT captions. Every call returns a promise. */

/** One caption. Times are milliseconds, whole numbers from 0 to 3 599 999 999 999. */
export interface SubtitleCue {
  start: number;
  end: number;
  /** Line breaks (as `\n`), tags and character references as written. */
  text: string;
  /** Number or name before the time line. `stringify` numbers cues itself. */
  id?: string;
  /** What follows the time line, such as `align:start`. `stringify` writes it in WebVTT only, at most 1000 characters. */
  settings?: string;
}

/**
 * Reads SRT, or WebVTT when the text begins with `WEBVTT`: at most 5 242 880 characters and 100 000 cues.
 * `NOTE`, `STYLE` and `REGION` blocks are left out; blank text has no cues.
 * @throws codes `subtitle.bad-argument`, `subtitle.bad-format` (with the line), `subtitle.too-large`, `subtitle.too-many`
 * @example
 * await parse('1\n00:00:01,000 --> 00:00:02,500\nHi\n'); // [{ start: 1000, end: 2500, text: 'Hi', id: '1' }]
 */
export function parse(text: string): Promise<SubtitleCue[]>;

/** Options of {@link stringify}. */
export interface SubtitleStringifyOptions {
  /** Default `"SRT"`. */
  format?: 'SRT' | 'WebVTT';
}

/**
 * Writes at most 100 000 cues, numbered from 1. Times are rounded to milliseconds. `-->` and blank lines in a text are
 * refused, since they would begin or end a cue.
 * @throws codes `subtitle.bad-argument` (with the index), `subtitle.too-large`, `subtitle.too-many`
 * @example
 * await stringify([{ start: 1000, end: 2500, text: 'Hi' }]); // '1\n00:00:01,000 --> 00:00:02,500\nHi\n'
 */
export function stringify(cues: readonly SubtitleCue[], options?: SubtitleStringifyOptions | null): Promise<string>;

declare const subtitle: { readonly parse: typeof parse; readonly stringify: typeof stringify };
export default subtitle;
