/**
 * The form of everything that leaves a run as data: JSON semantics plus byte arrays.
 * @module
 */
import { MAX_VALUE_DEPTH } from '../guest-limits.js';
import { MAX_OUTPUT_SIZE } from '../limits.js';
import { CodecError, pathText } from './codec-error.js';
import { defineOwn } from './define-own.js';
import { boxed, hostKindOf } from './host-brands.js';

/** How a value is brought into normal form. */
export interface NormalFormOptions {
  /** `result`: a cyclic value becomes its text. `emit`: it is refused. Default `result`. */
  mode?: 'result' | 'emit';
  /** What error messages call the value; default `value`. */
  what?: string;
}

/** A result within its limits. */
export interface BoundedResult {
  value: unknown;
  isTruncated: boolean;
  /** Set when truncated: names both sizes. */
  warning?: string;
  /** Set when the value must not be delivered: byte arrays past a limit. */
  limit?: { key: 'runMediaBytes' | 'maxOutputSize'; message: string };
}

/** A bigint becomes decimals in more than linear time, on the caller's thread: a second for about eight million bits. */
const MAX_BIGINT_HEX_DIGITS = 1 << 20;
/** What stands in the place of a text's cut-off end. */
export const TRUNCATION_MARK = '\n...[truncated]';
/** From here on ancestors are remembered: a cycle passes any depth, plain data rarely gets there. */
const CYCLE_WATCH_DEPTH = 24;

/**
 * Applies the output table: `undefined`, functions and symbols go or become `null`, dates become ISO strings, bigints
 * decimal strings, a `Map` with string keys an object, other collections arrays, every byte value a `Uint8Array`
 * over exactly its bytes. `toJSON` functions are honoured.
 *
 * Parts that are in normal form already are not copied; a value wholly in it is returned itself.
 *
 * @throws CodecError `promise`; `depth` past 1000 levels; `cycle` in mode `emit`; `budget` for bigints of more than
 *   four million bits in all
 */
export function toNormalForm(value: unknown, options: NormalFormOptions = {}): unknown {
  const walk: Walk = { path: [], ancestors: new Set(), what: options.what ?? 'value', hexDigits: 0 };
  try {
    return normal(walk, value, '', 0) ?? null;
  } catch (error) {
    if (error instanceof CodecError && error.code === 'cycle' && options.mode !== 'emit') return textOfCyclic(value);
    throw error;
  }
}

interface Walk {
  path: (string | number)[];
  ancestors: Set<object>;
  what: string;
  /** Of the bigints so far. */
  hexDigits: number;
}

/** `undefined` means: nothing to write here. */
function normal(walk: Walk, input: unknown, key: string | number, depth: number): unknown {
  let value = input;
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function' && !ArrayBuffer.isView(value)) value = toJSON.call(value, String(key));
  }
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) return null;
      return Object.is(value, -0) ? 0 : value;
    case 'bigint':
      return decimals(walk, value);
    case 'object':
      return value === null ? null : normalObject(walk, value, depth + 1);
    default:
      return undefined;
  }
}

function decimals(walk: Walk, value: bigint): string {
  if (BigInt.asIntN(64, value) !== value) walk.hexDigits += value.toString(16).length;
  if (walk.hexDigits <= MAX_BIGINT_HEX_DIGITS) return value.toString();
  throw new CodecError(
    'budget',
    `${walk.what} holds bigints of more than ${4 * MAX_BIGINT_HEX_DIGITS} bits in all. Turn them into text or bytes first`,
    walk.path.slice(),
  );
}

