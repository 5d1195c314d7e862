/** The part of a file of language data that holds the network; the engine needs no other. */
const NETWORK_PART = 17;
const MAX_PARTS = 1000;

/**
 * Whether bytes are a file of language data with a network in it: a count of parts, then the offset of each, −1 for
 * those that are absent.
 */
export function isLanguageData(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const tableEnd = 4 + count * 8;
  if (count <= NETWORK_PART || count > MAX_PARTS || tableEnd > bytes.length) return false;
  const offsets = Array.from({ length: count }, (_, part) => Number(view.getBigInt64(4 + part * 8, true)));
  return offsets.every((offset, part) => {
    if (offset === -1) return part !== NETWORK_PART;
    return offset >= tableEnd && offset < bytes.length;
  });
}
