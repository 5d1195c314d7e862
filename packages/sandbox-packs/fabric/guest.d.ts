/** Draws scenes and SVG with fabric. Every call returns a promise. Nothing is ever loaded from an address. */

/** A colour as in CSS. */
export type FabricColor = string;

/** A linear or radial gradient. */
export interface FabricGradient {
  type: 'linear' | 'radial';
  /** Pixels from the object's top left corner; `r1` and `r2` for radial ones. */
  coords: { x1?: number; y1?: number; x2?: number; y2?: number; r1?: number; r2?: number };
  colorStops: readonly { offset: number; color: FabricColor }[];
  gradientUnits?: 'pixels' | 'percentage';
}

/** A picture that fills a shape again and again. */
export interface FabricPattern {
  type: 'pattern';
  /** PNG, JPEG or WebP bytes, or a `data:` URI of them. */
  source: Uint8Array | string;
  repeat?: 'repeat' | 'repeat-x' | 'repeat-y' | 'no-repeat';
}

/**
 * One object of a scene. Positions are of its top left corner unless `originX` and `originY` say otherwise; those of
 * objects in a group with a size count from the group's centre. Names and defaults are those of fabric 7.
 */
export interface FabricObject {
  type:
    | 'rect'
    | 'circle'
    | 'ellipse'
    | 'triangle'
    | 'line'
    | 'polyline'
    | 'polygon'
    | 'path'
    | 'text'
    | 'i-text'
    | 'textbox'
    | 'group'
    | 'image'
    | (string & {});
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  /** Degrees, clockwise. */
  angle?: number;
  scaleX?: number;
  scaleY?: number;
  /** Default `"left"`. */
  originX?: 'left' | 'center' | 'right';
  /** Default `"top"`. */
  originY?: 'top' | 'center' | 'bottom';
  /** 0 to 1. */
  opacity?: number;
  fill?: FabricColor | FabricGradient | FabricPattern | null;
  stroke?: FabricColor | FabricGradient | FabricPattern | null;
  /** Default 1; it is drawn only with `stroke`, but counts in the size. */
  strokeWidth?: number;
  shadow?: { color?: FabricColor; blur?: number; offsetX?: number; offsetY?: number } | string | null;
  clipPath?: FabricObject | null;
  /** Of a circle. */
  radius?: number;
  /** Of an ellipse, or of the corners of a rect. */
  rx?: number;
  ry?: number;
  /** Of a line. */
  x1?: number;
  y1?: number;
  x2?: number;
  y2?: number;
  /** Of a polyline or polygon. */
  points?: readonly { x: number; y: number }[];
  /** Of a path: SVG path data, at most 1 048 576 characters. */
  path?: string | readonly unknown[] | FabricObject;
  /** Of a text. */
  text?: string;
  /** Pixels. */
  fontSize?: number;
  /** DejaVu Sans, Serif or Sans Mono is used, whichever is nearest. */
  fontFamily?: string;
  fontWeight?: string | number;
  fontStyle?: string;
  textAlign?: string;
  /** Of an image: PNG, JPEG or WebP bytes, or a `data:` URI of them. */
  src?: Uint8Array | string;
  /** Of an image, such as `[{ type: "Grayscale" }]`. */
  filters?: readonly { type: string; [name: string]: unknown }[];
  /** Of a group. */
  objects?: readonly FabricObject[];
  /** Other properties of fabric's objects; ones that are not drawn are reported in the run's log. */
  [name: string]: unknown;
}

/** What is drawn. */
export interface FabricScene {
  /** Pixels, 1 to 8192; default 800. */
  width?: number;
  /** Pixels, 1 to 8192; default 600. */
  height?: number;
  /** A colour; without it the picture is transparent (white in JPEG). */
  backgroundColor?: FabricColor;
  backgroundImage?: FabricObject | null;
  overlayColor?: FabricColor;
  overlayImage?: FabricObject | null;
  clipPath?: FabricObject | null;
  /** At most 5000, those of groups and clip paths included; nested at most 32 deep. */
  objects?: readonly FabricObject[];
  [name: string]: unknown;
}

/** Options of {@link render} and {@link toDataURL}. */
export interface RenderOptions {
  /** Pixels, 1 to 8192; in place of the scene's own. The scene is cut or extended, not scaled. */
  width?: number;
  height?: number;
  /** Default `"png"`. */
  format?: 'png' | 'jpeg';
  /** 0 to 1 (default), for JPEG. */
  quality?: number;
  /** Scale of the whole picture, 0.1 to 4; default 1. The result has at most 33 554 432 pixels. */
  multiplier?: number;
}

/** What {@link loadSVG} gives; {@link render} takes it as it is. */
export interface LoadedSvg {
  objects: FabricObject[];
  options: { width?: number; height?: number; viewBox?: string };
}

/**
 * Draws a scene as PNG or JPEG bytes.
 * @throws codes `fabric.bad-argument` and `fabric.unsupported` with the place in the scene, `fabric.bad-format` (a damaged
 * picture), `fabric.too-large`, `fabric.too-many`, `fabric.too-deep`, `fabric.timeout` (30 000 ms)
 * @example
 * await render({ width: 20, height: 20, objects: [{ type: 'circle', radius: 10, fill: 'red' }] });
 */
export function render(scene: FabricScene | LoadedSvg | string, options?: RenderOptions): Promise<Uint8Array>;

/**
 * Writes a scene as SVG text. Pictures inside become `data:` URIs.
 * @throws the codes of {@link render}
 * @example
 * await renderSVG({ width: 20, height: 20, objects: [] }); // "<svg xmlns=…"
 */
export function renderSVG(
  scene: FabricScene | LoadedSvg | string,
  options?: Pick<RenderOptions, 'width' | 'height'>,
): Promise<string>;

/**
 * Draws a scene as a `data:` URI.
 * @throws the codes of {@link render}
 * @example
 * await toDataURL({ width: 20, height: 20, objects: [] }); // "data:image/png;base64,…"
 */
export function toDataURL(scene: FabricScene | LoadedSvg | string, options?: RenderOptions): Promise<string>;

/**
 * Reads SVG text of at most 5 242 880 characters and 5000 elements into plain objects for a scene. References to anything
 * outside the text are refused.
 * @throws codes `fabric.bad-argument`, `fabric.bad-format`, `fabric.unsupported`, `fabric.too-large`, `fabric.too-many`,
 * `fabric.too-deep`, `fabric.timeout`
 * @example
 * const { objects } = await loadSVG('<svg xmlns="http://www.w3.org/2000/svg"><rect width="10" height="10"/></svg>');
 */
export function loadSVG(svg: string): Promise<LoadedSvg>;

declare const fabric: {
  readonly render: typeof render;
  readonly renderSVG: typeof renderSVG;
  readonly loadSVG: typeof loadSVG;
  readonly toDataURL: typeof toDataURL;
};
export default fabric;
