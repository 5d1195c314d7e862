/**
 * Reads a body to its end or to a cap, whichever comes first, and makes text of it.
 * @module
 */
import { TRUNCATION_MARK } from '../../codec/normal-form.js';
import { headerOf } from './headers.js';
import type { HeaderPair, HttpResponse } from './transport.js';

/** What was read. */
export interface ReadBody {
  bytes: Uint8Array;
  isTruncated: boolean;
}

/** At most `maxBytes`, counted as they come out of decompression. Past them the connection is closed. */
export async function readBody(response: HttpResponse, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    if (chunk.byteLength === 0) continue;
    const room = maxBytes - length;
    if (chunk.byteLength > room) {
      chunks.push(chunk.subarray(0, room));
      response.close();
      return { bytes: joined(chunks, maxBytes), isTruncated: true };
    }
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  return { bytes: joined(chunks, length), isTruncated: false };
}

/** Text in the charset of the content type, else in UTF-8. A cut body loses the character that was cut in two. */
export function textOf({ bytes, isTruncated }: ReadBody, headers: readonly HeaderPair[]): string {
  const decoder = decoderFor(headers);
  const text = decoder.decode(bytes, { stream: isTruncated });
  const corrected = decoder.encoding === 'windows-1252' ? withoutControls(text) : text;
  return isTruncated ? corrected + TRUNCATION_MARK : corrected;
}

function decoderFor(headers: readonly HeaderPair[]): InstanceType<typeof TextDecoder> {
  const contentType = headerOf(headers, 'content-type') ?? '';
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;"\s]*))/i.exec(contentType);
  try {
    return new TextDecoder(label?.[1] ?? label?.[2] ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

/** What the bytes 0x80 to 0x9F stand for in windows-1252. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Node 20 and 22 read windows-1252 as Latin-1: the euro sign becomes a control character. */
function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] as string);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
