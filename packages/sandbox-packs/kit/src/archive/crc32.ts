const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/**
 * CRC-32 as ZIP and PNG have it. `previous` is the sum of the bytes before these.
 * @example
 * crc32(new TextEncoder().encode('hi')).toString(16); // "d8932aac"
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous;
  for (let at = 0; at < bytes.length; at += 1) {
    // The index of the table is a byte, and it has 256 values.
    crc = (TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
