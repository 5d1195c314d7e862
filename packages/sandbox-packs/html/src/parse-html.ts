/**
 * HTML text to a tree, with its depth and size bounded while it grows.
 * @module
 */
import { PackLimitError, readText } from '@nodetool-ai/sandbox-pack-kit';
import { measureDepth } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { HTML_MAX_DEPTH, HTML_MAX_ELEMENTS, HTML_MAX_TEXT_CHARS } from './limits.js';

/** `<html>` and `<body>`, which every document has whether its text names them or not. */
const OUTER_DEPTH = 2;

/**
 * Parses HTML as a browser does, repairs included.
 * @throws {PackError} `html.bad-argument`, `html.too-large`, `html.too-deep`, `html.too-many`
 */
export function parseHtml(where: string, value: unknown, maxElements: number = HTML_MAX_ELEMENTS): Document {
  const text = readText(where, 'html', value, HTML_MAX_TEXT_CHARS);
  let depth = 0;
  let elements = 0;
  const document = parse<Htmlparser2TreeAdapterMap>(text, {
    treeAdapter: {
      ...adapter,
      // Deep trees make the parser quadratic and every walk over them recursive: stop as soon as one shows.
      onItemPush() {
        depth += 1;
        if (depth > HTML_MAX_DEPTH + OUTER_DEPTH) throw tooDeep(where);
      },
      onItemPop() {
        depth -= 1;
      },
      createElement(...args) {
        elements += 1;
        if (elements > maxElements) throw tooMany(where, maxElements);
        return adapter.createElement(...args);
      },
    },
  });
  // Repairs move whole trees, so the open elements alone do not tell the depth.
  if (measureDepth(document) > HTML_MAX_DEPTH + OUTER_DEPTH) throw tooDeep(where);
  return document;
}

function tooMany(where: string, maxElements: number): PackLimitError {
  const limit = maxElements === HTML_MAX_ELEMENTS ? 'HTML_MAX_ELEMENTS' : 'HTML_MAX_MARKDOWN_ELEMENTS';
  return new PackLimitError(
    where,
    'too-many',
    `the text makes more than ${maxElements} elements`,
    'Pass a part of it',
    limit,
  );
}

function tooDeep(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-deep',
    `the elements nest more than ${HTML_MAX_DEPTH} deep`,
    'Pass a part of the page',
    'HTML_MAX_DEPTH',
  );
}
