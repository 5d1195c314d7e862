/**
 * Defaults of the yaml pack. They guard a program against its own input; the run's memory and time stay the hard bound.
 * @module
 */

/** Most aliases in one document; the library has no bound of its own. */
export const YAML_MAX_ALIASES = 100_000;

/** Deepest nesting of collections. */
export const YAML_MAX_DEPTH = 100;

/** Most keys that merges may add, over all documents of a text. */
export const YAML_MAX_TOTAL_MERGE_KEYS = 10_000;
