/**
 * Walks over values that cross threads: which buffers can move, and how large a value is.
 * @module
 */

/** Size of a value: bytes of its buffers, and the length its JSON text would have at least. */
export interface ValueSize {
  bytes: number;
  chars: number;
}

/** Visits every value once, without recursion: depth is the caller's to limit. */
function visitValues(root: unknown, visit: (value: unknown) => void): void {
  const seen = new Set<object>();
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    visit(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) continue;
    seen.add(value);
    if (Array.isArray(value) || value instanceof Set) for (const item of value) stack.push(item);
    else if (value instanceof Map) for (const [key, item] of value) stack.push(key, item);
    else for (const key of Object.keys(value)) stack.push((value as Record<string, unknown>)[key]);
  }
}

/**
 * Buffers that can move to the other thread. A view of a part of a buffer stays behind and is copied:
 * the rest of the buffer may belong to someone else (Node's pool).
 */
export function movableBuffers(root: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const shared = new Set<ArrayBuffer>();
  visitValues(root, (value) => {
    if (value instanceof ArrayBuffer) buffers.add(value);
    else if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) {
      if (value.byteLength === value.buffer.byteLength) buffers.add(value.buffer);
      else shared.add(value.buffer);
    }
  });
  return [...buffers].filter((buffer) => !shared.has(buffer) && buffer.byteLength > 0);
}

/** Measures a value; stops counting once either cap is passed. */
export function measureValue(root: unknown): ValueSize {
  const size: ValueSize = { bytes: 0, chars: 0 };
  visitValues(root, (value) => {
    if (typeof value === 'string') size.chars += value.length + 3;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size.bytes += value.byteLength;
    else if (typeof value !== 'object' || value === null) size.chars += 2;
    else if (Array.isArray(value)) size.chars += 2;
    else for (const key of Object.keys(value)) size.chars += key.length + 3;
  });
  return size;
}
