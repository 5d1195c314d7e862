/// <reference path="./domino.d.ts" />
/**
 * HTML to Markdown, with turndown.
 * @module
 */

import domino from '@mixmark-io/domino';
import {
  anything,
  flag,
  libraryReason,
  type OptionReader,
  oneOf,
  PackFormatError,
  PackInputError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { SILENT_ELEMENTS } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import { load } from 'cheerio/slim';
import TurndownService from 'turndown';
import { absolute, readBase } from './base-url.js';
import { removeElements } from './extract.js';
import { addGfmRules } from './gfm-rules.js';
import { HTML_MAX_MARKDOWN_ELEMENTS } from './limits.js';
import { parseHtml } from './parse-html.js';
import { findAll, refuseLargeResult } from './query.js';

/** Turndown's own default rules; one of them keeps state. */
interface RulesHolder {
  options: { rules: Record<string, object> };
}

const horizontalRule: OptionReader<string> = (where, label, value) => {
  if (value === undefined) return '* * *';
  if (typeof value === 'string' && value.length <= 100 && /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/.test(value))
    return value;
  throw new PackInputError(where, 'bad-argument', `${label} is no thematic break`, 'Use "* * *", "---" or "___"');
};

function readTurndown(where: string, label: string, value: unknown) {
  return readOptions(
    where,
    value,
    {
      headingStyle: oneOf(['atx', 'setext'], 'atx'),
      hr: horizontalRule,
      bulletListMarker: oneOf(['-', '+', '*'], '-'),
      codeBlockStyle: oneOf(['fenced', 'indented'], 'fenced'),
      fence: oneOf(['```', '~~~'], '```'),
      emDelimiter: oneOf(['_', '*'], '_'),
      strongDelimiter: oneOf(['**', '__'], '**'),
      linkStyle: oneOf(['inlined', 'referenced'], 'inlined'),
      linkReferenceStyle: oneOf(['full', 'collapsed', 'shortcut'], 'full'),
      preformattedCode: flag(false),
    },
    label,
  );
}

/** @throws {PackError} `html.bad-argument`, `html.too-large`, `html.too-deep`, `html.too-many`, `html.bad-format` */
export function toMarkdown(where: string, html: unknown, given: unknown): string {
  const options = readOptions(where, given, { turndown: readTurndown, baseUrl: anything });
  const base = readBase(where, 'options.baseUrl', options.baseUrl);
  const document = parseHtml(where, html, HTML_MAX_MARKDOWN_ELEMENTS);
  removeElements(document, SILENT_ELEMENTS);
  if (base) {
    for (const element of findAll(document, 'a[href], img[src]')) {
      for (const name of ['href', 'src']) {
        const link = element.attribs[name];
        if (link !== undefined) element.attribs[name] = absolute(link, base);
      }
    }
  }
  const body = load(document)('body').html() ?? '';
  const markdown = convert(where, body, options.turndown);
  refuseLargeResult(where, [markdown]);
  return markdown;
}

function convert(where: string, body: string, options: ReturnType<typeof readTurndown>): string {
  // The library shares the list of link references among all services: a call that failed would leave its links to the next.
  const { rules } = (new TurndownService() as unknown as RulesHolder).options;
  const referenceLink = { ...rules['referenceLink'], references: [] };
  const service = new TurndownService({ ...options, rules: { ...rules, referenceLink } } as TurndownService.Options);
  addGfmRules(service);
  try {
    return service.turndown(toTree(body));
  } catch (error) {
    if (error instanceof RangeError) {
      throw new PackLimitError(
        where,
        'too-deep',
        'the page nests too deeply to be converted',
        'Pass a part of it',
        'HTML_MAX_DEPTH',
      );
    }
    throw new PackFormatError(
      where,
      'bad-format',
      `the page cannot be converted: ${libraryReason(error)}`,
      'Try toText',
    );
  }
}

/**
 * The element that the library would parse the text into. Where it runs in a page it asks the page for a document, and
 * workers have none.
 */
function toTree(body: string): TurndownService.Node {
  const root = domino
    .createDocument(`<x-turndown id="turndown-root">${body}</x-turndown>`)
    .getElementById('turndown-root');
  if (!root) throw new Error('the page lost its root');
  // Nobody else has this tree, and copying refuses names of attributes that parsing lets through.
  Object.defineProperty(root, 'cloneNode', { value: () => root });
  return root as TurndownService.Node;
}
