/**
 * Bytes of media as text.
 * @module
 */

/** Characters of an encoding's name that an error shows. */
const MAX_SHOWN_CHARS = 50;

/**
 * What turns bytes into text by `options.encoding`, a label of the WHATWG Encoding standard; default UTF-8.
 * Invalid sequences become U+FFFD, a byte order mark is taken off.
 * @throws TypeError for anything but a string; RangeError for an unknown label
 */
export function readEncoding(where: string, options: unknown): (bytes: Uint8Array) => string {
  if (options !== undefined && options !== null && typeof options !== 'object') {
    throw new TypeError(`${where}: options must be an object`);
  }
  const given = options !== undefined && options !== null && Object.hasOwn(options, 'encoding');
  const label = given ? ((options as { encoding?: unknown }).encoding ?? 'utf-8') : 'utf-8';
  if (typeof label !== 'string') throw new TypeError(`${where}: encoding must be a string`);
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    const shown = JSON.stringify(label.slice(0, MAX_SHOWN_CHARS));
    throw new RangeError(`${where}: unknown encoding ${shown}. Use a label such as "utf-8", "latin1" or "utf-16le"`);
  }
}
