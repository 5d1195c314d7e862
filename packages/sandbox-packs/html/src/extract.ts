/**
 * Links, media, metadata and readable text of a page.
 * @module
 */
import {
  hasChildren,
  isElement,
  SILENT_ELEMENTS,
  visibleLine,
  visibleText,
} from '@nodetool-ai/sandbox-pack-kit/visible-text';
import type { AnyNode, Document, Element } from 'domhandler';
import { absolute, linkType, readBase } from './base-url.js';
import { HTML_MAX_ITEMS } from './limits.js';
import { parseHtml } from './parse-html.js';
import { findAll, refuseLargeResult } from './query.js';

/** One link of a page; `href` is as written. */
export interface HtmlLink {
  href: string;
  text: string;
  type: 'internal' | 'external';
}

/** What a page says about itself. */
export interface HtmlMetadata {
  title: string | null;
  description: string | null;
  keywords: string | null;
}

/** Where media of a kind are named, by export. */
export const MEDIA_SELECTORS = {
  extractImages: 'img[src]',
  extractAudio: 'audio[src], audio source[src]',
  extractVideos: 'video[src], video source[src], iframe[src]',
} as const;

type Warn = (text: string) => void;

export function extractLinks(where: string, html: unknown, givenBase: unknown, warn: Warn): HtmlLink[] {
  const base = readBase(where, 'baseUrl', givenBase);
  const links = firstItems(where, findAll(parseHtml(where, html), 'a[href]'), warn).map((element) => {
    const href = element.attribs['href'] ?? '';
    return { href, text: visibleLine(element), type: linkType(href, base) };
  });
  refuseLargeResult(
    where,
    links.flatMap(({ href, text }) => [href, text]),
  );
  return links;
}

export function extractMedia(where: string, html: unknown, selector: string, givenBase: unknown, warn: Warn): string[] {
  const base = readBase(where, 'baseUrl', givenBase);
  const sources = firstItems(where, findAll(parseHtml(where, html), selector), warn).map((element) =>
    absolute(element.attribs['src'] ?? '', base),
  );
  refuseLargeResult(where, sources);
  return sources;
}

export function extractMetadata(where: string, html: unknown): HtmlMetadata {
  const document = parseHtml(where, html);
  const title = findAll(document, 'head > title')[0];
  const contentOf = (name: string): string | null =>
    orNull(findAll(document, `meta[name="${name}" i][content]`)[0]?.attribs['content']?.trim());
  const metadata = {
    title: orNull(title && visibleLine(title)),
    description: contentOf('description'),
    keywords: contentOf('keywords'),
  };
  refuseLargeResult(where, [metadata.title ?? '', metadata.description ?? '', metadata.keywords ?? '']);
  return metadata;
}

export function toText(where: string, html: unknown): string {
  const text = visibleText(parseHtml(where, html));
  refuseLargeResult(where, [text]);
  return text;
}

/** Text of the first part of the page that is likely to be what it is about, on one line; `""` when nothing is there. */
export function extractReadableText(where: string, html: unknown): string {
  const document = parseHtml(where, html);
  removeElements(document, new Set([...SILENT_ELEMENTS, 'nav', 'aside', 'footer', 'header']));
  for (const selector of ['article', 'main', '[id*="content"]', '[class*="content"]', 'body']) {
    for (const element of findAll(document, selector)) {
      const text = visibleLine(element).replace(/\s+/g, ' ').trim();
      if (text === '') continue;
      refuseLargeResult(where, [text]);
      return text;
    }
  }
  return '';
}

/** Takes elements out of a tree by name. */
export function removeElements(document: Document, names: ReadonlySet<string>): void {
  const stack: AnyNode[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!hasChildren(node)) continue;
    const kept = node.children.filter((child: AnyNode) => !(isElement(child) && names.has(child.name)));
    if (kept.length < node.children.length) {
      for (const [at, child] of kept.entries()) {
        child.prev = kept[at - 1] ?? null;
        child.next = kept[at + 1] ?? null;
      }
      // What is left are children of the same parent.
      node.children = kept as typeof node.children;
    }
    for (const child of kept) stack.push(child);
  }
}

function firstItems(where: string, elements: Element[], warn: Warn): Element[] {
  const rest = elements.length - HTML_MAX_ITEMS;
  if (rest <= 0) return elements;
  warn(`${where}: ${rest} more items were left out after the first ${HTML_MAX_ITEMS}`);
  return elements.slice(0, HTML_MAX_ITEMS);
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
