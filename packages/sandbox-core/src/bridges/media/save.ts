/**
 * From bytes to a media reference that outlives the run.
 * @module
 */
import type { MediaType } from '@nodetool-ai/protocol/core';
import { extensionFor, mimeOf, UNKNOWN_MIME } from '../../context/mime.js';
import { SandboxLimitError } from '../../errors.js';
import { MAX_DATA_URI_BYTES } from '../../limits.js';
import { cancelledError } from '../answer.js';
import type { RunScope } from '../bridge.js';
import { askContext, has, withoutContext } from '../context-call.js';
import { dataUri } from './data-uri.js';

/** What a program may say of the bytes it saves. */
export interface SaveOptions {
  mimeType?: string;
  filename?: string;
}

/** A reference as builders make it. */
export interface SavedMedia {
  type: MediaType;
  uri: string;
  asset_id: string | null;
  /** Of pictures, sound and film. */
  mimeType?: string;
  metadata?: { filename: string };
}

const DEFAULTS: Record<MediaType, string> = {
  document: UNKNOWN_MIME,
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
};

/** A media type, with parameters that can stand in a data URI. */
const MIME = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ !"$-+\--~]*)?$/;
const MAX_MIME_CHARS = 200;
/** The longest name that common file systems take. */
const MAX_FILE_NAME_CHARS = 255;
/** Separators and control characters: a store may make a file of the name. */
const NO_FILE_NAME = /[/\\\p{Cc}\p{Surrogate}]|^\.{1,2}$/u;

/** Reads the options of a builder. @throws TypeError for a value of the wrong kind, a separator in the file name */
export function readSaveOptions(where: string, given: unknown): SaveOptions {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object') throw new TypeError(`${where}: options must be an object`);
  const mimeType = option(where, given, 'mimeType');
  const filename = option(where, given, 'filename');
  if (mimeType !== undefined && (mimeType.length > MAX_MIME_CHARS || !MIME.test(mimeType))) {
    throw new TypeError(`${where}: mimeType must be a media type such as "image/png"`);
  }
  if (filename !== undefined && (filename.length > MAX_FILE_NAME_CHARS || NO_FILE_NAME.test(filename))) {
    throw new TypeError(
      `${where}: filename must be the plain name of a file, at most ${MAX_FILE_NAME_CHARS} characters, without a path`,
    );
  }
  return { ...(mimeType !== undefined && { mimeType }), ...(filename !== undefined && { filename }) };
}

function option(where: string, given: object, key: string): string | undefined {
  const value = Object.hasOwn(given, key) ? (given as Record<string, unknown>)[key] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new TypeError(`${where}: ${key} must be a string`);
  return value;
}

/**
 * Saves bytes where the context keeps assets, else in its storage, else in the reference itself as a data URI of at
 * most `MAX_DATA_URI_BYTES` (4 MiB).
 *
 * The media type is that of the options, else that of the file name's extension, else the usual one of the type.
 */
export async function saveMedia(
  run: RunScope,
  where: string,
  type: MediaType,
  bytes: Uint8Array,
  options: SaveOptions = {},
): Promise<SavedMedia> {
  const { filename } = options;
  const mimeType = mimeTypeOf(type, options);
  const place = await store(run, where, { type, bytes, mimeType, filename });
  return {
    type,
    ...place,
    ...(type !== 'document' && { mimeType }),
    ...(filename !== undefined && { metadata: { filename } }),
  };
}

/** Saves what a transform made: the caller's own way to keep media wins over the context. */
export async function promoteMedia(
  run: RunScope,
  where: string,
  type: MediaType,
  bytes: Uint8Array,
  options: SaveOptions = {},
): Promise<unknown> {
  const promote = run.options.promoteMedia;
  if (promote === undefined) return saveMedia(run, where, type, bytes, options);
  if (run.isOver()) throw cancelledError();
  return promote(type, bytes, options);
}

function mimeTypeOf(type: MediaType, { mimeType, filename }: SaveOptions): string {
  if (mimeType !== undefined) return mimeType;
  const named = filename === undefined ? UNKNOWN_MIME : mimeOf(filename);
  return named === UNKNOWN_MIME ? DEFAULTS[type] : named;
}

interface Content {
  type: MediaType;
  bytes: Uint8Array;
  mimeType: string;
  filename: string | undefined;
}

async function store(
  run: RunScope,
  where: string,
  { type, bytes, mimeType, filename }: Content,
): Promise<{ uri: string; asset_id: string | null }> {
  const { context } = run.options;
  if (context === undefined || context === null) throw withoutContext(where);
  const extension = extensionOf(filename) ?? extensionFor(mimeType);
  if (has(context, 'createAsset') && (await keepsAssets(run, where))) {
    const name = filename ?? `${type}.${extension}`;
    const asset: unknown = await askContext(run, where, 'createAsset', (host) =>
      host.createAsset({ name, contentType: mimeType, content: bytes }),
    );
    const id = (asset as { id?: unknown } | null | undefined)?.id;
    if (typeof id !== 'string' || id === '') throw new TypeError(`${where}: the host made an asset without an id`);
    return { uri: `asset://${id}`, asset_id: id };
  }
  if (has(context, 'storage')) {
    const key = `sandbox/${globalThis.crypto.randomUUID()}.${extension}`;
    await askContext(run, where, 'storage', ({ storage }) => storage.store(key, bytes, mimeType));
    return { uri: `/api/storage/${key}`, asset_id: null };
  }
  if (bytes.byteLength <= MAX_DATA_URI_BYTES) return { uri: dataUri(mimeType, bytes), asset_id: null };
  throw new SandboxLimitError(
    'MAX_DATA_URI_BYTES',
    `${where}: the context of this run has neither createAsset nor storage, and ${bytes.byteLength} bytes are too many ` +
      `for a data URI, which holds ${MAX_DATA_URI_BYTES}`,
  );
}

/** The class of a context may have the method with nothing behind it; `hasModelInterface` tells. */
async function keepsAssets(run: RunScope, where: string): Promise<boolean> {
  if (!has(run.options.context, 'hasModelInterface')) return true;
  return (await askContext(run, where, 'hasModelInterface', (host) => host.hasModelInterface('createAsset'))) === true;
}

/** An extension that is safe in a key. */
function extensionOf(filename: string | undefined): string | undefined {
  return /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase();
}
