/**
 * The decimal pack has no caps of its own: a guest's run is bounded by its time and memory. These are the library's.
 * @module
 */

/** Significant digits of a result unless `Decimal.set({ precision })` says otherwise. */
export const DECIMAL_DEFAULT_PRECISION = 20;

/** Most significant digits that `Decimal.set` takes. */
export const DECIMAL_MAX_PRECISION = 1_000_000_000;
