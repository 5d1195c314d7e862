/**
 * Pixels in a page or its worker, with what the browser decodes.
 * @module
 */
import type { PixelBackend, Pixels } from './pixels.js';

/** The part of the browser that is used; its own types would bring in all of the DOM. */
interface PageScope {
  Blob: new (parts: Uint8Array[], options: { type: string }) => PageBlob;
  ImageData: new (data: Uint8ClampedArray, width: number, height: number) => PageImageData;
  OffscreenCanvas: new (width: number, height: number) => PageCanvas;
  createImageBitmap(blob: PageBlob, options: Record<string, string>): Promise<PageBitmap>;
}

interface PageBlob {
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface PageBitmap {
  readonly width: number;
  readonly height: number;
  close(): void;
}

interface PageImageData {
  readonly data: Uint8ClampedArray;
}

interface PageContext {
  drawImage(image: PageBitmap, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): PageImageData;
  putImageData(data: PageImageData, x: number, y: number): void;
}

interface PageCanvas {
  getContext(kind: '2d', options: { willReadFrequently: true }): PageContext | null;
  convertToBlob(options: { type: string }): Promise<PageBlob>;
}

const page = globalThis as unknown as PageScope;

/** Decodes and encodes with the browser's own codecs. */
export const backend: PixelBackend = {
  async decode(bytes, type): Promise<Pixels> {
    const options = { imageOrientation: 'from-image', colorSpaceConversion: 'none' };
    const bitmap = await page.createImageBitmap(new page.Blob([bytes], { type }), options);
    try {
      const { width, height } = bitmap;
      const { context } = canvasOf(width, height);
      context.drawImage(bitmap, 0, 0);
      return { width, height, rgba: context.getImageData(0, 0, width, height).data };
    } finally {
      bitmap.close();
    }
  },
  async encodePng({ width, height, rgba }) {
    const { canvas, context } = canvasOf(width, height);
    context.putImageData(new page.ImageData(rgba, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await blob.arrayBuffer());
  },
};

function canvasOf(width: number, height: number): { canvas: PageCanvas; context: PageContext } {
  const canvas = new page.OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser gives no canvas of this size');
  return { canvas, context };
}
