/**
 * Decodes pictures in a page.
 * @module
 */
import { createPixelCodec } from './decode-pixels.js';

export { checkImage } from './decode-pixels.js';
export { flattenOnWhite, type Pixels } from './pixels.js';

export const { decodePixels, encodePng } = createPixelCodec(
  'image decoder of the browser',
  async () => (await import('./backend.page.js')).backend,
);
