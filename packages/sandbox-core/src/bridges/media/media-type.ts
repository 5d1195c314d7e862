/**
 * What the media of a reference are.
 * @module
 */
import { assetTypeOf, mimeOf, UNKNOWN_MIME } from '../../context/mime.js';
import { isDataUri } from './data-uri.js';
import { sniffMime } from './sniff.js';

const DEFAULTS = new Map([
  ['image', 'image/png'],
  ['audio', 'audio/wav'],
  ['video', 'video/mp4'],
]);

/** Type and media type of loaded bytes: what they are comes before what they are said to be. */
export function describeMedia(
  bytes: Uint8Array,
  said: { type?: string | undefined; mimeType?: string | undefined; uri: string },
): { type: string; mimeType: string } {
  const mimeType =
    sniffMime(bytes, said.type) ?? said.mimeType ?? byName(said.uri) ?? DEFAULTS.get(said.type ?? '') ?? UNKNOWN_MIME;
  return { type: said.type ?? assetTypeOf(mimeType), mimeType };
}

function byName(uri: string): string | undefined {
  const path = isDataUri(uri) ? '' : (uri.split(/[?#]/, 1)[0] ?? '');
  const mimeType = mimeOf(path);
  return mimeType === UNKNOWN_MIME ? undefined : mimeType;
}
