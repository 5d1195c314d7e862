import { PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { TOKENS_MAX_DECODED_BYTES } from './limits.js';
import type { Encoding } from './load-encoding.js';

/**
 * Text of ids. Bytes that are no UTF-8, such as half a letter at the end, become U+FFFD.
 * @throws {PackInputError} `tokens.bad-argument` with the index of an id that is not in the ranks
 * @throws {PackLimitError} `tokens.too-large`
 */
export function decodeIds(where: string, encoding: Encoding, ids: number[]): string {
  let length = 0;
  const parts = ids.map((id, at) => {
    const bytes = encoding.bytesOf[id];
    if (bytes === undefined) {
      throw new PackInputError(
        where,
        'bad-argument',
        `ids[${at}] is ${id}, which this encoding does not have`,
        'Decode with the encoding that encoded',
      );
    }
    length += bytes.length;
    if (length > TOKENS_MAX_DECODED_BYTES) throw tooLarge(where);
    return bytes;
  });
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index += 1) all[at + index] = part.charCodeAt(index);
    at += part.length;
  }
  // A byte order mark is text like any other.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(all);
}

function tooLarge(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `the text passes ${TOKENS_MAX_DECODED_BYTES} bytes`,
    'Decode in parts',
    'TOKENS_MAX_DECODED_BYTES',
  );
}
