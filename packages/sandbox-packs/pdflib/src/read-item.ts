/**
 * One item of a page, checked.
 * @module
 */
import { anything, numberWithin, type OptionReader, readOptions, readType } from '@nodetool-ai/sandbox-pack-kit';
import { type RGB, rgb } from 'pdf-lib';
import { color, type Meter, optionalColor, requiredNumber } from './fields.js';

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
const place = (fallback: number) => numberWithin(-FAR, FAR, fallback);
const somewhere = requiredNumber(-FAR, FAR);
const length = (min: number) => numberWithin(min, FAR, undefined);

/**
 * Reads an item.
 * @throws {PackError} `pdflib.bad-argument` with the path of the field, `pdflib.too-large`
 */
export function readItem(where: string, label: string, value: unknown, meter: Meter): Item {
  const { type, fields } = readType(where, label, value, ['text', 'image', 'line', 'rect']);
  switch (type) {
    case 'text': {
      const table = {
        type: anything,
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
      return { ...readOptions(where, fields, table, label), type };
    }
    case 'image': {
      const data: OptionReader<Uint8Array> = (_where, name, bytes) => meter.file(name, bytes);
      const table = { type: anything, data, x: somewhere, y: somewhere, width: length(0.01), height: length(0.01) };
      return { ...readOptions(where, fields, table, label), type };
    }
    case 'line': {
      const ends = { x1: somewhere, y1: somewhere, x2: somewhere, y2: somewhere };
      const table = { type: anything, ...ends, thickness: numberWithin(0, 1000, 1), color: color(BLACK) };
      return { ...readOptions(where, fields, table, label), type };
    }
    case 'rect': {
      const size = { width: requiredNumber(0, FAR), height: requiredNumber(0, FAR) };
      const table = { type: anything, x: somewhere, y: somewhere, ...size, fill: optionalColor, stroke: optionalColor };
      return { ...readOptions(where, fields, table, label), type };
    }
  }
}
