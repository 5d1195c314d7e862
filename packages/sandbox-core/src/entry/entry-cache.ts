/**
 * Entry modules of the programs that were run last: a Code node runs the same body for every item.
 * @module
 */
import { buildEntry, type EntryModule } from './build-entry.js';

const MAX_ENTRIES = 64;
/** Longer programs are parsed each time, so that the cache holds at most a few MB. */
const MAX_CACHED_CHARS = 20_000;

const entries = new Map<string, EntryModule>();

/** {@link buildEntry}, remembered. The result is shared: nobody changes it. */
export function cachedEntry(code: string): EntryModule {
  if (code.length > MAX_CACHED_CHARS) return buildEntry(code);
  const known = entries.get(code);
  if (known !== undefined) return known;
  const entry = buildEntry(code);
  // A map keeps the order of insertion: the first key is the oldest.
  const oldest = entries.size >= MAX_ENTRIES ? entries.keys().next() : undefined;
  if (oldest?.done === false) entries.delete(oldest.value);
  entries.set(code, entry);
  return entry;
}
