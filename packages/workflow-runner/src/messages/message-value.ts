/**
 * Values as messages carry them: plain JSON of a bounded size.
 * @module
 */
import { MAX_MESSAGE_VALUE_BYTES, PREVIEW_CHARS } from '../kernel/limits.js';

const MAX_DEPTH = 200;

/**
 * The value itself when its JSON is at most `maxBytes` (default 256 KiB) and holds no bytes;
 * else `{ __truncated__: true, bytes, preview }`. The edge of the graph always carries the whole value.
 */
export function messageValue(value: unknown, maxBytes = MAX_MESSAGE_VALUE_BYTES): unknown {
  if (value === undefined) return null;
  const size = measure(value, 0);
  if (size.bytes <= maxBytes && size.isPlain) return value;
  return { __truncated__: true, bytes: size.bytes, preview: preview(value) };
}

/** Bytes of JSON text, close enough to decide; byte arrays count as they are. */
function measure(value: unknown, depth: number): { bytes: number; isPlain: boolean } {
  if (depth > MAX_DEPTH) return { bytes: 0, isPlain: false };
  if (typeof value === 'string') return { bytes: value.length + 2, isPlain: true };
  if (typeof value === 'number') return { bytes: 8, isPlain: Number.isFinite(value) };
  if (value === null || typeof value === 'boolean') return { bytes: 5, isPlain: true };
  if (value instanceof Uint8Array) return { bytes: value.byteLength, isPlain: false };
  if (typeof value !== 'object') return { bytes: 4, isPlain: false };
  let bytes = 2;
  let isPlain =
    Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  for (const [key, item] of Object.entries(value)) {
    const inner = measure(item, depth + 1);
    bytes += inner.bytes + (Array.isArray(value) ? 1 : key.length + 4);
    isPlain &&= inner.isPlain;
  }
  return { bytes, isPlain };
}

function preview(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, PREVIEW_CHARS);
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  const head = Array.isArray(value) ? value.slice(0, 20) : value;
  let room = 2000;
  const text = JSON.stringify(head, (_key, item: unknown) => {
    if (typeof item === 'bigint') return String(item);
    if (item instanceof Uint8Array) return `[${item.byteLength} bytes]`;
    const short = typeof item === 'string' && item.length > 100 ? `${item.slice(0, 100)}…` : item;
    room -= typeof short === 'string' ? short.length : 4;
    return room < 0 ? undefined : Array.isArray(short) ? short.slice(0, 20) : short;
  });
  return (text ?? String(value)).slice(0, PREVIEW_CHARS);
}
