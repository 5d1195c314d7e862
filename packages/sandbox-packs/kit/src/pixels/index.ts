/**
 * Decodes pictures in Node. A page gets `index.page.ts` in its place.
 * @module
 */
import { createPixelCodec } from './decode-pixels.js';

export { checkImage } from './decode-pixels.js';
export { flattenOnWhite, type Pixels } from './pixels.js';

export const { decodePixels, encodePng } = createPixelCodec(
  '@napi-rs/canvas',
  async () => (await import('./backend.node.js')).backend,
);
