/** Name of the stream that holds the document, in a password-protected Office file ([MS-OFFCRYPTO] 2.3.4.4). */
const STREAM_NAME = Uint8Array.from('EncryptedPackage', (letter) => letter.charCodeAt(0));

/** True when an OLE file is the envelope of an encrypted Office document, and not an old binary format. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    // Directory names are UTF-16, little-endian.
    if (STREAM_NAME.every((unit, index) => bytes[at + 2 * index] === unit && bytes[at + 2 * index + 1] === 0)) {
      return true;
    }
  }
  return false;
}
