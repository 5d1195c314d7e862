/**
 * Numbers that hold on both sides of the wall: the guest enforces them, the host names and checks them.
 * Imports nothing, so that the guest's own code can be built from it.
 * @module
 */

/** Turns of a loop an author is advised to stay under; enforced by the clock, not by counting. */
export const MAX_LOOP_ITERATIONS = 10_000;
/** Random bytes per call; larger requests are cut to it. */
export const MAX_RANDOM_BYTES = 65_536;
/** Longest single sleep in ms; longer requests wait this long. */
export const MAX_SLEEP_MS = 5000;
/** Calls of `emit` per run. */
export const MAX_EMIT_CALLS = 10_000;
/** Progress reports per run. */
export const MAX_PROGRESS_CALLS = 1000;
/** Shortest time in ms between two progress reports. */
export const PROGRESS_MIN_INTERVAL_MS = 100;
/** Characters of one progress message; the rest is cut. */
export const MAX_PROGRESS_MESSAGE_CHARS = 500;
/** Console lines kept with a result. */
export const MAX_COLLECTED_CONSOLE_LOGS = 10_000;
/** Characters of all console lines kept with a result. */
export const MAX_COLLECTED_CONSOLE_CHARS = 1_000_000;

/** Byte arrays of this size and more ride beside a value: in the tree they would take up several times their size. */
export const MIN_BYTES_BESIDE = 65_536;
/** Levels a value may nest and still cross. */
export const MAX_VALUE_DEPTH = 1000;
/** Characters of a path into a value in an error message; a longer one keeps its end. */
export const MAX_PATH_CHARS = 400;
/** Characters of one key in such a path. */
export const MAX_PATH_KEY_CHARS = 100;

/** Characters of an error's name. */
export const MAX_ERROR_NAME_CHARS = 200;
/** Characters of an error's message. */
export const MAX_ERROR_MESSAGE_CHARS = 10_000;
/** Characters of a stack that is read at all. */
export const MAX_STACK_CHARS = 20_000;
/** Lines of a stack that are kept. */
export const MAX_STACK_LINES = 5;
