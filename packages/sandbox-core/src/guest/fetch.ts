/**
 * `fetch`: makes plain data of a request, and a plain object of the answer. The host checks everything again.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { viewBytes } from './bytes.js';
import { frozen } from './frozen.js';
import { limitKey } from './host-error.js';
import { defineHidden, defineVisible } from './own-property.js';
import {
  ArrayIsArray,
  JSONParse,
  JSONStringify,
  ObjectFreeze,
  ObjectKeys,
  ObjectPrototype,
  promiseThen,
  promiseWithResolvers,
  ReflectGetPrototypeOf,
  StringOf,
  StringPrototypeToLowerCase,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypeErrorClass,
  uncurry,
} from './primordials.js';
import { resolvedWith } from './settled.js';
import { adviceFor } from './to-bytes.js';
import { URLSearchParams } from './url-search-params.js';

/** What the host answers; header names are in lower case and come once. */
interface Answer {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  url: string;
  redirected: boolean;
  truncated: boolean;
  text: string;
  bytes: Uint8Array;
}

const Bytes = Uint8Array;
const InternalErrorPrototype = (globalThis as unknown as { InternalError: ErrorConstructor }).InternalError.prototype;
const formTextOf = uncurry(URLSearchParams.prototype.toString) as (params: unknown) => string;

/** Makes `fetch`. */
export function createFetch(bridge: GuestBridge): (url: unknown, options?: unknown) => Promise<unknown> {
  return ObjectFreeze((url: unknown, options?: unknown) => {
    let request: unknown[];
    try {
      request = [urlOf(url), optionsOf(options)];
    } catch (error) {
      return refused(bridge, error);
    }
    return promiseThen(bridge.call('fetch', request), resultOf);
  });
}

/** A call that cannot be made counts as well, and the host counts. */
function refused(bridge: GuestBridge, error: unknown): Promise<unknown> {
  const { promise, reject } = promiseWithResolvers<unknown>();
  promiseThen(bridge.call('fetch', []), reject, (answer: unknown) =>
    reject(limitKey(answer) === undefined ? error : answer),
  );
  return promise;
}

/** `null` for what is no URL: the host refuses it. */
function urlOf(url: unknown): string | null {
  if (typeof url === 'string') return url;
  if (typeof url !== 'object' || url === null) return null;
  const { href } = url as { href?: unknown };
  return typeof href === 'string' ? href : null;
}

function optionsOf(options: unknown): unknown {
  if (options === undefined || options === null) return undefined;
  if (typeof options !== 'object') throw new TypeErrorClass('fetch: options must be an object');
  const { method, headers, body, redirect, timeoutMs } = options as Record<string, unknown>;
  const content = bodyOf(body);
  return {
    method: primitive(method),
    headers: headersOf(headers),
    body: content.body,
    contentType: content.type,
    redirect: primitive(redirect),
    timeoutMs: primitive(timeoutMs),
  };
}

/** The host refuses `null` for each of them, and no large value crosses for nothing. */
function primitive(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' || value === undefined ? value : null;
}

function headersOf(headers: unknown): [string, string][] | undefined {
  if (headers === undefined || headers === null) return undefined;
  const pairs: [string, string][] = [];
  if (ArrayIsArray(headers)) {
    for (let index = 0; index < headers.length; index++) {
      const pair: unknown = headers[index];
      if (!ArrayIsArray(pair) || pair.length !== 2) throw new TypeErrorClass(NO_HEADERS);
      addHeader(pairs, pair[0], pair[1]);
    }
    return pairs;
  }
  if (typeof headers !== 'object') throw new TypeErrorClass(NO_HEADERS);
  const prototype = ReflectGetPrototypeOf(headers);
  // The entries of a map are no properties: it would silently count as no headers at all.
  if (prototype !== null && prototype !== ObjectPrototype) throw new TypeErrorClass(NO_HEADERS);
  const names = ObjectKeys(headers);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    addHeader(pairs, name, (headers as Record<string, unknown>)[name]);
  }
  return pairs;
}

const NO_HEADERS = 'fetch: headers must be a plain object or an array of [name, value] pairs';

function addHeader(pairs: [string, string][], name: unknown, value: unknown): void {
  if (value === undefined || value === null) return;
  defineVisible(pairs, pairs.length, [StringOf(name), StringOf(value)]);
}

/** Text or bytes, and the type that goes with them when the program names none. */
function bodyOf(body: unknown): { body?: string | Uint8Array; type?: string } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return { body };
  const bytes = viewBytes(body);
  if (bytes !== undefined) return { body: bytes };
  const form = formText(body);
  if (form !== undefined) return { body: form, type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  const advice = adviceFor(body);
  if (advice !== '') throw new TypeErrorClass('fetch: body is a promise' + advice);
  const json = JSONStringify(body) as string | undefined;
  if (json === undefined) throw new TypeErrorClass('fetch: body must be text, bytes or data, got a ' + typeof body);
  return { body: json, type: 'application/json' };
}

function formText(body: unknown): string | undefined {
  try {
    return formTextOf(body);
  } catch {
    return undefined;
  }
}

/** Plain data that can be returned, emitted and printed; its methods are there and not listed. */
function resultOf(answer: unknown): object {
  const { status, statusText, headers: pairs, url, redirected, truncated, text, bytes } = answer as Answer;
  const headers = {};
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as [string, string];
    defineVisible(headers, StringPrototypeToLowerCase(pair[0]), pair[1]);
  }
  const result = {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers,
    url,
    redirected,
    truncated,
    body: text,
    json: parsed(text),
  };
  const methods = frozen({
    text: (): Promise<string> => resolvedWith(text),
    bytes: (): Promise<Uint8Array> => resolvedWith(copyOf(bytes)),
    arrayBuffer: (): Promise<ArrayBuffer> => resolvedWith(copyOf(bytes).buffer as ArrayBuffer),
  });
  defineHidden(result, 'text', methods.text);
  defineHidden(result, 'bytes', methods.bytes);
  defineHidden(result, 'arrayBuffer', methods.arrayBuffer);
  return result;
}

function parsed(text: string): unknown {
  try {
    return JSONParse(text);
  } catch (error) {
    // Memory that is used up is no property of the text. The engine may throw `null` for it.
    if (error === null || ReflectGetPrototypeOf(error as object) === InternalErrorPrototype) throw error;
    return undefined;
  }
}

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = new Bytes(TypedArrayPrototypeGetLength(bytes));
  TypedArrayPrototypeSet(copy, bytes);
  return copy;
}
