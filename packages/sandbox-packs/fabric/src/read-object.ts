/**
 * Copies one object of a scene, with what it holds.
 * @module
 */
import { isPlainObject, kindOf, type PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import { copyPlain, copyScalar, type SceneCheck } from './copy-value.js';
import { FABRIC_MAX_DEPTH, FABRIC_MAX_OBJECTS, FABRIC_MAX_PATH_CHARS } from './limits.js';
import { badValue, overLimit } from './scene-errors.js';
import { FILLERS, FILTERS, IGNORED, NUMBERS, PLAIN, SCALARS, SHAPES } from './scene-names.js';

/** A checked copy; `type` is the library's own name. */
export type SceneObject = Record<string, unknown> & { type: string };

type Copy = (check: SceneCheck, path: string, value: unknown, depth: number) => unknown;

/** Properties that hold something of their own kind. */
const HOLDERS: ReadonlyMap<string, Copy> = new Map<string, Copy>([
  ['objects', readObjects],
  ['clipPath', optionalObject],
  ['fill', readFill],
  ['stroke', readFill],
  ['backgroundColor', readFill],
  ['shadow', readShadow],
  ['filters', readFilters],
  ['resizeFilter', (check, path, value, depth) => (value ? readFilter(check, path, value, depth) : undefined)],
]);

/**
 * A list of objects.
 * @throws {PackError} naming the place in the scene
 */
export function readObjects(check: SceneCheck, path: string, value: unknown, depth: number): SceneObject[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw badValue(check.where, path, `must be a list of objects, not ${kindOf(value)}`, 'Pass an array');
  const list: unknown[] = value;
  // Before anything is copied: the list alone may be longer than all that is allowed.
  if (check.objects + list.length > FABRIC_MAX_OBJECTS) throw tooManyObjects(check);
  return Array.from(list, (item, at) => readObject(check, `${path}[${at}]`, item, depth));
}

/** An object, or nothing. */
export function optionalObject(
  check: SceneCheck,
  path: string,
  value: unknown,
  depth: number,
): SceneObject | undefined {
  return value === undefined || value === null ? undefined : readObject(check, path, value, depth);
}

function readObject(check: SceneCheck, path: string, value: unknown, depth: number): SceneObject {
  if (!isPlainObject(value))
    throw badValue(check.where, path, `must be an object, not ${kindOf(value)}`, 'Pass { type: "rect", … }');
  if (depth > FABRIC_MAX_DEPTH)
    throw overLimit(check.where, 'too-deep', `objects nested over ${FABRIC_MAX_DEPTH} levels`, 'FABRIC_MAX_DEPTH');
  check.objects += 1;
  if (check.objects > FABRIC_MAX_OBJECTS) throw tooManyObjects(check);
  const type = typeOf(check, path, value, SHAPES);
  const copy: SceneObject = { originX: 'left', originY: 'top', ...copyKnown(check, path, value, depth), type };
  requireShape(check, path, copy);
  return copy;
}

function copyKnown(
  check: SceneCheck,
  path: string,
  value: Record<string, unknown>,
  depth: number,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const at = `${path}.${name.slice(0, 40)}`;
    if (item === undefined) continue;
    const holder = HOLDERS.get(name);
    if (holder) copy[name] = holder(check, at, item, depth + 1);
    else if (name === 'path') copy[name] = readPath(check, at, item, depth + 1);
    else if (name === 'src' || SCALARS.has(name)) copy[name] = copyScalar(check, at, name, item);
    else if (NUMBERS.has(name)) copy[name] = readNumber(check, at, item);
    else if (PLAIN.has(name)) copy[name] = copyPlain(check, at, name, item);
    else {
      // Looked through all the same: an address under any name is a mistake worth naming.
      if (name !== '__proto__') copyPlain(check, at, name, item);
      if (!IGNORED.has(name)) check.unknownNames.add(name);
    }
  }
  return copy;
}

function readNumber({ where }: SceneCheck, path: string, value: unknown): number | null {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const what = typeof value === 'number' ? `is ${value}` : `must be a number, not ${kindOf(value)}`;
  throw badValue(where, path, what, 'Pass a finite number');
}

