/**
 * Canvas and fonts in a page or its worker.
 * @module
 */
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { type CanvasPlatform, type DrawingCanvas, FONT_FILES } from './canvas-platform.js';

interface PageFont {
  load(): Promise<unknown>;
}

/** The part of the browser that is used; `fonts` is a worker's, `document.fonts` a page's. */
interface PageScope {
  OffscreenCanvas: new (width: number, height: number) => DrawingCanvas;
  FontFace: new (family: string, source: string, descriptors: { weight: string; style: string }) => PageFont;
  fonts?: { add(font: PageFont): void };
  document?: { fonts: { add(font: PageFont): void } };
}

interface PageCanvas {
  convertToBlob(options: { type: string; quality: number }): Promise<{ arrayBuffer(): Promise<ArrayBuffer> }>;
}

const page = globalThis as unknown as PageScope;

/** Draws on an OffscreenCanvas; the font files lie at `assetsUrl`. */
export function pagePlatform(assetsUrl: URL): CanvasPlatform {
  let fonts: Promise<unknown> | undefined;
  return {
    createCanvas: (width, height) => new page.OffscreenCanvas(Math.max(1, width), Math.max(1, height)),
    async encode(canvas, format, quality) {
      const blob = await (canvas as unknown as PageCanvas).convertToBlob({ type: `image/${format}`, quality });
      return new Uint8Array(await blob.arrayBuffer());
    },
    async loadFonts(where) {
      fonts ??= Promise.all(FONT_FILES.map((font) => loadFont(assetsUrl, font)));
      try {
        await fonts;
      } catch {
        fonts = undefined;
        throw new PackUnavailableError(where, 'a font', 'Serve the files of assets.json at the address of assetsUrl');
      }
    },
  };
}

async function loadFont(assetsUrl: URL, { file, family, weight, style }: (typeof FONT_FILES)[number]): Promise<void> {
  const font = new page.FontFace(family, `url(${JSON.stringify(new URL(file, assetsUrl).href)})`, { weight, style });
  await font.load();
  (page.fonts ?? page.document?.fonts)?.add(font);
}
