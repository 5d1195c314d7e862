/**
 * A document to be built, checked before anything is drawn.
 * @module
 */
import {
  anything,
  isPlainObject,
  kindOf,
  numberWithin,
  PackLimitError,
  readList,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { bad, type Meter, meterOf } from './fields.js';
import { PDFLIB_MAX_FONTS, PDFLIB_MAX_ITEMS, PDFLIB_MAX_PAGES, PDFLIB_MAX_SIDE_POINTS } from './limits.js';
import type { DocumentProperties } from './new-document.js';
import { type Item, readItem } from './read-item.js';

/** A page; the unit is the point. */
export interface PageSpec {
  width: number;
  height: number;
  items: Item[];
}

/** A document. */
export interface DocumentSpec {
  pages: PageSpec[];
  properties: DocumentProperties;
  /** By name; names come from outside. */
  fonts: Map<string, Uint8Array>;
}

/**
 * Reads a document.
 * @throws {PackError} `pdflib.bad-argument` with the path of the field, `pdflib.too-many`, `pdflib.too-large`
 */
export function readDocument(where: string, value: unknown): DocumentSpec {
  if (!isPlainObject(value))
    throw bad(where, `document must be an object, not ${kindOf(value)}`, 'Pass { pages: [{ items: [] }] }');
  const meter = meterOf(where);
  const given = readOptions(where, value, { pages: anything, properties: anything, fonts: anything }, 'document');
  const pages = readList(where, 'pages', given.pages, { max: PDFLIB_MAX_PAGES, name: 'PDFLIB_MAX_PAGES' });
  if (pages.length === 0) throw bad(where, 'pages is empty', 'A document needs at least one page');
  const room = { items: PDFLIB_MAX_ITEMS };
  return {
    pages: pages.map((page, at) => readPage(where, `pages[${at}]`, page, meter, room)),
    properties: readProperties(where, given.properties, meter),
    fonts: readFonts(where, given.fonts, meter),
  };
}

function readPage(where: string, label: string, value: unknown, meter: Meter, room: { items: number }): PageSpec {
  if (!isPlainObject(value)) throw bad(where, `${label} must be an object, not ${kindOf(value)}`, 'Pass { items: [] }');
  const side = (fallback: number) => numberWithin(1, PDFLIB_MAX_SIDE_POINTS, fallback);
  const page = readOptions(where, value, { width: side(612), height: side(792), items: anything }, label);
  const items =
    page.items === undefined
      ? []
      : readList(where, `${label}.items`, page.items, { max: PDFLIB_MAX_ITEMS, name: 'PDFLIB_MAX_ITEMS' });
  room.items -= items.length;
  if (room.items < 0) {
    throw new PackLimitError(
      where,
      'too-many',
      `all pages have more than ${PDFLIB_MAX_ITEMS} items`,
      'Make several documents and merge them',
      'PDFLIB_MAX_ITEMS',
    );
  }
  return { ...page, items: items.map((item, at) => readItem(where, `${label}.items[${at}]`, item, meter)) };
}

function readProperties(where: string, value: unknown, meter: Meter): DocumentProperties {
  const text = (_where: string, label: string, given: unknown) =>
    given === undefined ? undefined : meter.text(label, given);
  const keywords = (_where: string, label: string, given: unknown) => {
    if (given === undefined) return undefined;
    if (typeof given === 'string') return [meter.text(label, given)];
    const list = readList(where, label, given, { max: PDFLIB_MAX_ITEMS, name: 'PDFLIB_MAX_ITEMS' });
    return list.map((word, at) => meter.text(`${label}[${at}]`, word));
  };
  return readOptions(where, value, { title: text, author: text, subject: text, keywords }, 'properties');
}

function readFonts(where: string, value: unknown, meter: Meter): Map<string, Uint8Array> {
  if (value === undefined || value === null) return new Map();
  if (!isPlainObject(value)) throw bad(where, `fonts must be an object, not ${kindOf(value)}`, 'Pass { name: bytes }');
  const entries = readList(where, 'fonts', Object.entries(value), { max: PDFLIB_MAX_FONTS, name: 'PDFLIB_MAX_FONTS' });
  return new Map(
    (entries as [string, unknown][]).map(([name, bytes]) => [
      name,
      meter.file(`fonts[${JSON.stringify(name.slice(0, 60))}]`, bytes),
    ]),
  );
}
