/**
 * What may stand where an address could stand: nothing is ever loaded.
 * @module
 */
import { PackFormatError, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/** Names under which addresses are written, in scenes and in SVG. */
export const URL_NAMES: ReadonlySet<string> = new Set(['src', 'source', 'href', 'xlink:href']);

const DATA_URI = /^data:image\/(?:png|jpe?g|webp)(?:;[a-z0-9-]+=[a-z0-9-]+)*;base64,/i;

/** Bytes of a `data:` picture, or `undefined` when the text is no such URI. */
export function bytesOfDataUri(where: string, path: string, uri: string): Uint8Array | undefined {
  const head = DATA_URI.exec(uri.slice(0, 200))?.[0];
  if (head === undefined) return undefined;
  try {
    const binary = atob(uri.slice(head.length));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    throw new PackFormatError(where, 'bad-format', `${path} is not base64`, 'Encode the bytes again');
  }
}

/** `data:` URI of a picture. */
export function dataUriOf(bytes: Uint8Array, format: string): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8190)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 8190))));
  return `data:image/${format};base64,${parts.join('')}`;
}

/**
 * Looks through a text of CSS, or of an attribute that CSS could stand in.
 * @throws {PackInputError} `fabric.unsupported`: `@import`, or `url(…)` of anything but an element of the same document
 */
export function refuseCssUrls(where: string, path: string, text: string): void {
  if (!/[@(\\]/.test(text)) return;
  // An escape can spell any of the words below.
  const css = text
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, hex: string) =>
      String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('\\', '')
    .replace(/\/\*[^*]*\*\//g, '');
  const addresses = [...css.matchAll(/(?:url|src|image|image-set)\s*\(\s*["']?\s*([^\s"')])/gi)];
  if (/@import/i.test(css) || addresses.some(([, first]) => first !== '#')) throw addressRefused(where, path);
}

/** The error for every address. It does not quote it. */
export function addressRefused(where: string, path: string): PackInputError {
  return new PackInputError(
    where,
    'unsupported',
    `${path} points to something outside the document, and nothing is ever loaded`,
    'Pass the bytes, or a data:image/png, data:image/jpeg or data:image/webp URI with base64',
  );
}