function normalObject(walk: Walk, value: object, depth: number): unknown {
  if (Array.isArray(value)) return guarded(walk, value, depth, () => normalArray(walk, value, depth));
  const kind = hostKindOf(value);
  switch (kind) {
    case 'date': {
      const time = Date.prototype.getTime.call(value);
      return Number.isNaN(time) ? null : new Date(time).toISOString();
    }
    case 'regexp': {
      const { source, flags } = value as RegExp;
      return `/${source}/${flags}`;
    }
    case 'typed-array':
    case 'data-view': {
      const { buffer, byteOffset, byteLength } = value as Uint8Array;
      return exactBytes(value, buffer, byteOffset, byteLength);
    }
    case 'buffer':
      return exactBytes(value, value as ArrayBuffer, 0, (value as ArrayBuffer).byteLength);
    case 'boxed': {
      const inner = boxed(value);
      return typeof inner === 'symbol' ? {} : normal(walk, inner, '', depth);
    }
    case 'promise':
      throw new CodecError(
        'promise',
        `${pathText(walk.path, walk.what)} is a promise that was not awaited`,
        walk.path.slice(),
      );
    case 'map':
      return guarded(walk, value, depth, () => normalMap(walk, value as Map<unknown, unknown>, depth));
    case 'set':
      return guarded(walk, value, depth, () => normalArray(walk, [...(value as Set<unknown>)], depth));
    case 'error':
      return guarded(walk, value, depth, () => {
        const { name, message } = value as Error;
        const parts: Record<string, unknown> = {
          name: typeof name === 'string' ? name : 'Error',
          message: typeof message === 'string' ? message : '',
        };
        if (Object.hasOwn(value, 'cause')) parts['cause'] = (value as Error).cause;
        return normalProperties(walk, parts, depth, false);
      });
    default: {
      const isPlain = Object.getPrototypeOf(value) === Object.prototype;
      return guarded(walk, value, depth, () =>
        normalProperties(walk, value as Record<string, unknown>, depth, !isPlain),
      );
    }
  }
}

function guarded(walk: Walk, value: object, depth: number, read: () => unknown): unknown {
  if (depth > MAX_VALUE_DEPTH) {
    throw new CodecError(
      'depth',
      `${pathText(walk.path, walk.what)} nests deeper than ${MAX_VALUE_DEPTH} levels`,
      walk.path.slice(),
    );
  }
  if (depth < CYCLE_WATCH_DEPTH) return read();
  if (walk.ancestors.has(value)) {
    throw new CodecError(
      'cycle',
      `${walk.what} contains a cycle: it refers back to a value that holds it`,
      walk.path.slice(),
    );
  }
  walk.ancestors.add(value);
  const result = read();
  walk.ancestors.delete(value);
  return result;
}

function normalArray(walk: Walk, array: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  const { length } = array;
  for (let i = 0; i < length; i++) {
    const element = array[i];
    walk.path.push(i);
    const result = normal(walk, element, i, depth) ?? null;
    walk.path.pop();
    if (copy) copy.push(result);
    else if (!Object.is(result, element)) {
      copy = array.slice(0, i);
      copy.push(result);
    }
  }
  return copy ?? array;
}

function normalProperties(walk: Walk, object: Record<string, unknown>, depth: number, mustCopy: boolean): unknown {
  const keys = Object.keys(object);
  let copy: Record<string, unknown> | undefined = mustCopy ? {} : undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const member = object[key];
    walk.path.push(key);
    const result = normal(walk, member, key, depth);
    walk.path.pop();
    if (copy === undefined && (result === undefined || !Object.is(result, member))) {
      copy = {};
      for (let j = 0; j < i; j++) defineOwn(copy, keys[j] as string, object[keys[j] as string]);
    }
    if (copy !== undefined && result !== undefined) defineOwn(copy, key, result);
  }
  return copy ?? object;
}

function normalMap(walk: Walk, map: Map<unknown, unknown>, depth: number): unknown {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === 'string')) return normalArray(walk, entries, depth);
  const object: Record<string, unknown> = {};
  for (const [key, member] of entries as [string, unknown][]) defineOwn(object, key, member);
  return normalProperties(walk, object, depth, false);
}

/** The value itself when it is a plain `Uint8Array` that owns exactly its bytes, else a copy that is. */
function exactBytes(value: object, buffer: ArrayBufferLike, offset: number, length: number): Uint8Array {
  const isExact =
    value instanceof Uint8Array &&
    Object.getPrototypeOf(value) === Uint8Array.prototype &&
    buffer instanceof ArrayBuffer &&
    buffer.byteLength === length;
  return isExact ? value : new Uint8Array(buffer, offset, length).slice();
}

function textOfCyclic(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '[object Object]';
  }
}

/**
 * Size of a value in normal form: length of its JSON text with each byte array written as `null`, and the sum of
 * the bytes. In UTF-16 units and bytes.
 *
 * @param enough - a length that is certainly not passed may be answered with any number up to this one
 */
export function jsonLength(value: unknown, enough = 0): { chars: number; bytes: number } {
  const size: Size = { bytes: 0, hasBytes: false, mostChars: 0 };
  measure(value, size);
  if (size.mostChars <= enough) return { chars: size.mostChars, bytes: size.bytes };
  // A replacer makes the engine call back for every value; plain data does not need it.
  const replacer = size.hasBytes ? byBytes(() => null) : undefined;
  return { chars: jsonText(value, replacer)?.length ?? Number.POSITIVE_INFINITY, bytes: size.bytes };
}

