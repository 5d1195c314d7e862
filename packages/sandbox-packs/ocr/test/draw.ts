import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
GlobalFonts.registerFromPath(join(fonts, 'ttf', 'DejaVuSans.ttf'), 'DejaVu Sans');

/** Black text on a background, as PNG or another format. */
export function drawText(
  text: string,
  { width = 400, height = 100, background = '#fff', type = 'image/png' } = {},
): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.font = '40px "DejaVu Sans"';
  context.fillText(text, 20, 60);
  return new Uint8Array(canvas.toBuffer(type as 'image/png'));
}
