/**
 * One item of a page, checked.
 * @module
 */
import { isPlainObject, kindOf, type OptionReader, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { type RGB, rgb } from 'pdf-lib';
import { bad, color, type Meter, numberWithin, optionalColor, optionalNumberWithin } from './fields.js';

/** A text; `y` is the top of its first line. */
export interface TextItem {
  type: 'text';
  text: string;
  x: number;
  y: number;
  size: number;
  color: RGB;
  font: string | undefined;
  maxWidth: number | undefined;
  lineHeight: number | undefined;
}

/** An image; one side given keeps the ratio. */
export interface ImageItem {
  type: 'image';
  data: Uint8Array;
  x: number;
  y: number;
  width: number | undefined;
  height: number | undefined;
}

/** A straight line. */
export interface LineItem {
  type: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  thickness: number;
  color: RGB;
}

/** A rectangle; `x` and `y` are its top left corner. */
export interface RectItem {
  type: 'rect';
  x: number;
  y: number;
  width: number;
  height: number;
  fill: RGB | undefined;
  stroke: RGB | undefined;
}

/** Anything on a page. */
export type Item = TextItem | ImageItem | LineItem | RectItem;

const FAR = 100_000;
const BLACK = rgb(0, 0, 0);
const place = (fallback?: number) => numberWithin(-FAR, FAR, fallback);
const length = (min: number) => optionalNumberWithin(min, FAR);
const KINDS = 'Use "text", "image", "line" or "rect"';

/**
 * Reads an item.
 * @throws {PackError} `pdflib.bad-argument` with the path of the field, `pdflib.too-large`
 */
export function readItem(where: string, label: string, value: unknown, meter: Meter): Item {
  if (!isPlainObject(value)) throw bad(where, `${label} must be an object with a type, not ${kindOf(value)}`, KINDS);
  const kind: OptionReader<unknown> = (_where, _label, type) => type;
  switch (Object.hasOwn(value, 'type') ? value['type'] : undefined) {
    case 'text': {
      const table = {
        type: kind,
        text: (_where: string, name: string, text: unknown) => meter.text(name, text),
        x: place(0),
        y: place(0),
        size: numberWithin(0.1, 2000, 12),
        color: color(BLACK),
        font: (_where: string, name: string, font: unknown) =>
          font === undefined ? undefined : meter.text(name, font),
        maxWidth: length(1),
        lineHeight: length(0.1),
      };
      return { ...readOptions(where, value, table, label), type: 'text' };
    }
    case 'image': {
      const data: OptionReader<Uint8Array> = (_where, name, bytes) => meter.file(name, bytes);
      const table = { type: kind, data, x: place(), y: place(), width: length(0.01), height: length(0.01) };
      return { ...readOptions(where, value, table, label), type: 'image' };
    }
    case 'line': {
      const ends = { x1: place(), y1: place(), x2: place(), y2: place() };
      const table = { type: kind, ...ends, thickness: numberWithin(0, 1000, 1), color: color(BLACK) };
      return { ...readOptions(where, value, table, label), type: 'line' };
    }
    case 'rect': {
      const size = { width: numberWithin(0, FAR), height: numberWithin(0, FAR) };
      const table = { type: kind, x: place(), y: place(), ...size, fill: optionalColor, stroke: optionalColor };
      return { ...readOptions(where, value, table, label), type: 'rect' };
    }
    default:
      throw bad(where, `${label} has no type that is known`, KINDS);
  }
}
