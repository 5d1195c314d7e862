/**
 * The canvas of one platform.
 * @module
 */

/** The part of a 2D context that this pack uses itself. */
export interface DrawingContext {
  font: string;
  fillStyle: unknown;
  globalCompositeOperation: string;
  drawImage(image: DrawingCanvas, x: number, y: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  createImageData(width: number, height: number): { data: Uint8ClampedArray };
  putImageData(data: { data: Uint8ClampedArray }, x: number, y: number): void;
}

/** A canvas that is not part of a document. */
export interface DrawingCanvas {
  width: number;
  height: number;
  getContext(kind: '2d'): DrawingContext;
}

/** File formats of a drawn picture. */
export type PictureFormat = 'png' | 'jpeg';

/** What draws on one platform. */
export interface CanvasPlatform {
  createCanvas(width: number, height: number): DrawingCanvas;
  /** `quality` is 0 to 1, for JPEG. */
  encode(canvas: DrawingCanvas, format: PictureFormat, quality: number): Promise<Uint8Array>;
  /** Makes the fonts known under the names of {@link FONT_FAMILIES}. */
  loadFonts(where: string): Promise<void>;
}

/** The shipped families: names that no system font has, so that none is ever used in their place. */
const FONT_FAMILIES = {
  sans: 'nodetool-dejavu-sans',
  serif: 'nodetool-dejavu-serif',
  mono: 'nodetool-dejavu-mono',
} as const;

/** One font file of the package dejavu-fonts-ttf, and the family, weight and style it is for. */
export interface FontFile {
  file: string;
  family: string;
  weight: 'normal' | 'bold';
  style: 'normal' | 'italic';
}

const face = (file: string, family: string, weight: FontFile['weight'], style: FontFile['style']): FontFile => ({
  file: `${file}.ttf`,
  family,
  weight,
  style,
});

/** All shipped fonts. */
export const FONT_FILES: readonly FontFile[] = [
  face('DejaVuSans', FONT_FAMILIES.sans, 'normal', 'normal'),
  face('DejaVuSans-Bold', FONT_FAMILIES.sans, 'bold', 'normal'),
  face('DejaVuSans-Oblique', FONT_FAMILIES.sans, 'normal', 'italic'),
  face('DejaVuSans-BoldOblique', FONT_FAMILIES.sans, 'bold', 'italic'),
  face('DejaVuSerif', FONT_FAMILIES.serif, 'normal', 'normal'),
  face('DejaVuSerif-Bold', FONT_FAMILIES.serif, 'bold', 'normal'),
  face('DejaVuSerif-Italic', FONT_FAMILIES.serif, 'normal', 'italic'),
  face('DejaVuSerif-BoldItalic', FONT_FAMILIES.serif, 'bold', 'italic'),
  face('DejaVuSansMono', FONT_FAMILIES.mono, 'normal', 'normal'),
  face('DejaVuSansMono-Bold', FONT_FAMILIES.mono, 'bold', 'normal'),
  face('DejaVuSansMono-Oblique', FONT_FAMILIES.mono, 'normal', 'italic'),
  face('DejaVuSansMono-BoldOblique', FONT_FAMILIES.mono, 'bold', 'italic'),
];

/** A CSS font with a shipped family in place of the one it names: monospaced, with serifs, or without. */
export function withShippedFamily(font: string): string {
  const [, head, family = ''] = /^(.*?\d(?:px|pt|em|%)(?:\/\S+)?)\s+(.*)$/s.exec(font) ?? [];
  if (head === undefined) return font;
  const name = family.toLowerCase();
  let shipped: string = FONT_FAMILIES.sans;
  if (/mono|courier|consol|menlo|code/.test(name)) shipped = FONT_FAMILIES.mono;
  else if (/serif|times|georgia|garamond|palatino|roman/.test(name) && !/sans/.test(name))
    shipped = FONT_FAMILIES.serif;
  return `${head} "${shipped}"`;
}
