/**
 * A new document from plain data.
 * @module
 */
import { libraryReason, PackFormatError } from '@nodetool-ai/sandbox-pack-kit';
import { type PDFPage, rgb } from 'pdf-lib';
import { FontBook, type FontServices } from './font-book.js';
import { ImageBook } from './image-book.js';
import { newDocument } from './new-document.js';
import { readDocument } from './read-document.js';
import type { ImageItem, Item, TextItem } from './read-item.js';
import { cleanText, wrapText } from './wrap-text.js';

const LINE_HEIGHT = 1.2;
const BLACK = rgb(0, 0, 0);

interface Tools {
  fonts: FontBook;
  images: ImageBook;
}

/**
 * Builds a document. The origin of a page is its top left corner, the unit is the point.
 * @throws {PackError} `pdflib.bad-argument`, `pdflib.too-many`, `pdflib.too-large`, `pdflib.unsupported`,
 * `pdflib.bad-format`, `pdflib.unavailable`
 */
export async function buildPdf(where: string, value: unknown, services: FontServices): Promise<Uint8Array> {
  const spec = readDocument(where, value);
  const document = await newDocument(spec.properties);
  const tools = { fonts: new FontBook(where, document, spec.fonts, services), images: new ImageBook(where, document) };
  for (const [index, { width, height, items }] of spec.pages.entries()) {
    const page = document.addPage([width, height]);
    for (const [at, item] of items.entries()) await drawItem(page, `pages[${index}].items[${at}]`, item, tools);
  }
  tools.fonts.warnOfMissing();
  try {
    return await document.save();
  } catch (error) {
    throw new PackFormatError(
      where,
      'bad-format',
      `a font cannot be written: ${libraryReason(error)}`,
      'Check the fonts that you pass in fonts',
    );
  }
}

async function drawItem(page: PDFPage, label: string, item: Item, tools: Tools): Promise<void> {
  const top = page.getHeight();
  switch (item.type) {
    case 'text':
      return drawText(page, label, item, tools.fonts);
    case 'image':
      return drawImage(page, label, item, tools.images);
    case 'line':
      return page.drawLine({
        start: { x: item.x1, y: top - item.y1 },
        end: { x: item.x2, y: top - item.y2 },
        thickness: item.thickness,
        color: item.color,
      });
    case 'rect': {
      const { x, y, width, height, fill } = item;
      const stroke = item.stroke ?? (fill ? undefined : BLACK);
      return page.drawRectangle({
        x,
        y: top - y - height,
        width,
        height,
        ...(fill && { color: fill }),
        ...(stroke && { borderColor: stroke, borderWidth: 1 }),
      });
    }
  }
}

async function drawText(page: PDFPage, label: string, item: TextItem, fonts: FontBook): Promise<void> {
  const { x, y, size, color, maxWidth, lineHeight = size * LINE_HEIGHT } = item;
  const { font, text } = await fonts.setText(`${label}.font`, cleanText(item.text), item.font);
  const baseline = page.getHeight() - y - size;
  wrapText(text, font, size, maxWidth).forEach((line, index) => {
    if (line.trim() !== '') page.drawText(line, { x, y: baseline - index * lineHeight, size, font, color });
  });
}

async function drawImage(page: PDFPage, label: string, item: ImageItem, images: ImageBook): Promise<void> {
  const image = await images.embed(`${label}.data`, item.data);
  const ratio = image.height / image.width;
  const width = item.width ?? (item.height === undefined ? image.width : item.height / ratio);
  const height = item.height ?? width * ratio;
  page.drawImage(image, { x: item.x, y: page.getHeight() - item.y - height, width, height });
}
