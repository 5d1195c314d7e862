/**
 * Names of a scene: what may be drawn, and which of its properties reach the library.
 * @module
 */

/** Object types by the names they are written with, in lower case. */
export const SHAPES: ReadonlyMap<string, string> = new Map([
  ['rect', 'Rect'],
  ['circle', 'Circle'],
  ['ellipse', 'Ellipse'],
  ['triangle', 'Triangle'],
  ['line', 'Line'],
  ['polyline', 'Polyline'],
  ['polygon', 'Polygon'],
  ['path', 'Path'],
  ['text', 'Text'],
  ['i-text', 'IText'],
  ['itext', 'IText'],
  ['textbox', 'Textbox'],
  ['group', 'Group'],
  ['image', 'Image'],
]);

/** Types of fills that are no colour. */
export const FILLERS: ReadonlyMap<string, string> = new Map([
  ['linear', 'linear'],
  ['radial', 'radial'],
  ['pattern', 'pattern'],
]);

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Image filters. */
export const FILTERS: ReadonlySet<string> = new Set(
  words(`
    BlackWhite BlendColor BlendImage Blur Brightness Brownie ColorMatrix Composed Contrast Convolute Gamma Grayscale
    HueRotation Invert Kodachrome Noise Pixelate Polaroid RemoveColor Resize Saturation Sepia Technicolor Vibrance Vintage
  `),
);

/** Properties whose value is a finite number. */
export const NUMBERS: ReadonlySet<string> = new Set(
  words(`
    left top width height angle scaleX scaleY skewX skewY opacity strokeWidth strokeDashOffset strokeMiterLimit rx ry radius
    startAngle endAngle x1 y1 x2 y2 fontSize lineHeight charSpacing textDecorationThickness minWidth pathStartOffset deltaY
    cropX cropY offsetX offsetY
  `),
);

/** Properties whose value is text or a flag. */
export const SCALARS: ReadonlySet<string> = new Set(
  words(`
    type flipX flipY originX originY visible strokeLineCap strokeLineJoin strokeUniform paintFirst fillRule
    globalCompositeOperation inverted absolutePositioned id counterClockwise text fontFamily fontWeight fontStyle textAlign
    underline overline linethrough direction splitByGrapheme pathSide pathAlign imageSmoothing textBackgroundColor repeat
    gradientUnits
  `),
);

/** Properties whose value is a list or a record of small values. */
export const PLAIN: ReadonlySet<string> = new Set(
  words('strokeDashArray points styles coords colorStops gradientTransform patternTransform'),
);

/** Properties that the library writes and that change nothing in a picture. */
export const IGNORED: ReadonlySet<string> = new Set(
  words(`
    version crossOrigin layoutManager subTargetCheck interactive selectable evented hasControls hasBorders hoverCursor
    moveCursor lockMovementX lockMovementY lockRotation lockScalingX lockScalingY lockSkewingX lockSkewingY
    lockScalingFlip editable objectCaching excludeFromExport padding name data options background overlay
  `),
);
