/**
 * Canvas and fonts in Node.
 * @module
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { type CanvasPlatform, type DrawingCanvas, FONT_FILES } from './canvas-platform.js';

let hasFonts = false;

/** Draws with @napi-rs/canvas; fonts come from the package dejavu-fonts-ttf. */
export const platform: CanvasPlatform = {
  createCanvas: (width, height) => createCanvas(width, height) as unknown as DrawingCanvas,
  async encode(canvas, format, quality) {
    const drawn = canvas as unknown as Canvas;
    const bytes = format === 'png' ? drawn.encode('png') : drawn.encode('jpeg', Math.round(quality * 100));
    return new Uint8Array(await bytes);
  },
  async loadFonts(where) {
    if (hasFonts) return;
    try {
      const folder = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
      for (const { file, family } of FONT_FILES) GlobalFonts.registerFromPath(join(folder, 'ttf', file), family);
    } catch {
      throw new PackUnavailableError(where, 'a font', 'Install it on the host: npm install dejavu-fonts-ttf');
    }
    hasFonts = true;
  },
};
