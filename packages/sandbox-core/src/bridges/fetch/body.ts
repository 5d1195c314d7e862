/**
 * Reads a body to its end or to a cap, whichever comes first, and makes text of it.
 * @module
 */
import type { HeaderPair, HttpResponse } from './transport.js';

const TRUNCATION_MARK = '\n...[truncated]';

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
  const text = decoderFor(headers).decode(bytes, { stream: isTruncated });
  return isTruncated ? text + TRUNCATION_MARK : text;
}

function decoderFor(headers: readonly HeaderPair[]): InstanceType<typeof TextDecoder> {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;"\s]*))/i.exec(contentType);
  try {
    return new TextDecoder(label?.[1] ?? label?.[2] ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
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
