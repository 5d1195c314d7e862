/**
 * From a media reference to its bytes.
 * @module
 */
import { MAX_MEDIA_REF_BYTES } from '../../limits.js';
import { cancelledError } from '../answer.js';
import type { BridgeCall, RunScope } from '../bridge.js';
import { askContext, has } from '../context-call.js';
import { guardedDownload } from '../fetch/fetch.js';
import { createWorkspaceAccess } from '../workspace/access.js';
import { base64Bytes, decodeBase64 } from './base64.js';
import { bytesOf } from './bytes-of.js';
import { isDataUri, readDataUri } from './data-uri.js';
import { limitBytes } from './limit-bytes.js';
import { climbs, filePath, type LocatorKind, locatorKind, storageKey, storageLocator } from './locator.js';
import { type MediaRef, readRef } from './ref.js';

/** Bytes of a reference, where they were found, and what their source calls them. */
export interface LoadedMedia {
  bytes: Uint8Array;
  /** The locator that led to them; of inline data the first one, or none. */
  uri: string;
  mimeType?: string | undefined;
}

/** One attempt: which call of which run it is for, and what could have served it but is not there. */
interface Attempt {
  run: RunScope;
  call: BridgeCall;
  where: string;
  missing: Set<string>;
}

type Found = { bytes: Uint8Array; mimeType?: string | undefined } | undefined;
type Source = (attempt: Attempt, locator: string) => Found | Promise<Found>;

/**
 * Loads the bytes of a reference: inline data, else its locators in order, until one leads somewhere.
 *
 * At most `MAX_MEDIA_REF_BYTES` (16 MiB), checked before they are read where their source tells its size, and again
 * after. A URL is fetched under the guard of `fetch` and counts as one of its calls; a path is one of the workspace.
 *
 * @throws an error that names the reference when nothing is found, with the code `ENOENT` when nothing was lacking that
 *   could have found it; what the source throws
 */
export async function loadRef(run: RunScope, call: BridgeCall, where: string, ref: MediaRef): Promise<LoadedMedia> {
  const inline = inlineData(where, ref);
  if (inline !== undefined) return { ...inline, uri: ref.locators[0] ?? '' };
  const attempt: Attempt = { run, call, where, missing: new Set() };
  for (const locator of ref.locators) {
    const found = await SOURCES[locatorKind(locator)](attempt, locator);
    if (found === undefined) continue;
    limitBytes(where, 'the media', found.bytes.byteLength);
    return { ...found, uri: locator };
  }
  const missing = [...attempt.missing].map((member) => ` The context of this run has no ${member}.`).join('');
  const error = new Error(`${where}: nothing was found for the reference ${ref.shown}.${missing}`);
  throw missing === '' ? Object.assign(error, { code: 'ENOENT' }) : error;
}

/**
 * The bytes of a reference that is given to a transform. Without a context the loader of the caller is asked.
 * @throws an error that asks for a handle or bytes when there is neither
 */
export async function loadInput(run: RunScope, call: BridgeCall, where: string, given: unknown): Promise<Uint8Array> {
  const ref = readRef(where, given);
  const { context, resolveMediaRef } = run.options;
  if (context !== undefined && context !== null) return (await loadRef(run, call, where, ref)).bytes;
  const inline = inlineData(where, ref);
  if (inline !== undefined) return inline.bytes;
  if (resolveMediaRef === undefined) {
    throw new Error(`${where}: the reference ${ref.shown} cannot be loaded without a context; pass a handle or bytes`);
  }
  if (run.isOver()) throw cancelledError();
  const bytes = bytesOf(await resolveMediaRef(where, given));
  if (bytes === undefined) throw noBytes(where);
  limitBytes(where, 'the media', bytes.byteLength);
  return bytes;
}

function inlineData(where: string, { data }: MediaRef): Found {
  if (data === undefined) return undefined;
  if (typeof data !== 'string') {
    limitBytes(where, 'the data', data.byteLength);
    return { bytes: data };
  }
  if (isDataUri(data)) return readDataUri(data, where);
  limitBytes(where, 'the data', base64Bytes(data));
  return { bytes: decodeBase64(data, `${where}: data of the reference`) };
}

const SOURCES: Record<LocatorKind, Source> = {
  async asset({ run, where, missing }, locator) {
    if (climbs(locator)) return undefined;
    if (!has(run.options.context, 'resolveAssetBytes')) return lacks(missing, 'resolveAssetBytes');
    const answer: unknown = await askContext(run, where, 'resolveAssetBytes', (context) =>
      context.resolveAssetBytes(locator),
    );
    // The places that were tried are the host's own affair.
    return found(where, (answer as { bytes?: unknown } | null | undefined)?.bytes);
  },

  async storage({ run, where, missing }, locator) {
    const key = storageKey(locator);
    if (key === undefined) return undefined;
    if (!has(run.options.context, 'storage')) return lacks(missing, 'storage');
    for (const uriOrKey of [key, storageLocator(key)]) {
      const bytes = await askContext(run, where, 'storage', ({ storage }) => storage.retrieve(uriOrKey));
      if (bytes !== null && bytes !== undefined) return found(where, bytes);
    }
    return undefined;
  },

  data: ({ where }, locator) => readDataUri(locator, where),

  async http({ run, call, where }, locator) {
    const { bytes, contentType } = await guardedDownload(run, locator, {
      maxBytes: MAX_MEDIA_REF_BYTES,
      where,
      signal: call.signal,
    });
    return { bytes, mimeType: contentType?.split(';', 1)[0]?.trim().toLowerCase() || undefined };
  },

  async file({ run, where }, locator) {
    const request = { name: where, paths: [filePath(locator, where)] as const, maxReadBytes: MAX_MEDIA_REF_BYTES };
    const access = run.own(createWorkspaceAccess);
    const facts = await access.stat(request);
    if (facts === undefined) return undefined;
    if (facts.isFile) limitBytes(where, 'the file', facts.size);
    return { bytes: await access.read(request) };
  },

  unknown: () => undefined,
};

function lacks(missing: Set<string>, member: string): undefined {
  missing.add(member);
}

function found(where: string, value: unknown): Found {
  if (value === null || value === undefined) return undefined;
  const bytes = bytesOf(value);
  if (bytes === undefined) throw noBytes(where);
  return { bytes };
}

function noBytes(where: string): Error {
  return new TypeError(`${where}: the host gave something else than bytes for the reference`);
}
