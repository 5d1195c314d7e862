/**
 * Pictures as a model wants them.
 * @module
 */
import { readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { decodePixels, flattenOnWhite, type Pixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import type { Tensor } from '@tensorflow/tfjs';
import type { ModelInput } from './open-model.js';
import type { TensorFlow } from './tensorflow.js';

const DEFAULT_EDGE = 224;
const MAX_EDGE = 4096;

/**
 * Decodes a picture; transparent places become white.
 * @throws {PackError} `tfjs.bad-argument`, `tfjs.unsupported`, `tfjs.bad-format`, `tfjs.too-large`
 */
export async function readPicture(where: string, value: unknown): Promise<Pixels> {
  return flattenOnWhite(await decodePixels(where, 'image', readBytes(where, 'image', value)));
}

/** Whether a model takes one picture with three channels. */
export function takesPicture({ shape }: ModelInput): boolean {
  return shape.length === 4 && shape[3] === 3 && (shape[1] ?? 0) <= MAX_EDGE && (shape[2] ?? 0) <= MAX_EDGE;
}

/** A tensor of one picture, scaled to the input's size; black becomes `range[0]`, white `range[1]`. */
export function pictureTensor(
  tf: TensorFlow,
  { shape, dtype }: ModelInput,
  picture: Pixels,
  [black, white]: readonly [number, number],
): { tensor: Tensor; width: number; height: number } {
  const edge = (at: number): number => ((shape[at] ?? -1) > 0 ? (shape[at] as number) : DEFAULT_EDGE);
  const [height, width] = [edge(1), edge(2)];
  const values = scalePicture(picture, width, height);
  const factor = (white - black) / 255;
  for (let at = 0; at < values.length; at += 1) values[at] = black + (values[at] as number) * factor;
  const typed = dtype === 'int32' ? Int32Array.from(values, Math.round) : values;
  return { tensor: tf.tensor(typed, [1, height, width, 3], dtype === 'int32' ? dtype : 'float32'), width, height };
}

/**
 * Red, green and blue of a picture at another size: between the four nearest pixels, with corners in their places, as the
 * library's `resizeBilinear` does. Only the pixels that count are touched, so that a large picture needs no large tensor.
 */
function scalePicture({ width, height, rgba }: Pixels, toWidth: number, toHeight: number): Float32Array {
  const values = new Float32Array(toWidth * toHeight * 3);
  const pixel = (x: number, y: number, channel: number): number => rgba[(y * width + x) * 4 + channel] as number;
  let out = 0;
  for (let row = 0; row < toHeight; row += 1) {
    const y = (row * height) / toHeight;
    const top = Math.floor(y);
    const bottom = Math.min(height - 1, Math.ceil(y));
    for (let column = 0; column < toWidth; column += 1) {
      const x = (column * width) / toWidth;
      const left = Math.floor(x);
      const right = Math.min(width - 1, Math.ceil(x));
      for (let channel = 0; channel < 3; channel += 1) {
        const above = pixel(left, top, channel) + (pixel(right, top, channel) - pixel(left, top, channel)) * (x - left);
        const below =
          pixel(left, bottom, channel) + (pixel(right, bottom, channel) - pixel(left, bottom, channel)) * (x - left);
        values[out] = above + (below - above) * (y - top);
        out += 1;
      }
    }
  }
  return values;
}
