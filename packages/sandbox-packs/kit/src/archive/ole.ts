const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** True for an OLE container: `.xls`, `.doc`, `.ppt`, and Office files that have a password. */
export function isOleFile(bytes: Uint8Array): boolean {
  return OLE_MAGIC.every((byte, at) => bytes[at] === byte);
}
