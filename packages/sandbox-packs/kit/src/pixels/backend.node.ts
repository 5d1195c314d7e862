/**
 * Pixels in Node, with @napi-rs/canvas.
 * @module
 */
import { createCanvas, Image, ImageData } from '@napi-rs/canvas';
import type { PixelBackend, Pixels } from './pixels.js';

/** Decodes and encodes with @napi-rs/canvas. */
export const backend: PixelBackend = {
  async decode(bytes): Promise<Pixels> {
    const image = await loadImage(bytes);
    const { width, height } = image;
    const context = createCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, rgba: data };
  },
  async encodePng({ width, height, rgba }) {
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
    return new Uint8Array(await canvas.encode('png'));
  },
};

function loadImage(bytes: Uint8Array): Promise<Image> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the image cannot be decoded'));
    image.src = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  });
}
