/**
 * Pictures inside a scene. The library sees names in place of addresses, and gets pictures that are decoded already.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { checkImage, decodePixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import type { DrawingCanvas } from './canvas-platform.js';
import { FABRIC_MAX_IMAGE_PIXELS } from './limits.js';
import { dataUriOf } from './urls.js';

interface Picture {
  path: string;
  bytes: Uint8Array;
  format: string;
}

let lastName = 0;

/** Decoded pictures of all calls under way, by name. */
export const decodedPictures = new Map<string, { canvas: DrawingCanvas; uri: string }>();

/** The pictures of one call. */
export class Pictures {
  readonly #where: string;
  readonly #found = new Map<string, Picture>();
  #pixels = 0;

  constructor(where: string) {
    this.#where = where;
  }

  /**
   * Checks a picture without decoding it and gives it a name.
   * @throws {PackError} `fabric.unsupported`, `fabric.bad-format`, `fabric.too-large`
   */
  add(path: string, bytes: Uint8Array): string {
    const { format, width, height } = checkImage(this.#where, path, bytes, ['png', 'jpeg', 'webp']);
    this.#pixels += width * height;
    if (this.#pixels > FABRIC_MAX_IMAGE_PIXELS) {
      throw new PackLimitError(
        this.#where,
        'too-large',
        `the pictures have more than ${FABRIC_MAX_IMAGE_PIXELS} pixels together`,
        'Scale them down first',
        'FABRIC_MAX_IMAGE_PIXELS',
      );
    }
    lastName += 1;
    const name = `picture:${lastName}`;
    this.#found.set(name, { path, bytes, format });
    return name;
  }

  /**
   * Decodes all pictures, so that nothing is left to load when the library asks.
   * @throws {PackError} `fabric.bad-format`
   */
  async decode(createCanvas: (width: number, height: number) => DrawingCanvas): Promise<void> {
    for (const [name, { path, bytes, format }] of this.#found) {
      const { width, height, rgba } = await decodePixels(this.#where, path, bytes);
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      const data = context.createImageData(width, height);
      data.data.set(rgba);
      context.putImageData(data, 0, 0);
      decodedPictures.set(name, { canvas, uri: dataUriOf(bytes, format) });
    }
  }

  /** Forgets the pictures of this call. */
  close(): void {
    for (const name of this.#found.keys()) decodedPictures.delete(name);
  }
}

/** Runs `work` with the pictures of one call, and forgets them after it. */
export async function withPictures<T>(where: string, work: (pictures: Pictures) => Promise<T>): Promise<T> {
  const pictures = new Pictures(where);
  try {
    return await work(pictures);
  } finally {
    pictures.close();
  }
}
