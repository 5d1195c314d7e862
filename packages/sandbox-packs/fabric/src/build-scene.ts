/**
 * A checked scene to objects of the library.
 * @module
 */

import { libraryReason, PackError, PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import { classRegistry, type FabricObject, Group, LayoutManager, StaticCanvas } from 'fabric';
import type { SceneObject } from './read-object.js';
import type { Scene } from './read-scene.js';

interface Enlivable {
  fromObject(object: object): Promise<FabricObject>;
}

/** Leaves the objects of a group where the scene says they are. */
class StillLayout extends LayoutManager {
  override performLayout(): void {}
}

/**
 * Builds a canvas with all objects of a scene.
 * @throws {PackInputError} `fabric.bad-argument`: the library refuses an object
 */
export async function buildScene(where: string, scene: Scene): Promise<StaticCanvas> {
  const { width, height, backgroundColor, overlayColor } = scene;
  const canvas = new StaticCanvas(undefined, {
    width,
    height,
    enableRetinaScaling: false,
    renderOnAddRemove: false,
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
    ...(overlayColor === undefined ? {} : { overlayColor }),
  });
  canvas.add(...(await buildAll(where, 'scene.objects', scene.objects)));
  for (const name of ['backgroundImage', 'overlayImage', 'clipPath'] as const) {
    const object = scene[name];
    if (object) canvas.set({ [name]: await build(where, `scene.${name}`, object) });
  }
  return canvas;
}

async function buildAll(where: string, path: string, objects: readonly SceneObject[]): Promise<FabricObject[]> {
  const built: FabricObject[] = [];
  for (const [at, object] of objects.entries()) built.push(await build(where, `${path}[${at}]`, object));
  return built;
}

async function build(where: string, path: string, object: SceneObject): Promise<FabricObject> {
  try {
    const { objects, ...own } = object;
    const whole = object.type === 'Group' ? { ...own, objects: [] } : object;
    const made = await classRegistry.getClass<Enlivable>(object.type).fromObject(whole);
    if (object.type !== 'Group') return made;
    return await fillGroup(where, path, made, own, objects as SceneObject[]);
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackInputError(
      where,
      'bad-argument',
      `${path} cannot be drawn: ${libraryReason(error)}`,
      'Check its properties',
    );
  }
}

// The library's own reader drops what fails inside a group without a word, and gives a group without a size none.
async function fillGroup(
  where: string,
  path: string,
  empty: FabricObject,
  own: Record<string, unknown>,
  objects: readonly SceneObject[],
): Promise<FabricObject> {
  const children = await buildAll(where, `${path}.objects`, objects ?? []);
  const { type, ...options } = own;
  const hasSize = typeof own['width'] === 'number' && typeof own['height'] === 'number';
  // These were made into objects of the library together with the empty group.
  const { fill, stroke, shadow, clipPath } = empty;
  const made = { ...options, fill, stroke, shadow, ...(clipPath ? { clipPath } : {}) };
  return new Group(children, hasSize ? { ...made, layoutManager: new StillLayout() } : made);
}
