/**
 * `select`: texts or attributes of what a selector matches.
 * @module
 */
import { clampedInteger, optionalText, PackInputError, readOptions, readText } from '@nodetool-ai/sandbox-pack-kit';
import { visibleText } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import { HTML_MAX_MATCHES, HTML_MAX_SELECTOR_CHARS } from './limits.js';
import { parseHtml } from './parse-html.js';
import { findByForeign, refuseLargeResult } from './query.js';

/** @throws {PackError} `html.bad-argument`, `html.too-large`, `html.too-deep`, `html.too-many` */
export function selectAll(where: string, html: unknown, givenSelector: unknown, given: unknown): string[] {
  const selector = readText(where, 'selector', givenSelector, HTML_MAX_SELECTOR_CHARS);
  if (selector.trim() === '') {
    throw new PackInputError(where, 'bad-argument', 'the selector is empty', 'Use a CSS selector, such as "h2"');
  }
  // The library reads this as a selector without matches.
  if (/(?<!\\)[<>+~,]\s*$/.test(selector)) {
    throw new PackInputError(
      where,
      'bad-argument',
      'the selector ends where a name is due',
      'Use a CSS selector, such as "table tr > td"',
    );
  }
  const { attr, limit } = readOptions(where, given, {
    attr: optionalText(256),
    limit: clampedInteger(0, HTML_MAX_MATCHES, 100),
  });
  const matches = findByForeign(where, parseHtml(where, html), selector);
  const texts: string[] = [];
  for (const element of matches) {
    if (texts.length >= limit) break;
    if (attr === undefined) texts.push(visibleText(element));
    else {
      const value = element.attribs[attr] ?? element.attribs[attr.toLowerCase()];
      if (value !== undefined) texts.push(value);
    }
  }
  refuseLargeResult(where, texts);
  return texts;
}
