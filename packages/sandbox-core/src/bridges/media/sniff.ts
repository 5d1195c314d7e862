/**
 * Media types by the first bytes of a file: what a file is, whatever it is called.
 * @module
 */

/** Bytes that are looked at, the longest chain of markers included. */
const HEAD_BYTES = 64;

/** Brands of the ISO base media container that are no video. */
const ISO_BRANDS = new Map([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ['M4A ', 'audio/mp4'],
  ['M4B ', 'audio/mp4'],
  ['qt  ', 'video/quicktime'],
]);
const RIFF_FORMS = new Map([
  ['WEBP', 'image/webp'],
  ['WAVE', 'audio/wav'],
  ['AVI ', 'video/x-msvideo'],
]);
const STARTS: readonly (readonly [start: string, mime: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
  ['%PDF-', 'application/pdf'],
];

/**
 * Media type of bytes, or `undefined` when they start like nothing known. Containers that hold sound or film are told
 * apart by `type`, what the bytes are said to be.
 */
export function sniffMime(bytes: Uint8Array, type?: string): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const known = STARTS.find(([start]) => head.startsWith(start));
  if (known !== undefined) return known[1];
  if (head.startsWith('RIFF')) return RIFF_FORMS.get(head.slice(8, 12));
  if (head.startsWith('ftyp', 4)) {
    return ISO_BRANDS.get(head.slice(8, 12)) ?? (type === 'audio' ? 'audio/mp4' : 'video/mp4');
  }
  if (head.startsWith('OggS')) return type === 'video' ? 'video/ogg' : 'audio/ogg';
  if (head.startsWith('\x1a\x45\xdf\xa3')) return matroska(head, type);
  return isMpegAudio(bytes) ? 'audio/mpeg' : undefined;
}

/** The document type stands near the start of the header (RFC 9559, section 8). */
function matroska(head: string, type: string | undefined): string {
  const kind = type === 'audio' ? 'audio' : 'video';
  return head.includes('webm') ? `${kind}/webm` : `${kind}/x-matroska`;
}

/** A frame of MPEG audio, layer III. Reserved values are refused, so that a byte order mark does not pass for one. */
function isMpegAudio(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const bitRate = third >> 4;
  return version !== 1 && layer === 1 && bitRate !== 0 && bitRate !== 15 && ((third >> 2) & 3) !== 3;
}
