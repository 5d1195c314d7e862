/**
 * Selectors over a parsed page, with cheerio.
 * @module
 */
import { libraryReason, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { isElement } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import { load } from 'cheerio/slim';
import type { Document, Element } from 'domhandler';
import { HTML_MAX_RESULT_CHARS } from './limits.js';

/** Elements that match a selector of our own, in document order. */
export function findAll(document: Document, selector: string): Element[] {
  return load(document).root().find(selector).toArray().filter(isElement);
}

/**
 * Elements that match a selector from outside.
 * @throws {PackInputError} `html.bad-argument` for a selector that cannot be read
 */
export function findByForeign(where: string, document: Document, selector: string): Element[] {
  try {
    return findAll(document, selector);
  } catch (error) {
    const reason = error instanceof RangeError ? 'it nests too deeply' : libraryReason(error);
    throw new PackInputError(
      where,
      'bad-argument',
      `the selector cannot be read: ${reason}`,
      'Use a CSS selector, such as "table tr > td"',
    );
  }
}

/** @throws {PackLimitError} `html.too-large` */
export function refuseLargeResult(where: string, texts: Iterable<string>): void {
  let chars = 0;
  for (const text of texts) chars += text.length;
  if (chars > HTML_MAX_RESULT_CHARS) {
    throw new PackLimitError(
      where,
      'too-large',
      `the result has ${chars} characters, over the ${HTML_MAX_RESULT_CHARS} character limit`,
      'Select less',
      'HTML_MAX_RESULT_CHARS',
    );
  }
}
