/**
 * Copies values of a scene. Only copies reach the library, and only after they were looked at.
 * @module
 */
import { isPlainObject, kindOf, readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { FABRIC_MAX_TEXT_CHARS, FABRIC_MAX_VALUES } from './limits.js';
import type { Pictures } from './pictures.js';
import { badValue, overLimit } from './scene-errors.js';
import { addressRefused, bytesOfDataUri, refuseCssUrls, URL_NAMES } from './urls.js';

/** Deepest nesting of small values, such as text styles. */
const MAX_VALUE_DEPTH = 8;

/** What is counted over a whole scene. */
export interface SceneCheck {
  readonly where: string;
  readonly pictures: Pictures;
  readonly unknownNames: Set<string>;
  objects: number;
  values: number;
  textChars: number;
}

/**
 * A scalar, or a picture where a picture may stand.
 * @throws {PackError} `fabric.bad-argument`, `fabric.unsupported`, `fabric.bad-format`, `fabric.too-large`
 */
export function copyScalar(check: SceneCheck, path: string, name: string, value: unknown): unknown {
  const { where } = check;
  if (URL_NAMES.has(name)) return copyPicture(check, path, value);
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw badValue(where, path, `is ${value}`, 'Pass a finite number');
  }
  if (typeof value === 'string') {
    if (name === 'text') return countText(check, value);
    refuseCssUrls(where, path, value);
    return value;
  }
  throw badValue(where, path, `must not be ${kindOf(value)}`, 'Pass text, a number, true or false');
}

/** A list or record of small values, such as points, colour stops or text styles. */
export function copyPlain(check: SceneCheck, path: string, name: string, value: unknown, depth = 0): unknown {
  check.values += 1;
  if (check.values > FABRIC_MAX_VALUES)
    throw overLimit(check.where, 'too-many', `more than ${FABRIC_MAX_VALUES} values`, 'FABRIC_MAX_VALUES');
  if (depth > MAX_VALUE_DEPTH)
    throw overLimit(check.where, 'too-deep', `too deep a value at ${path}`, 'MAX_VALUE_DEPTH');
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, at) => copyPlain(check, `${path}[${at}]`, name, item, depth + 1));
  if (!isPlainObject(value)) return copyScalar(check, path, name, value);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // The library makes objects of whatever has a type.
    if (key === '__proto__' || key === 'type') continue;
    copy[key] = copyPlain(check, `${path}.${key.slice(0, 40)}`, key, item, depth + 1);
  }
  return copy;
}

function copyPicture({ where, pictures }: SceneCheck, path: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return pictures.add(path, readBytes(where, path, value));
  if (typeof value !== 'string')
    throw badValue(where, path, `must be a picture, not ${kindOf(value)}`, 'Pass its bytes');
  const bytes = bytesOfDataUri(where, path, value);
  if (!bytes) throw addressRefused(where, path);
  return pictures.add(path, bytes);
}

function countText(check: SceneCheck, text: string): string {
  check.textChars += text.length;
  if (check.textChars <= FABRIC_MAX_TEXT_CHARS) return text;
  throw overLimit(
    check.where,
    'too-large',
    `more than ${FABRIC_MAX_TEXT_CHARS} characters of text`,
    'FABRIC_MAX_TEXT_CHARS',
  );
}
