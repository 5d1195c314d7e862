/** An OLE container, as far as its first bytes and one name of a stream in it tell. */
export function oleFile(streamName: string): Uint8Array {
  const bytes = new Uint8Array(4096);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  bytes.set(Buffer.from(streamName, 'utf16le'), 1024);
  return bytes;
}

/** Beginning of a PNG that says it is of some size; `length` bytes in all, none of them pixels. */
export function pngHeader(width: number, height: number, length = 33): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}
