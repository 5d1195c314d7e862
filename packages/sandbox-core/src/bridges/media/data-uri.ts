/**
 * `data:` URIs (RFC 2397), read as a browser reads them (WHATWG Fetch, section "data: URLs").
 * @module
 */
import { MAX_DATA_URI_BYTES } from '../../limits.js';
import { base64Bytes, decodeBase64, encodeBase64 } from './base64.js';
import { limitBytes } from './limit-bytes.js';

/** What a data URI holds. */
export interface DataUri {
  /** Without parameters, lower case. */
  mimeType: string;
  bytes: Uint8Array;
}

const MIME = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Whether a text is a data URI, by its scheme. */
export function isDataUri(text: string): boolean {
  return /^data:/i.test(text);
}

/**
 * Reads a data URI of at most `MAX_DATA_URI_BYTES` bytes, which is checked before it is decoded.
 * @throws TypeError that starts with `where` when it is not one; a limit error when it is too large
 */
export function readDataUri(text: string, where: string): DataUri {
  const comma = text.indexOf(',');
  if (comma < 0) throw new TypeError(`${where}: the data URI has no comma before its data`);
  const head = text.slice('data:'.length, comma).trim();
  const hash = text.indexOf('#', comma);
  const body = text.slice(comma + 1, hash < 0 ? text.length : hash);
  const encoding = /;\s*base64$/i.exec(head);
  const bytes = encoding === null ? plainBytes(body, where) : encodedBytes(body, where);
  return { mimeType: mimeOfHead(encoding === null ? head : head.slice(0, encoding.index)), bytes };
}

function mimeOfHead(head: string): string {
  const essence = (head.split(';', 1)[0] ?? '').trim().toLowerCase();
  return MIME.test(essence) ? essence : 'text/plain';
}

function encodedBytes(body: string, where: string): Uint8Array {
  // Percent escapes are longer than what they stand for, so that they cannot hide a body that is too large.
  const text = body.includes('%') ? latin1(percentDecoded(body, where)) : body;
  limitBytes(where, 'the data URI', base64Bytes(text), MAX_DATA_URI_BYTES, 'MAX_DATA_URI_BYTES');
  return decodeBase64(text, `${where}: the data URI`);
}

function plainBytes(body: string, where: string): Uint8Array {
  const bytes = percentDecoded(body, where);
  limitBytes(where, 'the data URI', bytes.length, MAX_DATA_URI_BYTES, 'MAX_DATA_URI_BYTES');
  return bytes;
}

/** Most characters that one byte takes: a third more for base64, three for each of its digits when they are escaped. */
const MAX_CHARS_PER_BYTE = 4;

function percentDecoded(body: string, where: string): Uint8Array {
  const atLeast = Math.floor(body.length / MAX_CHARS_PER_BYTE);
  limitBytes(where, 'the data URI', atLeast, MAX_DATA_URI_BYTES, 'MAX_DATA_URI_BYTES');
  const source = new TextEncoder().encode(body);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    const byte = source[index] as number;
    const high = byte === 0x25 ? hexDigit(source[index + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(source[index + 2]);
    if (low >= 0) index += 2;
    bytes[length++] = low < 0 ? byte : high * 16 + low;
  }
  return bytes.subarray(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** A data URI of bytes; the media type must hold no comma. */
export function dataUri(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${encodeBase64(bytes)}`;
}
