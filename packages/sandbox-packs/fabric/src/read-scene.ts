/**
 * A scene as the caller passed it to one that may be drawn.
 * @module
 */
import { isPlainObject, kindOf, libraryReason, readText } from '@nodetool-ai/sandbox-pack-kit';
import { copyPlain, copyScalar, type SceneCheck } from './copy-value.js';
import { FABRIC_MAX_EDGE_PIXELS } from './limits.js';
import type { Pictures } from './pictures.js';
import { optionalObject, readObjects, type SceneObject } from './read-object.js';
import { badValue } from './scene-errors.js';
import { IGNORED } from './scene-names.js';

/** A checked scene. */
export interface Scene {
  width: number;
  height: number;
  backgroundColor: string | undefined;
  overlayColor: string | undefined;
  backgroundImage: SceneObject | undefined;
  overlayImage: SceneObject | undefined;
  clipPath: SceneObject | undefined;
  objects: SceneObject[];
}

const DEFAULT_SIZE = { width: 800, height: 600 };

/**
 * Reads a scene. `size` comes from the options of the call and wins over the scene's own.
 * @throws {PackError} naming the place in the scene
 */
export function readScene(
  where: string,
  input: unknown,
  size: { width?: number | undefined; height?: number | undefined },
  pictures: Pictures,
  warn: (text: string) => void,
): Scene {
  const scene = typeof input === 'string' ? parseScene(where, input) : input;
  if (!isPlainObject(scene))
    throw badValue(where, 'scene', `must be an object or JSON text, not ${kindOf(input)}`, 'Pass { objects: [ … ] }');
  const check: SceneCheck = { where, pictures, unknownNames: new Set(), objects: 0, values: 0, textChars: 0 };
  // What loadSVG gives has its size there.
  const loaded = isPlainObject(scene['options']) ? scene['options'] : {};
  const edge = (name: 'width' | 'height'): number =>
    size[name] ?? readEdge(where, `scene.${name}`, scene[name] ?? loaded[name] ?? DEFAULT_SIZE[name]);
  const read: Scene = {
    width: edge('width'),
    height: edge('height'),
    backgroundColor: readColor(check, 'backgroundColor', scene['backgroundColor'] ?? scene['background']),
    overlayColor: readColor(check, 'overlayColor', scene['overlayColor'] ?? scene['overlay']),
    backgroundImage: optionalObject(check, 'scene.backgroundImage', scene['backgroundImage'], 1),
    overlayImage: optionalObject(check, 'scene.overlayImage', scene['overlayImage'], 1),
    clipPath: optionalObject(check, 'scene.clipPath', scene['clipPath'], 1),
    objects: readObjects(check, 'scene.objects', scene['objects'], 1),
  };
  for (const [name, value] of Object.entries(scene)) {
    if (Object.hasOwn(read, name) || IGNORED.has(name)) continue;
    if (name !== '__proto__') copyPlain(check, `scene.${name.slice(0, 40)}`, name, value);
    check.unknownNames.add(name);
  }
  if (check.unknownNames.size > 0) warn(unknownText(where, check.unknownNames));
  return read;
}

/**
 * An edge of the picture.
 * @throws {PackInputError} `fabric.bad-argument`
 */
export function readEdge(where: string, path: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 1 && value <= FABRIC_MAX_EDGE_PIXELS)) {
    const what = typeof value === 'number' ? String(value) : kindOf(value);
    throw badValue(where, path, `must be 1 to ${FABRIC_MAX_EDGE_PIXELS} pixels, not ${what}`, 'Pass a size in pixels');
  }
  return Math.round(value);
}

function parseScene(where: string, text: string): unknown {
  readText(where, 'scene', text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw badValue(where, 'scene', `is no JSON text: ${libraryReason(error)}`, 'Pass an object, or JSON text of one');
  }
}

function readColor(check: SceneCheck, name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return String(copyScalar(check, `scene.${name}`, name, value));
  // Gradients and patterns hold addresses of their own.
  if (isPlainObject(value)) copyPlain(check, `scene.${name}`, name, value);
  throw badValue(
    check.where,
    `scene.${name}`,
    `must be a colour, not ${kindOf(value)}`,
    'Draw a rect with that fill first',
  );
}

function unknownText(where: string, names: Set<string>): string {
  const listed = [...names].slice(0, 10).map((name) => JSON.stringify(name.slice(0, 40)));
  return `${where}: the scene has properties that are not drawn: ${listed.join(', ')}${names.size > 10 ? ', …' : ''}`;
}
