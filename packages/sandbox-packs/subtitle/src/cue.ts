/** One caption. Times are milliseconds. */
export interface Cue {
  start: number;
  end: number;
  /** Inner line breaks and tags as written. */
  text: string;
  /** Number or name before the time line. */
  id?: string;
  /** What follows the time line, such as `align:start`. */
  settings?: string;
}
