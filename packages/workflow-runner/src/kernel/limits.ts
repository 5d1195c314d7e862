/**
 * Every limit of the runner: a sentence, a unit, a default.
 * @module
 */

/** Values that wait on one edge before its producer is held; grows only when the whole run is stuck. Count. */
export const DEFAULT_BUFFER_LIMIT = 256;

/** Values that may ever wait on one edge, or be collected into one list. Count. */
export const MAX_PENDING_VALUES = 100_000;

/** Time a cancelled node has to stop before the run ends without it. Milliseconds. */
export const DEFAULT_CANCEL_GRACE_MS = 5000;

/** Messages kept in a result; listeners get all of them. Count. */
export const DEFAULT_MAX_MESSAGES = 10_000;

/** Size of a value in a message before a preview takes its place. Bytes of JSON. */
export const MAX_MESSAGE_VALUE_BYTES = 256 * 1024;

/** Text of a value that stands in for one too large. UTF-16 units. */
export const PREVIEW_CHARS = 500;
