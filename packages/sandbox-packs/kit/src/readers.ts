/**
 * Readers of arguments and options: each takes what came from the guest and gives a checked value or throws
 * a `PackError` that names the argument.
 * @module
 */
import { PackInputError, PackLimitError } from './errors.js';
import { PACK_BYTES_MAX, PACK_TEXT_MAX_CHARS } from './limits.js';

/** Reads one option; it is called with `undefined` when the option is absent. `label` names it in errors. */
export type OptionReader<T> = (where: string, label: string, value: unknown) => T;

/** What `readOptions` gives for a table of readers. */
export type ReadOptions<Table extends Record<string, OptionReader<unknown>>> = {
  [Name in keyof Table]: ReturnType<Table[Name]>;
};

/**
 * A text argument of at most `maxChars` UTF-16 units (default 5 242 880).
 * @throws {PackInputError} `<id>.bad-argument`: must be a string
 * @throws {PackLimitError} `<id>.too-large`: over the character limit
 */
export function readText(where: string, label: string, value: unknown, maxChars: number = PACK_TEXT_MAX_CHARS): string {
  if (typeof value !== 'string') {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a string, not ${kindOf(value)}`,
      hintForText(value),
    );
  }
  if (value.length > maxChars) {
    throw new PackLimitError(
      where,
      'too-large',
      `${label} has ${value.length} characters, over the ${maxChars} character limit`,
      'Pass a shorter text, or split it',
      'maxTextChars',
    );
  }
  return value;
}

/**
 * A byte argument of at most `maxBytes` (default 10 485 760) as the exact window the caller passed.
 * Shared memory is copied, since its owner could change it while a library reads.
 * @throws {PackInputError} `<id>.bad-argument`: must be a Uint8Array
 * @throws {PackLimitError} `<id>.too-large`: over the byte limit
 */
export function readBytes(where: string, label: string, value: unknown, maxBytes: number = PACK_BYTES_MAX): Uint8Array {
  const buffer = bufferOf(value);
  if (!buffer) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a Uint8Array, not ${kindOf(value)}`,
      typeof value === 'string' ? 'Decode base64 text with fromBase64() first' : 'Pass the bytes themselves',
    );
  }
  if (isDetached(buffer)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} is a detached array`,
      'Pass bytes that were not transferred away',
    );
  }
  const window = ArrayBuffer.isView(value)
    ? new Uint8Array(buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(buffer);
  if (window.byteLength > maxBytes) {
    throw new PackLimitError(
      where,
      'too-large',
      `${label} has ${window.byteLength} bytes, over the ${maxBytes} byte limit`,
      'Pass fewer bytes',
      'maxBytes',
    );
  }
  return isShared(buffer) ? window.slice() : window;
}

/**
 * Reads an options object by a table of readers. `undefined` and `null` mean no options; an unknown name is refused
 * with the list of known ones.
 * @throws {PackInputError} `<id>.bad-argument`
 * @example
 * const { header } = readOptions('csv.parse', args[1], { header: flag(true) });
 */
export function readOptions<const Table extends Record<string, OptionReader<unknown>>>(
  where: string,
  value: unknown,
  table: Table,
  label = 'options',
): ReadOptions<Table> {
  const given = value ?? {};
  if (!isPlainObject(given)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a plain object, not ${kindOf(value)}`,
      allowedNames(table),
    );
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(table, name)) {
      const quoted = JSON.stringify(name.slice(0, 100));
      throw new PackInputError(where, 'bad-argument', `${label} has no option named ${quoted}`, allowedNames(table));
    }
  }
  const read: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(table)) {
    read[name] = reader(where, `${label}.${name}`, Object.hasOwn(given, name) ? given[name] : undefined);
  }
  // Every key of the table was read by the reader of that key.
  return read as ReadOptions<Table>;
}

/** An option that is read later; `undefined` when it is absent. */
export const anything: OptionReader<unknown> = (_where, _label, value) => value;

/** A boolean option. */
export function flag(fallback: boolean): OptionReader<boolean> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be true or false, not ${kindOf(value)}`,
      `Leave it out for ${fallback}`,
    );
  };
}

/** An option with a fixed list of values. */
export function oneOf<const T extends string | boolean>(values: readonly T[], fallback: T): OptionReader<T> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    const found = values.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    const list = values.map((candidate) => JSON.stringify(candidate)).join(', ');
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} is not one of ${list}`,
      `Leave it out for ${JSON.stringify(fallback)}`,
    );
  };
}

/** A number option: finite, rounded down, clamped into `min`…`max`. */
export function clampedInteger(min: number, max: number, fallback: number): OptionReader<number> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new PackInputError(
        where,
        'bad-argument',
        `${label} must be a finite number, not ${kindOf(value)}`,
        `Use ${min} to ${max}`,
      );
    }
    return Math.min(max, Math.max(min, Math.floor(value)));
  };
}

/** An optional text option. */
export function optionalText(maxChars: number): OptionReader<string | undefined> {
  return (where, label, value) => (value === undefined ? undefined : readText(where, label, value, maxChars));
}

/** An optional list of different texts. */
export function optionalTextList(maxItems: number, maxChars: number): OptionReader<string[] | undefined> {
  return (where, label, value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) {
      throw new PackInputError(
        where,
        'bad-argument',
        `${label} must be a list of strings, not ${kindOf(value)}`,
        'Pass an array',
      );
    }
    if (value.length > maxItems) {
      throw new PackLimitError(
        where,
        'too-many',
        `${label} has ${value.length} items, over the limit of ${maxItems}`,
        'Pass fewer',
        'maxItems',
      );
    }
    const list = Array.from(value, (item, index) => readText(where, `${label}[${index}]`, item, maxChars));
    if (new Set(list).size !== list.length) {
      throw new PackInputError(where, 'bad-argument', `${label} names one item twice`, 'Name each once');
    }
    return list;
  };
}

/** True for `{}`, objects of any realm and objects without a prototype; false for arrays, bytes and class instances. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What a value is, for an error text: `null`, `array`, `Uint8Array`, `number`, … */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  if (isPlainObject(value)) return 'an object';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return /^[A-Za-z0-9]{1,40}$/.test(tag) ? `a ${tag}` : 'an object';
}

function bufferOf(value: unknown): ArrayBufferLike | undefined {
  if (value instanceof Uint8Array || value instanceof Uint8ClampedArray || value instanceof DataView)
    return value.buffer;
  return value instanceof ArrayBuffer || isShared(value) ? value : undefined;
}

// A page without isolation has no SharedArrayBuffer.
function isShared(value: unknown): value is SharedArrayBuffer {
  return typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer;
}

// `ArrayBuffer.prototype.detached` does not exist before Node 22.
function isDetached(buffer: ArrayBufferLike): boolean {
  try {
    return new Uint8Array(buffer).length < 0;
  } catch {
    return true;
  }
}

function allowedNames(table: Record<string, unknown>): string {
  const names = Object.keys(table);
  return names.length === 0 ? 'It takes no options' : `Allowed: ${names.join(', ')}`;
}

function hintForText(value: unknown): string {
  if (value instanceof Promise) return 'Write await before it';
  return ArrayBuffer.isView(value)
    ? 'Decode the bytes first, for example with new TextDecoder().decode(bytes)'
    : 'Pass the text itself';
}
