/**
 * The text of the pages of a PDF.
 * @module
 */
import type { HostCall } from '@nodetool-ai/protocol';
import {
  libraryReason,
  optionalText,
  PackError,
  PackFormatError,
  PackInputError,
  PackLimitError,
  readBytes,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { PDFParse } from 'pdf-parse';
import { PDF_MAX_BYTES, PDF_MAX_PAGES, PDF_MAX_PASSWORD_CHARS, PDF_MAX_TEXT_BYTES } from './limits.js';
import { pagesOption } from './pages-option.js';
import type { PdfFiles } from './pdf-files.js';

/** One page. */
export interface PageText {
  /** From 0. */
  index: number;
  /** From 1. */
  pageNumber: number;
  text: string;
}

// No code is made of a document, and nothing is fetched for it.
const SAFE_OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  verbosity: 0,
};
// No page has this number: the library counts the pages and reads none.
const NO_PAGE = 0;

/**
 * Reads the text page by page, each trimmed. A page without text, such as a scanned one, is `""`.
 * @param scope - `isWhole` for all pages, without the option `pages`
 * @throws {PackError} `pdf.bad-argument`, `pdf.not-found`, `pdf.too-large`, `pdf.too-many`, `pdf.bad-format`,
 * `pdf.encrypted`
 */
export async function extractPages(
  { where, args, signal }: HostCall,
  files: PdfFiles,
  scope: { isWhole: boolean },
): Promise<PageText[]> {
  const bytes = readBytes(where, 'bytes', args[0], PDF_MAX_BYTES);
  const password = optionalText(PDF_MAX_PASSWORD_CHARS);
  const options: { password: string | undefined; pages?: number[] | undefined } = scope.isWhole
    ? readOptions(where, args[1], { password })
    : readOptions(where, args[1], { password, pages: pagesOption });
  PDFParse.setWorker(files.workerUrl);
  const parser = new PDFParse({
    ...SAFE_OPTIONS,
    ...files.options,
    // The library takes the memory that it is given.
    data: bytes.slice(),
    ...(options.password !== undefined && { password: options.password }),
  });
  try {
    return await readPages(where, parser, options.pages, signal);
  } catch (error) {
    throw toPackError(where, error);
  } finally {
    await parser.destroy().catch(() => undefined);
  }
}

async function readPages(
  where: string,
  parser: PDFParse,
  asked: readonly number[] | undefined,
  signal: AbortSignal,
): Promise<PageText[]> {
  const { total } = await parser.getText({ partial: [NO_PAGE] });
  refusePages(where, total, asked);
  const pages: PageText[] = [];
  let bytes = 0;
  for (const pageNumber of asked ?? Array.from({ length: total }, (_, index) => index + 1)) {
    signal.throwIfAborted();
    const { pages: read } = await parser.getText({ partial: [pageNumber], pageJoiner: '' });
    const text = (read[0]?.text ?? '').trim();
    bytes += utf8Length(text);
    if (bytes > PDF_MAX_TEXT_BYTES) {
      throw new PackLimitError(
        where,
        'too-large',
        `the text has more than ${PDF_MAX_TEXT_BYTES} bytes, up to page ${pageNumber}`,
        'Ask extractPages for fewer pages',
        'PDF_MAX_TEXT_BYTES',
      );
    }
    pages.push({ index: pageNumber - 1, pageNumber, text });
  }
  return pages;
}

function refusePages(where: string, total: number, asked: readonly number[] | undefined): void {
  if (total > PDF_MAX_PAGES) {
    throw new PackLimitError(
      where,
      'too-many',
      `the document has ${total} pages, over the limit of ${PDF_MAX_PAGES}`,
      'Split it first',
      'PDF_MAX_PAGES',
    );
  }
  const absent = asked?.find((number) => number > total);
  if (absent !== undefined)
    throw new PackInputError(where, 'not-found', `there is no page ${absent}`, `The document has ${total} pages`);
}

function toPackError(where: string, error: unknown): unknown {
  if (error instanceof PackError || (error instanceof Error && error.name === 'AbortError')) return error;
  const reason = libraryReason(error);
  if (error instanceof Error && error.name === 'PasswordException') {
    return new PackFormatError(where, 'encrypted', `the document is encrypted: ${reason}`, 'Pass its password');
  }
  return new PackFormatError(
    where,
    'bad-format',
    `bytes cannot be read as a PDF: ${reason}`,
    'Check that all bytes of the document arrived',
  );
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
