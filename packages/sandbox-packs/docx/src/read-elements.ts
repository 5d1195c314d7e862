/**
 * The elements a program passes, checked one by one.
 * @module
 */
import {
  anything,
  clampedInteger,
  flag,
  numberWithin,
  oneOf,
  PackInputError,
  PackLimitError,
  readList,
  readOptions,
  readType,
} from '@nodetool-ai/sandbox-pack-kit';
import { type DocumentImage, meterImages, type TextMeter } from '@nodetool-ai/sandbox-pack-kit/office';
import * as limits from './limits.js';

const ALIGNMENTS = ['LEFT', 'CENTER', 'RIGHT', 'JUSTIFY'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** One checked element. */
export type DocxElement =
  | { readonly type: 'heading'; readonly text: string; readonly level: number }
  | {
      readonly type: 'paragraph';
      readonly text: string;
      readonly alignment: Alignment;
      readonly bold: boolean;
      readonly italic: boolean;
      /** Points. */
      readonly fontSize: number;
    }
  | { readonly type: 'list'; readonly items: readonly string[]; readonly ordered: boolean }
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[]; readonly header: boolean }
  | { readonly type: 'image'; readonly image: DocumentImage; readonly alt: string }
  | { readonly type: 'pageBreak' };

type Reader = (label: string, fields: unknown) => DocxElement;

/** Inches; Word knows no longer pages. */
const MAX_INCHES = 22;
/** Inches between the margins of a Letter page. */
const TEXT_WIDTH = 6.5;

/**
 * @throws {PackInputError} `docx.bad-argument`, `docx.unsupported`
 * @throws {PackFormatError} `docx.bad-format`
 * @throws {PackLimitError} `docx.too-large`, `docx.too-many`
 */
export function readElements(where: string, value: unknown, texts: TextMeter): DocxElement[] {
  const elements = readList(where, 'elements', value, { max: limits.DOCX_MAX_ELEMENTS, name: 'DOCX_MAX_ELEMENTS' });
  const readers = elementReaders(where, texts);
  return elements.map((element, at) => {
    const label = `elements[${at}]`;
    const { type, fields } = readType(where, label, element, TYPES);
    return readers[type](label, fields);
  });
}

const TYPES = ['heading', 'paragraph', 'list', 'table', 'image', 'pageBreak'] as const;

function elementReaders(where: string, texts: TextMeter): Record<(typeof TYPES)[number], Reader> {
  const inches = numberWithin(0.01, MAX_INCHES, undefined);
  const takeImage = meterImages(where, IMAGE_CAPS, TEXT_WIDTH);
  const takeItems = counter(where, 'list items', limits.DOCX_MAX_LIST_ITEMS, 'DOCX_MAX_LIST_ITEMS');
  const takeCells = counter(where, 'cells', limits.DOCX_MAX_CELLS, 'DOCX_MAX_CELLS');
  return {
    heading(label, fields) {
      const table = { type: anything, text: anything, level: clampedInteger(1, 6, 1) };
      const { text, level } = readOptions(where, fields, table, label);
      return { type: 'heading', text: texts.text(`${label}.text`, text), level };
    },
    paragraph(label, fields) {
      const table = {
        type: anything,
        text: anything,
        alignment: oneOf(ALIGNMENTS, 'LEFT'),
        bold: flag(false),
        italic: flag(false),
        fontSize: numberWithin(1, 400, 12),
      };
      const { text, alignment, bold, italic, fontSize } = readOptions(where, fields, table, label);
      return { type: 'paragraph', text: texts.text(`${label}.text`, text), alignment, bold, italic, fontSize };
    },
    list(label, fields) {
      const { items, ordered } = readOptions(
        where,
        fields,
        { type: anything, items: anything, ordered: flag(false) },
        label,
      );
      const list = readList(where, `${label}.items`, items, NO_CAP);
      takeItems(label, list.length);
      return { type: 'list', items: list.map((item, at) => texts.text(`${label}.items[${at}]`, item)), ordered };
    },
    table(label, fields) {
      const { rows, header } = readOptions(
        where,
        fields,
        { type: anything, rows: anything, header: flag(false) },
        label,
      );
      const lines = readList(where, `${label}.rows`, rows, NO_CAP).map((row, at) =>
        readList(where, `${label}.rows[${at}]`, row, { max: limits.DOCX_MAX_COLUMNS, name: 'DOCX_MAX_COLUMNS' }),
      );
      const columns = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
      if (columns === 0) {
        throw new PackInputError(where, 'bad-argument', `${label}.rows has no cells`, 'Pass at least one cell');
      }
      takeCells(label, lines.length * columns);
      const cells = lines.map((line, row) =>
        line.map((cell, column) => texts.cell(`${label}.rows[${row}][${column}]`, cell)),
      );
      return { type: 'table', rows: cells, header };
    },
    image(label, fields) {
      const table = { type: anything, data: anything, width: inches, height: inches, alt: anything };
      const { data, width, height, alt } = readOptions(where, fields, table, label);
      return {
        type: 'image',
        image: takeImage(`${label}.data`, data, { width, height }),
        alt: alt === undefined ? '' : texts.text(`${label}.alt`, alt),
      };
    },
    pageBreak(label, fields) {
      readOptions(where, fields, { type: anything }, label);
      return { type: 'pageBreak' };
    },
  };
}

const NO_CAP = { max: Number.POSITIVE_INFINITY, name: '' };

const IMAGE_CAPS = {
  maxImages: limits.DOCX_MAX_IMAGES,
  maxImagesName: 'DOCX_MAX_IMAGES',
  maxBytes: limits.DOCX_MAX_IMAGE_BYTES,
  maxTotalBytes: limits.DOCX_MAX_IMAGES_BYTES,
  maxTotalBytesName: 'DOCX_MAX_IMAGES_BYTES',
};

function counter(where: string, what: string, max: number, name: string): (label: string, more: number) => void {
  let count = 0;
  return (label, more) => {
    count += more;
    if (count <= max) return;
    throw new PackLimitError(
      where,
      'too-many',
      `the document has more than ${max} ${what}, with those of ${label}`,
      'Write several documents',
      name,
    );
  };
}
