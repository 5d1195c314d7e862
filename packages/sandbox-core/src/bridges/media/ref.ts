/**
 * Media references as guests write them, read with care.
 * @module
 */
import { MEDIA_HANDLE_MARKER } from '../../guest/media-keys.js';
import { MAX_MEDIA_LOCATOR_CHARS } from '../../limits.js';
import { bytesOf } from './bytes-of.js';
import { isDataUri } from './data-uri.js';
import { isFileLocator, LOCATOR_KEYS } from './locator.js';

/** Characters of a reference that an error shows. */
const MAX_SHOWN_CHARS = 200;

/** A reference that can be looked up: what it says of itself, and where it says its bytes are. */
export interface MediaRef {
  type?: string;
  mimeType?: string;
  /** Bytes, base64 or a data URI. */
  data?: Uint8Array | string;
  /** In the order in which they are tried. */
  locators: readonly string[];
  /** As error texts show it. */
  shown: string;
}

/**
 * Reads a reference: an object with some of `type, uri, asset_id, data, asset_uri, url`. Own properties only, so that a
 * key `__proto__` gives nothing away.
 *
 * @throws TypeError for anything but an object, a value of the wrong kind, and one that names nothing; an error that
 *   contains `not available in this run` for a handle
 */
export function readRef(where: string, value: unknown): MediaRef {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Array.isArray(value)) {
    throw new TypeError(`${where} expects a media reference: an object with a uri, asset_id, url or data`);
  }
  refuseHandle(where, value);
  const text = (key: string) => textOf(where, value, key);
  const data = own(value, 'data') ?? undefined;
  const bytes = typeof data === 'string' ? data : bytesOf(data);
  if (data !== undefined && bytes === undefined) {
    throw new TypeError(`${where}: data of the reference must be bytes, base64 or a data URI`);
  }
  const type = text('type');
  const mimeType = text('mimeType');
  const found = LOCATOR_KEYS.map((key) => locatorOf(key, text(key))).filter((one) => one !== undefined);
  const ref: MediaRef = {
    ...(type !== undefined && { type }),
    ...(mimeType !== undefined && { mimeType }),
    ...(bytes !== undefined && bytes !== '' && { data: bytes }),
    locators: inOrder(found),
    shown: shownRef(value),
  };
  for (const locator of ref.locators) refuseHandleUri(where, locator);
  if (ref.data === undefined && ref.locators.length === 0) {
    throw new TypeError(
      `${where}: the reference ${ref.shown} names nothing; it needs asset_uri, asset_id, url, uri or data`,
    );
  }
  return ref;
}

/** Handles are made by transforms. One that no transform of this run made is forged, or from another run. */
export function refuseHandle(where: string, value: object): void {
  const marker = own(value, MEDIA_HANDLE_MARKER);
  if (marker === undefined) return;
  const name = typeof marker === 'string' ? ` ${JSON.stringify(marker.slice(0, MAX_SHOWN_CHARS))}` : '';
  throw new Error(
    `${where}: the handle${name} is not available in this run. Use the reference or the bytes it came from`,
  );
}

function refuseHandleUri(where: string, locator: string): void {
  if (/^sandbox:/i.test(locator)) refuseHandle(where, { [MEDIA_HANDLE_MARKER]: locator });
}

/** A file is looked for only where nothing else is named: a name may well be that of a file by chance. */
function inOrder(found: readonly string[]): readonly string[] {
  const distinct = [...new Set(found)];
  const others = distinct.filter((locator) => !isFileLocator(locator));
  return others.length > 0 ? others : distinct;
}

function locatorOf(key: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return key === 'asset_id' && !text.includes('://') ? `asset://${text}` : text;
}

function textOf(where: string, value: object, key: string): string | undefined {
  const text = own(value, key);
  if (text === undefined || text === null || text === '') return undefined;
  if (typeof text !== 'string') throw new TypeError(`${where}: ${key} of the reference must be a string`);
  if (text.length <= MAX_MEDIA_LOCATOR_CHARS || isDataUri(text)) return text;
  throw new TypeError(
    `${where}: ${key} of the reference has ${text.length} characters; at most ${MAX_MEDIA_LOCATOR_CHARS} are read`,
  );
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** Inline data says nothing to a reader, and may be large. */
function shownRef(value: object): string {
  const parts: Record<string, unknown> = {};
  for (const key of ['type', ...LOCATOR_KEYS]) {
    const part = own(value, key);
    if (typeof part === 'string') parts[key] = part.slice(0, MAX_SHOWN_CHARS);
  }
  const text = JSON.stringify(parts);
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS)}…`;
}
