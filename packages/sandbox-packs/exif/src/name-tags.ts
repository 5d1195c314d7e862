/**
 * Tags by number to tags by name, values as plain data.
 * @module
 */
import { library } from './library.js';
import { isDateTag, zoneTrueDate } from './zone-true-dates.js';

/** A value of a tag. */
export type TagValue = string | number | Uint8Array | TagValue[];
/** Tags of the blocks of a file, as the library reads them without translating. */
export type TagBlocks = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

// Windows' own strings: UTF-16, always little-endian.
const UTF16_TAGS = [0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f];
/** A later block wins over an earlier one, as in the library. */
const BLOCKS = ['ihdr', 'ifd0', 'exif', 'gps'] as const;

/**
 * One record of all blocks. Names come from files too: they become own keys and nothing else.
 * @param isRaw - keeps codes instead of words
 */
export function nameTags(blocks: TagBlocks, isRaw: boolean): Map<string, TagValue> {
  const named = new Map<string, TagValue>();
  for (const block of BLOCKS) {
    for (const [key, value] of Object.entries(blocks[block] ?? {})) {
      const tag = /^\d+$/.test(key) ? Number(key) : undefined;
      const name = tag === undefined ? key : (library.tagKeys.get(block)?.get(tag) ?? key);
      const read = tag === undefined ? value : readValue(blocks, block, tag, value, isRaw);
      const plain = toPlain(read);
      if (plain !== undefined && !(isCoordinate(name) && !Number.isFinite(plain))) named.set(name, plain);
    }
  }
  return named;
}

function readValue(blocks: TagBlocks, block: string, tag: number, value: unknown, isRaw: boolean): unknown {
  if (block !== 'gps' && isDateTag(tag)) return zoneTrueDate(tag, value, blocks['exif'] ?? {});
  if (UTF16_TAGS.includes(tag) && value instanceof Uint8Array)
    return new TextDecoder('utf-16le').decode(value).replace(/\0+$/, '');
  const revive = library.tagRevivers.get(block)?.get(tag);
  if (revive) return revive(value);
  return isRaw ? value : wordOf(block, tag, value);
}

function wordOf(block: string, tag: number, value: unknown): unknown {
  const words = library.tagValues.get(block)?.get(tag);
  const code = value instanceof Uint8Array && value.length === 1 ? value[0] : value;
  if (!words || (typeof code !== 'number' && typeof code !== 'string')) return value;
  return Object.hasOwn(words, String(code)) ? words[String(code)] : value;
}

function isCoordinate(name: string): boolean {
  return name === 'latitude' || name === 'longitude';
}

function toPlain(value: unknown): TagValue | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  // Views share the file's memory.
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)))
    return Array.from(value as ArrayLike<unknown>, toPlain).filter((item) => item !== undefined);
  return undefined;
}
