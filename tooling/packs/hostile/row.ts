/**
 * One hostile case on the whole road: a program in a guest, the library where it really runs.
 * @module
 */

/** A case, and every outcome that is right. */
export interface HostileRow {
  /** Id of the pack. */
  id: string;
  name: string;
  /** Body of a program; it may use `input`. What it returns or throws is the outcome. */
  code: string;
  /** Built when the case is run. */
  input?: () => unknown;
  /** Codes of errors that are right, `<id>.<reason>` or one of the run, and `answer` when a result is. */
  ends: readonly string[];
  /** The program's own time, in ms; default 90 000. */
  timeoutMs?: number;
}