/** JSON text, or `undefined` when it is longer than any text of the host can be. */
function jsonText(value: unknown, replacer?: (key: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, replacer) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Size {
  bytes: number;
  hasBytes: boolean;
  /** What the JSON text is certainly not longer than. */
  mostChars: number;
}

/** The longest escape, `\\ud800`, takes six characters. */
const MOST_CHARS_PER_UNIT = 6;
/** The longest number is like `-1.2345678901234567e-300`. */
const MOST_CHARS_OF_NUMBER = 25;

function measure(value: unknown, size: Size): void {
  if (typeof value === 'string') size.mostChars += 2 + MOST_CHARS_PER_UNIT * value.length;
  else if (typeof value !== 'object' || value === null) size.mostChars += MOST_CHARS_OF_NUMBER;
  else if (value instanceof Uint8Array) {
    size.bytes += value.length;
    size.hasBytes = true;
    size.mostChars += 4;
  } else if (Array.isArray(value)) {
    size.mostChars += 2 + value.length;
    for (const member of value as unknown[]) measure(member, size);
  } else {
    size.mostChars += 2;
    for (const key of Object.keys(value)) {
      size.mostChars += 4 + MOST_CHARS_PER_UNIT * key.length;
      measure((value as Record<string, unknown>)[key], size);
    }
  }
}

/**
 * Brings a result into normal form and within its limits. A string past `maxOutputSize` is cut; anything else past it
 * becomes its JSON text, with byte arrays shown as `"[N bytes]"`, cut.
 *
 * @param isNormal - the value is known to be in normal form
 * @throws CodecError as {@link toNormalForm}
 */
export function boundResult(
  value: unknown,
  limits: { maxOutputSize: number; runMediaBytes?: number },
  isNormal = false,
): BoundedResult {
  const { maxOutputSize, runMediaBytes = Number.POSITIVE_INFINITY } = limits;
  const data = isNormal ? value : toNormalForm(value, { what: 'result' });
  const { chars, bytes } = jsonLength(data, maxOutputSize);
  if (bytes > runMediaBytes) {
    const message = `the result holds ${bytes} bytes of binary data; the limit runMediaBytes is ${runMediaBytes}`;
    return { value: null, isTruncated: false, limit: { key: 'runMediaBytes', message } };
  }
  if (chars <= maxOutputSize) return { value: data, isTruncated: false };
  const text =
    typeof data === 'string'
      ? data
      : jsonText(
          data,
          byBytes((array) => `[${array.length} bytes]`),
        );
  if (text === undefined) {
    const message = `the result as JSON is longer than a text can be; maxOutputSize is ${maxOutputSize}. Hand it out in parts with emit`;
    return { value: null, isTruncated: false, limit: { key: 'maxOutputSize', message } };
  }
  const cut = truncate(text, maxOutputSize);
  if (cut === data) return { value: data, isTruncated: false }; // only its quotes and escapes were over
  return {
    value: cut,
    isTruncated: true,
    warning: `the result is ${chars} characters as JSON and was cut to maxOutputSize, ${maxOutputSize}`,
  };
}

/**
 * Brings a host value into the output normal form and within `maxOutputSize`, as a run does with its result.
 *
 * @param maxOutputSize - UTF-16 units of JSON text; default 100 000
 * @throws CodecError `promise`, `depth`
 * @example
 * serializeResult({ at: new Date(0), gone: undefined }); // { at: '1970-01-01T00:00:00.000Z' }
 */
export function serializeResult(value: unknown, maxOutputSize: number = MAX_OUTPUT_SIZE): unknown {
  return boundResult(value, { maxOutputSize }).value;
}

/**
 * Cuts a text to `max` UTF-16 units and says so on a line of its own; a surrogate pair is never split.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const next = text.charCodeAt(max);
  const splits = max > 0 && last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  return text.slice(0, splits ? max - 1 : max) + TRUNCATION_MARK;
}

/** A replacer that writes byte arrays as told; `JSON.stringify` hands over what it found before the replacer ran. */
function byBytes(write: (bytes: Uint8Array) => unknown): (key: string, value: unknown) => unknown {
  return (_key, value) => (value instanceof Uint8Array ? write(value) : value);
}
