/**
 * Names of the guest functions that the host calls.
 * @module
 */

/**
 * `setup` and `begin` start a run, `settle` answers bridge calls, `writeBack` reads globals at its end, `describe`
 * reads an error. `watch` and `watched` stand around packs that are evaluated to see what they depend on, `prepared` comes after those
 * that are evaluated ahead of a run. `getPrototypeOf` is the engine's own: called with nothing it throws, and its error tells the place.
 */
export const ENGINE_ENTRIES = [
  'setup',
  'begin',
  'settle',
  'writeBack',
  'describe',
  'getPrototypeOf',
  'watch',
  'watched',
  'prepared',
] as const;

/** One of {@link ENGINE_ENTRIES}. */
export type EngineEntry = (typeof ENGINE_ENTRIES)[number];
