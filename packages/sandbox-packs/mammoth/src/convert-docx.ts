/**
 * Word documents to text and HTML, with mammoth.
 * @module
 */

import {
  libraryReason,
  oneOf,
  PackError,
  PackFormatError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import type mammoth from 'mammoth';
import { MAMMOTH_MAX_IMAGES_BYTES, MAMMOTH_MAX_RESULT_CHARS, MAMMOTH_MAX_WARNINGS } from './limits.js';
import { openDocx } from './open-docx.js';
import { rawText } from './raw-text.js';

type Warn = (text: string) => void;
/** The library: its build for Node, or the one for pages. */
export type Mammoth = typeof mammoth;
type Result = Awaited<ReturnType<Mammoth['convertToHtml']>>;

/** No file beside the document is read, and the document has no say in what becomes which element. */
const SEALED = { externalFileAccess: false, includeEmbeddedStyleMap: false };

/** Message of an image that is left out on purpose. */
const DROPPED = 'image dropped';

/**
 * Text of the paragraphs, with a blank line between them.
 * @throws {PackError} `mammoth.bad-argument`, `mammoth.unsupported`, `mammoth.bad-format`, `mammoth.encrypted`, limits
 */
export async function extractRawText(
  library: Mammoth,
  where: string,
  input: unknown,
  given: unknown,
  warn: Warn,
): Promise<string> {
  readOptions(where, given, {});
  let text = '';
  const options = {
    transformDocument(document: object): object {
      text = rawText(document);
      return { ...document, children: [] };
    },
  };
  await run(where, () => library.convertToHtml(inputOf(where, input), { ...SEALED, ...options }), warn);
  return refuseLong(where, text.replace(/\n+$/, ''));
}

/**
 * HTML of the document as the library makes it; nothing is sanitised.
 * @throws {PackError} as {@link extractRawText}
 */
export async function convertToHtml(
  library: Mammoth,
  where: string,
  input: unknown,
  given: unknown,
  warn: Warn,
): Promise<string> {
  const { images } = readOptions(where, given, { images: oneOf(['inline', 'drop'], 'inline') });
  const options = { ...SEALED, convertImage: library.images.imgElement(imageReader(images)) };
  const html = await run(where, () => library.convertToHtml(inputOf(where, input), options), warn);
  return refuseLong(where, html);
}

/** The library's builds for Node and for pages take the bytes by different names. */
function inputOf(where: string, input: unknown): { buffer: Buffer } {
  const bytes = openDocx(where, input);
  const both: object = { buffer: bytes, arrayBuffer: bytes };
  return both as { buffer: Buffer };
}

/** What is thrown for one image leaves out that image: the library goes on and reports it. */
function imageReader(images: 'inline' | 'drop') {
  let bytes = 0;
  return async (image: { contentType: string; readAsBase64String(): Promise<string> }): Promise<{ src: string }> => {
    if (images === 'drop') throw new Error(DROPPED);
    if (!/^image\/[a-z0-9.+-]{1,40}$/i.test(image.contentType)) throw new Error('an image has no image type');
    const base64 = await image.readAsBase64String();
    const size = Math.floor((base64.length * 3) / 4);
    if (bytes + size > MAMMOTH_MAX_IMAGES_BYTES) {
      throw new Error(`images over ${MAMMOTH_MAX_IMAGES_BYTES} bytes in all were left out`);
    }
    bytes += size;
    return { src: `data:${image.contentType};base64,${base64}` };
  };
}

async function run(where: string, convert: () => Promise<Result>, warn: Warn): Promise<string> {
  try {
    const { value, messages } = await convert();
    report(where, new Set(messages.map(({ message }) => libraryReason(message))), warn);
    return value;
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackFormatError(
      where,
      'bad-format',
      `this is no Word document that can be read: ${libraryReason(error)}`,
      'Pass the bytes of a .docx file',
    );
  }
}

function report(where: string, messages: ReadonlySet<string>, warn: Warn): void {
  const told = [...messages].filter((message) => message !== DROPPED);
  for (const message of told.slice(0, MAMMOTH_MAX_WARNINGS)) warn(`${where}: ${message}`);
  if (told.length > MAMMOTH_MAX_WARNINGS) warn(`${where}: ${told.length - MAMMOTH_MAX_WARNINGS} more warnings`);
}

function refuseLong(where: string, text: string): string {
  if (text.length <= MAMMOTH_MAX_RESULT_CHARS) return text;
  throw new PackLimitError(
    where,
    'too-large',
    `the result has ${text.length} characters, over the limit of ${MAMMOTH_MAX_RESULT_CHARS}`,
    'Split the document, or drop its images',
    'MAMMOTH_MAX_RESULT_CHARS',
  );
}
