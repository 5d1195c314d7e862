import { kindOf, type OptionReader, oneOf, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { PictureFormat } from './canvas-platform.js';
import { FABRIC_MAX_MULTIPLIER, FABRIC_MAX_PIXELS } from './limits.js';
import { readEdge } from './read-scene.js';
import { badValue } from './scene-errors.js';

/** Options of a drawn picture. */
export interface RenderOptions {
  width: number | undefined;
  height: number | undefined;
  format: PictureFormat;
  quality: number;
  multiplier: number;
}

const edge: OptionReader<number | undefined> = (where, label, value) =>
  value === undefined ? undefined : readEdge(where, label, value);

const within =
  (min: number, max: number, fallback: number): OptionReader<number> =>
  (where, label, value) => {
    if (value === undefined) return fallback;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    const what = typeof value === 'number' ? String(value) : kindOf(value);
    throw badValue(where, label, `must be a number from ${min} to ${max}, not ${what}`, `Leave it out for ${fallback}`);
  };

/** Options of `renderSVG`. */
export function readSvgOptions(where: string, value: unknown): Pick<RenderOptions, 'width' | 'height'> {
  return readOptions(where, value, { width: edge, height: edge });
}

/** Options of `render` and `toDataURL`. */
export function readRenderOptions(where: string, value: unknown): RenderOptions {
  return readOptions(where, value, {
    width: edge,
    height: edge,
    format: oneOf<PictureFormat>(['png', 'jpeg'], 'png'),
    quality: within(0, 1, 1),
    multiplier: within(0.1, FABRIC_MAX_MULTIPLIER, 1),
  });
}

/**
 * @throws {PackInputError} `fabric.bad-argument`
 */
export function refuseHugePicture(where: string, width: number, height: number, multiplier: number): void {
  if (width * height * multiplier ** 2 <= FABRIC_MAX_PIXELS) return;
  throw badValue(
    where,
    'width, height and multiplier',
    `make a picture of more than ${FABRIC_MAX_PIXELS} pixels`,
    'Draw it smaller',
  );
}
