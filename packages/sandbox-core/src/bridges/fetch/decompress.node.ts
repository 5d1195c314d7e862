/**
 * Content codings of a response body, taken off while it comes in. Nothing is collected here, so that a body of 10 MB
 * that stands for 10 GB costs what is read of it.
 * @module
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** More codings than any server uses. Each one multiplies the work that a small body can cause. */
const MAX_CODINGS = 5;

const hasZstd = typeof (zlib as { createZstdDecompress?: unknown }).createZstdDecompress === 'function';

/** What a request says it accepts. */
export const ACCEPT_ENCODING = hasZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/** The body without its codings (RFC 9110, section 8.4). A coding nobody knows leaves the body as it came. */
export async function* decompressed(body: Readable, contentEncoding: string | undefined): AsyncGenerator<Uint8Array> {
  const codings = codingsOf(contentEncoding);
  let stream = body;
  for (const coding of codings.reverse()) {
    const first = await peek(stream);
    // No body at all, as after HEAD, is no broken body.
    if (first === undefined) return;
    const decoder = decoderOf(coding, first);
    if (decoder === undefined) break;
    // An error of one stream ends the others; the reader below gets it.
    stream = pipeline(stream, decoder, () => undefined);
  }
  for await (const chunk of stream) yield chunk as Uint8Array;
}

function codingsOf(contentEncoding: string | undefined): string[] {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    throw new Error(
      `fetch: the body of the answer has ${codings.length} content codings; at most ${MAX_CODINGS} are read`,
    );
  }
  return codings;
}

function decoderOf(coding: string, firstByte: number): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      // Meant is zlib's format; some servers send bare deflate. Only zlib's first byte says 8 in its lower half.
      return (firstByte & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return hasZstd ? (zlib as unknown as { createZstdDecompress(): Transform }).createZstdDecompress() : undefined;
    default:
      return undefined;
  }
}

/** The first byte of a stream, which stays in it; `undefined` when it ends without one. */
async function peek(stream: Readable): Promise<number | undefined> {
  if (stream.readableLength === 0) await change(stream);
  if (stream.errored !== null) throw stream.errored;
  const chunk = stream.read() as Buffer | null;
  if (chunk === null) return undefined;
  stream.unshift(chunk);
  return chunk[0];
}

/** Until there is something to read, or certainly nothing any more. */
function change(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  const events = ['readable', 'end', 'error', 'close'];
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}
