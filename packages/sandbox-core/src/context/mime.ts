/**
 * Media types by file extension, and kinds of assets by media type.
 * @module
 */
import type { AssetType } from '@nodetool-ai/protocol/core';

/** Media type of a file whose extension says nothing. */
export const UNKNOWN_MIME = 'application/octet-stream';

/** The first extension of a type is the one that files of the type are given. */
const TYPES: readonly (readonly [mime: string, ...extensions: string[]])[] = [
  ['image/png', 'png'],
  ['image/jpeg', 'jpg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/svg+xml', 'svg'],
  ['image/avif', 'avif'],
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
  ['audio/mp4', 'm4a'],
  ['audio/aac', 'aac'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/quicktime', 'mov'],
  ['application/pdf', 'pdf'],
  ['application/json', 'json'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['text/html', 'html', 'htm'],
  ['application/zip', 'zip'],
];

const MIME_BY_EXTENSION = new Map(TYPES.flatMap(([mime, ...extensions]) => extensions.map((one) => [one, mime])));
const EXTENSION_BY_MIME = new Map(TYPES.map(([mime, extension]) => [mime, extension ?? 'bin']));

/**
 * Media type of a file, by the extension of its name; the case does not matter.
 * An unknown extension, or none, gives `application/octet-stream`.
 *
 * @example
 * mimeOf('photos/Cat.JPG'); // 'image/jpeg'
 */
export function mimeOf(path: string): string {
  return MIME_BY_EXTENSION.get(extensionOf(path)) ?? UNKNOWN_MIME;
}

/** Extension that a file of this media type is given, without the dot; parameters are ignored. Unknown: `bin`. */
export function extensionFor(mime: string): string {
  return EXTENSION_BY_MIME.get(essence(mime)) ?? 'bin';
}

/**
 * Kind of an asset with this media type; parameters (`; charset=…`) are ignored.
 * PDF is a document, JSON and `text/*` are text, what is neither picture, sound nor film is a plain asset.
 */
export function assetTypeOf(mime: string): AssetType {
  const type = essence(mime);
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('text/') || type === 'application/json') return 'text';
  return type === 'application/pdf' ? 'document' : 'asset';
}

function essence(mime: string): string {
  return (mime.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** What stands after the last dot of the last part of a path, in lower case; a name such as `.env` has none. */
function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
