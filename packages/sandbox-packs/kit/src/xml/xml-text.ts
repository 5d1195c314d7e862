import { PackFormatError, PackInputError } from '../errors.js';

const DECLARED_ENCODING = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/**
 * XML text from bytes (UTF-8 or UTF-16, by byte order mark or declaration) or from text, without a byte order mark and
 * with every line break as LF.
 * @throws {PackFormatError} `<id>.bad-format` for bytes that are not in their encoding
 * @throws {PackInputError} `<id>.unsupported` for other encodings
 * @see https://www.w3.org/TR/xml/#sec-guessing
 */
export function toXmlText(where: string, label: string, input: string | Uint8Array): string {
  const text = typeof input === 'string' ? input.replace(/^\ufeff/, '') : decode(where, label, input);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function decode(where: string, label: string, bytes: Uint8Array): string {
  const encoding = encodingOf(where, label, bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new PackFormatError(where, 'bad-format', `${label} is not valid ${encoding}`, 'Encode it as UTF-8');
  }
}

function encodingOf(where: string, label: string, bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, '');
  const declared = DECLARED_ENCODING.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  if (['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(declared)) return 'utf-8';
  throw new PackInputError(where, 'unsupported', `${label} is in the encoding ${declared}`, 'Encode it as UTF-8');
}