// A path object has data here, a text the path that it runs along.
function readPath(check: SceneCheck, path: string, value: unknown, depth: number): unknown {
  if (isPlainObject(value)) return readObject(check, path, value, depth);
  if (typeof value !== 'string' && !Array.isArray(value) && value !== null)
    throw badValue(check.where, path, `must be path data, not ${kindOf(value)}`, 'Pass "M 0 0 L 10 10"');
  const before = check.values;
  const copy = copyPlain(check, path, 'path', value);
  const size = typeof value === 'string' ? value.length : check.values - before;
  if (size <= FABRIC_MAX_PATH_CHARS) return copy;
  throw overLimit(check.where, 'too-large', `too long a path at ${path}`, 'FABRIC_MAX_PATH_CHARS');
}

function readFill(check: SceneCheck, path: string, value: unknown, depth: number): unknown {
  if (!isPlainObject(value)) return copyScalar(check, path, 'fill', value);
  const type = typeOf(check, path, value, FILLERS);
  const copy = copyKnown(check, path, value, depth);
  if (type === 'pattern') copy['source'] = copyScalar(check, `${path}.source`, 'source', value['source']);
  return { ...copy, type };
}

function readShadow(check: SceneCheck, path: string, value: unknown): unknown {
  return isPlainObject(value) ? copyPlain(check, path, 'shadow', value) : copyScalar(check, path, 'shadow', value);
}

function readFilters(check: SceneCheck, path: string, value: unknown, depth: number): unknown[] {
  if (!Array.isArray(value)) throw badValue(check.where, path, `must be a list, not ${kindOf(value)}`, 'Pass an array');
  return Array.from(value, (item: unknown, at) => readFilter(check, `${path}[${at}]`, item, depth));
}

function readFilter(check: SceneCheck, path: string, value: unknown, depth: number): unknown {
  if (!isPlainObject(value))
    throw badValue(check.where, path, `must be a filter, not ${kindOf(value)}`, 'Pass { type: "Grayscale" }');
  const { type, image, subFilters, ...rest } = value;
  if (typeof type !== 'string' || !FILTERS.has(type)) throw unknownType(check.where, path, type, [...FILTERS]);
  if (depth > FABRIC_MAX_DEPTH)
    throw overLimit(check.where, 'too-deep', `filters nested over ${FABRIC_MAX_DEPTH} levels`, 'FABRIC_MAX_DEPTH');
  const copy = copyPlain(check, path, 'filter', rest) as Record<string, unknown>;
  if (image !== undefined) copy['image'] = readObject(check, `${path}.image`, image, depth + 1);
  if (subFilters !== undefined) copy['subFilters'] = readFilters(check, `${path}.subFilters`, subFilters, depth + 1);
  return { ...copy, type };
}

function typeOf(
  { where }: SceneCheck,
  path: string,
  value: Record<string, unknown>,
  types: ReadonlyMap<string, string>,
): string {
  const given = Object.hasOwn(value, 'type') ? value['type'] : undefined;
  const type = typeof given === 'string' ? types.get(given.toLowerCase()) : undefined;
  if (type === undefined) throw unknownType(where, path, given, [...types.keys()]);
  return type;
}

function unknownType(where: string, path: string, given: unknown, types: string[]): PackInputError {
  const what = typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : kindOf(given);
  return badValue(where, `${path}.type`, `is ${what}`, `Allowed: ${types.join(', ')}`);
}

// Without these the library fails deep inside.
function requireShape({ where }: SceneCheck, path: string, object: SceneObject): void {
  const { type, points, text, src } = object;
  if (type === 'Polyline' || type === 'Polygon') {
    const isPoint = (point: unknown): boolean =>
      isPlainObject(point) && typeof point['x'] === 'number' && typeof point['y'] === 'number';
    if (!Array.isArray(points) || !points.every(isPoint))
      throw badValue(where, `${path}.points`, 'must be a list of points', 'Pass [{ x: 0, y: 0 }, …]');
  }
  if (type === 'Path' && (object['path'] === undefined || object['path'] === null))
    throw badValue(where, `${path}.path`, 'is missing', 'Pass "M 0 0 L 10 10"');
  if (['Text', 'IText', 'Textbox'].includes(type) && typeof text !== 'string')
    throw badValue(where, `${path}.text`, `must be a string, not ${kindOf(text)}`, 'Pass the text');
  if (type === 'Image' && src === undefined)
    throw badValue(where, `${path}.src`, 'is missing', 'Pass the bytes of a picture');
}

function tooManyObjects({ where }: SceneCheck): Error {
  return overLimit(where, 'too-many', `more than ${FABRIC_MAX_OBJECTS} objects`, 'FABRIC_MAX_OBJECTS');
}
