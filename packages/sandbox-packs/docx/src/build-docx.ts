/**
 * Checked elements to a Word document, with docx.
 * @module
 */
import { anything, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { documentDate, meterTexts, settlePackage, type TextMeter } from '@nodetool-ai/sandbox-pack-kit/office';
import {
  AlignmentType,
  Document,
  HeadingLevel,
  ImageRun,
  type IRunOptions,
  LevelFormat,
  Packer,
  PageBreak,
  Paragraph,
  TextRun,
} from 'docx';
import * as limits from './limits.js';
import { type Alignment, type DocxElement, readElements } from './read-elements.js';
import { tableXml } from './table-xml.js';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const ALIGNMENT_TYPES: Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  LEFT: AlignmentType.LEFT,
  CENTER: AlignmentType.CENTER,
  RIGHT: AlignmentType.RIGHT,
  JUSTIFY: AlignmentType.JUSTIFIED,
};
const NUMBERS = 'numbers';
const PIXELS_PER_INCH = 96;
/** Letter with margins of an inch, in twentieths of a point. */
const PAGE = { size: { width: 12_240, height: 15_840 }, margin: { top: 1440, right: 1440, bottom: 1440, left: 1440 } };

/**
 * Writes a document. Equal input gives equal bytes.
 * @throws {PackError} `docx.bad-argument`, `docx.unsupported`, `docx.bad-format`, `docx.too-large`, `docx.too-many`
 */
export async function buildDocx(
  where: string,
  input: unknown,
  warn: (text: string) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = readOptions(where, input, { properties: anything, elements: anything }, 'document');
  const texts = meterTexts(where, TEXT_CAPS, warn);
  const { created, ...properties } = readProperties(where, document.properties, texts);
  const elements = readElements(where, document.elements, texts);
  const bytes = await Packer.toArrayBuffer(
    new Document({
      ...properties,
      // Inside the library an absent author becomes "Un-named".
      lastModifiedBy: properties.creator,
      numbering: { config: [{ reference: NUMBERS, levels: [numberLevel] }] },
      sections: [{ properties: { page: PAGE }, children: elements.flatMap(toParagraphs) }],
    }),
  );
  return settlePackage(where, new Uint8Array(bytes), {
    created,
    edits: { 'word/document.xml': (xml) => placeTables(breakLines(xml), elements) },
    maxBytes: limits.DOCX_MAX_OUTPUT_BYTES,
    maxBytesName: 'DOCX_MAX_OUTPUT_BYTES',
  });
}

const TEXT_CAPS = {
  maxChars: limits.DOCX_MAX_TEXT_CHARS,
  maxCharsName: 'DOCX_MAX_TEXT_CHARS',
  maxLines: limits.DOCX_MAX_LINES,
  maxLinesName: 'DOCX_MAX_LINES',
};

const numberLevel = {
  level: 0,
  format: LevelFormat.DECIMAL,
  text: '%1.',
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: { left: 720, hanging: 360 } } },
};

function readProperties(where: string, value: unknown, texts: TextMeter) {
  const text = (name: string, given: unknown) =>
    given === undefined ? '' : texts.text(`properties.${name}`, given).replaceAll('\n', ' ');
  const given = readOptions(
    where,
    value,
    { title: anything, author: anything, subject: anything, keywords: anything, created: documentDate },
    'properties',
  );
  const keywords = Array.isArray(given.keywords) ? given.keywords : [given.keywords];
  return {
    title: text('title', given.title),
    creator: text('author', given.author),
    subject: text('subject', given.subject),
    keywords: keywords.map((keyword) => text('keywords', keyword)).join(', '),
    created: given.created,
  };
}

function toParagraphs(element: DocxElement, index: number, all: readonly DocxElement[]): Paragraph[] {
  switch (element.type) {
    case 'heading': {
      const heading = HEADINGS[element.level - 1] ?? HeadingLevel.HEADING_1;
      return [new Paragraph({ heading, children: runs({ text: element.text }) })];
    }
    case 'paragraph': {
      const { text, bold, italic, fontSize, alignment } = element;
      const children = runs({ text, bold, italics: italic, size: Math.round(2 * fontSize) });
      return [new Paragraph({ alignment: ALIGNMENT_TYPES[alignment], children })];
    }
    case 'list':
      return element.items.map((text) =>
        element.ordered
          ? new Paragraph({ numbering: { reference: NUMBERS, level: 0, instance: index }, children: runs({ text }) })
          : new Paragraph({ bullet: { level: 0 }, children: runs({ text }) }),
      );
    case 'table': {
      // Word joins neighbouring tables, and wants a paragraph at the end.
      const next = all[index + 1];
      const rest = next === undefined || next.type === 'table' ? [new Paragraph({})] : [];
      return [new Paragraph({ style: tableMark(index) }), ...rest];
    }
    case 'image': {
      const { image, alt } = element;
      const description = alt.replace(/[\n\t]/g, ' ');
      const run = new ImageRun({
        type: image.format === 'png' ? 'png' : 'jpg',
        data: image.bytes,
        transformation: { width: image.width * PIXELS_PER_INCH, height: image.height * PIXELS_PER_INCH },
        // The library counts these up from one document to the next.
        altText: { id: String(index + 1), name: `Image ${index + 1}`, description, title: '' },
      });
      return [new Paragraph({ children: [run] })];
    }
    case 'pageBreak':
      return [new Paragraph({ children: [new PageBreak()] })];
  }
}

function runs(options: IRunOptions & { text: string }): TextRun[] {
  return options.text === '' ? [] : [new TextRun(options)];
}

function tableMark(index: number): string {
  return `place-of-table-${index}`;
}

/** The library writes a break inside of text as it is; Word would show a space. Only our texts have any. */
function breakLines(xml: string): string {
  return xml
    .replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">')
    .replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">');
}

/** No text of the author can look like a mark: its `<` is written `&lt;`. */
function placeTables(xml: string, elements: readonly DocxElement[]): string {
  const mark = /<w:p><w:pPr><w:pStyle w:val="place-of-table-(\d+)"\/><\/w:pPr><\/w:p>/g;
  return xml.replace(mark, (_all, index: string) => {
    const element = elements[Number(index)];
    return element?.type === 'table' ? breakLines(tableXml(element.rows, element.header)) : '';
  });
}
