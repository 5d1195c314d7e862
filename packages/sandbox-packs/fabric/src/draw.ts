/**
 * The four functions of the pack, over the library. Loaded on first use.
 * @module
 */
import type { HostCall } from '@nodetool-ai/protocol';
import { libraryReason, PackError, PackFormatError, PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import { parseSVGDocument } from 'fabric';
import { buildScene } from './build-scene.js';
import type { CanvasPlatform, DrawingCanvas } from './canvas-platform.js';
import { prepareFabric } from './environment.js';
import { type Pictures, withPictures } from './pictures.js';
import { readScene, type Scene } from './read-scene.js';
import { readSvg } from './read-svg.js';
import { readRenderOptions, readSvgOptions, refuseHugePicture } from './render-options.js';
import { SvgDocument } from './svg-dom.js';
import { dataUriOf } from './urls.js';

/** Draws a scene: bytes and their format. */
export function drawScene(
  platform: CanvasPlatform,
  { where, args, warn }: HostCall,
): Promise<{ bytes: Uint8Array; format: string }> {
  return withPictures(where, async (pictures) => {
    const { format, quality, multiplier, ...size } = readRenderOptions(where, args[1]);
    const scene = readScene(where, args[0], size, pictures, warn);
    refuseHugePicture(where, scene.width, scene.height, multiplier);
    await prepare(platform, where, pictures);
    const canvas = await buildScene(where, scene);
    const drawn = attempt(where, () => canvas.toCanvasElement(multiplier)) as unknown as DrawingCanvas;
    if (format === 'jpeg') putOnWhite(drawn);
    const bytes = await platform.encode(drawn, format, quality);
    await canvas.dispose();
    return { bytes, format };
  });
}

/** Draws a scene as a `data:` URI. */
export async function drawDataUri(platform: CanvasPlatform, call: HostCall): Promise<string> {
  const { bytes, format } = await drawScene(platform, call);
  return dataUriOf(bytes, format);
}

/** Writes a scene as SVG. */
export function writeSvg(platform: CanvasPlatform, { where, args, warn }: HostCall): Promise<string> {
  return withPictures(where, async (pictures) => {
    const size = readSvgOptions(where, args[1]);
    const { backgroundColor, ...scene } = readScene(where, args[0], size, pictures, warn);
    await prepare(platform, where, pictures);
    const canvas = await buildScene(where, { ...scene, backgroundColor: undefined });
    const svg = attempt(where, () => canvas.toSVG({ suppressPreamble: true }));
    await canvas.dispose();
    return backgroundColor === undefined ? svg : withBackground(svg, scene, backgroundColor);
  });
}

/** Reads an SVG into plain objects that a scene may hold. */
export function readSvgObjects(platform: CanvasPlatform, { where, args }: HostCall): Promise<unknown> {
  return withPictures(where, async (pictures) => {
    const root = readSvg(where, args[0], pictures);
    await prepare(platform, where, pictures);
    const viewBox = root.attributes.get('viewBox');
    try {
      const document = new SvgDocument(root) as unknown as Parameters<typeof parseSVGDocument>[0];
      const { objects, options } = await parseSVGDocument(document);
      return {
        objects: objects.filter((object) => object !== null).map((object) => plain(object.toObject())),
        options: { width: options['width'], height: options['height'], ...(viewBox === undefined ? {} : { viewBox }) },
      };
    } catch (error) {
      if (error instanceof PackError) throw error;
      throw new PackFormatError(
        where,
        'bad-format',
        `the SVG cannot be read: ${libraryReason(error)}`,
        'Simplify it, or take the element out',
      );
    }
  });
}

async function prepare(platform: CanvasPlatform, where: string, pictures: Pictures): Promise<void> {
  prepareFabric(platform);
  await platform.loadFonts(where);
  await pictures.decode((width, height) => platform.createCanvas(width, height));
}

// Values of the right kind can still make no sense together.
function attempt<T>(where: string, draw: () => T): T {
  try {
    return draw();
  } catch (error) {
    throw new PackInputError(
      where,
      'bad-argument',
      `the scene cannot be drawn: ${libraryReason(error)}`,
      'Check the properties of its objects',
    );
  }
}

// JPEG has no transparency; what shows through would be black.
function putOnWhite(canvas: DrawingCanvas): void {
  const context = canvas.getContext('2d');
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
}

// The library would write one more <rect>, which reads like an object of the scene.
function withBackground(svg: string, { width, height }: Pick<Scene, 'width' | 'height'>, color: string): string {
  const escaped = color.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const path = `<path d="M0 0H${width}V${height}H0Z" fill="${escaped}"></path>\n`;
  return svg.replace('</defs>\n', (end) => end + path);
}

/** Undefined values and lists of the library's own classes do not cross to the guest. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
