/**
 * Caps of the expr pack.
 * @module
 */

/** Longest formula, in UTF-16 units. */
export const EXPR_MAX_FORMULA_CHARS = 10_000;

/** Most levels of parentheses and brackets, and of data. */
export const EXPR_MAX_DEPTH = 200;

/** Most values in the variables, and in the result. */
export const EXPR_MAX_ITEMS = 100_000;

/** Longest text and longest array that a formula may build. */
export const EXPR_MAX_BUILT_LENGTH = 1_048_576;

/** Largest number whose factorial is computed; above 170 it is `Infinity`. */
export const EXPR_MAX_FACTORIAL = 1_000_000;

/** Longest computation, in ms; it is looked at every 1000 operations. */
export const EXPR_COMPUTE_TIMEOUT_MS = 4000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const EXPR_CALL_TIMEOUT_MS = 5000;
