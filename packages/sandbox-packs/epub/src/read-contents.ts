/**
 * Table of contents: `nav` of version 3, else NCX of version 2, else the titles of the chapters.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { hasChildren, isElement, visibleLine } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import { childOf, childrenOf, textOf, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import type { AnyNode, Element } from 'domhandler';
import { resolveHref } from './archive-href.js';
import { findElements, parsePage } from './chapter-page.js';
import { EPUB_MAX_CONTENTS } from './limits.js';
import type { Book, ManifestItem } from './open-book.js';

/** One entry; `href` is relative to the archive, `order` counts from 1, `level` from 0. */
export interface ContentsEntry {
  id?: string;
  title: string;
  href: string;
  order: number;
  level: number;
}

/** What an entry is made of before it is counted. */
interface Point {
  readonly id: string | undefined;
  readonly title: string;
  readonly reference: string;
  readonly base: string;
  readonly level: number;
}

/**
 * Entries of the book's own table; none when it has neither kind.
 * @throws {PackLimitError} `epub.too-many`
 */
export function readContents(where: string, book: Book): ContentsEntry[] {
  const points = navPoints(where, book) ?? ncxPoints(book) ?? [];
  if (points.length > EPUB_MAX_CONTENTS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the table of contents has more than ${EPUB_MAX_CONTENTS} entries`,
      'Read the chapters instead',
      'EPUB_MAX_CONTENTS',
    );
  }
  const ids = new Map(Array.from(book.manifest.values(), ({ id, path }) => [path, id] as const).reverse());
  return points.map(({ id, title, reference, base, level }, at) => {
    const { path, href } = reference === '' ? { path: '', href: '' } : resolveHref(base, reference);
    const known = (path === '' ? undefined : ids.get(path)) ?? id;
    return { ...(known !== undefined && { id: known }), title, href, order: at + 1, level };
  });
}

function navPoints(where: string, book: Book): Point[] | undefined {
  const item = findItem(book, ({ properties }) => properties.includes('nav'));
  const bytes = item && book.file(item.path);
  if (!bytes) return undefined;
  const page = parsePage(where, item.path, bytes);
  const nav = findElements(page, ({ name, attribs }) => name === 'nav' && isToc(attribs))[0];
  const points: Point[] = [];
  const list = nav && findElements(nav, ({ name }) => name === 'ol')[0];
  if (list?.parent) addList(list.parent, item.path, 0, points);
  return points.length > 0 ? points : undefined;
}

function isToc(attributes: Record<string, string>): boolean {
  return attributes['epub:type']?.split(/\s+/).includes('toc') === true || attributes['role'] === 'doc-toc';
}

// The page bounds the depth.
function addList(parent: AnyNode, base: string, level: number, points: Point[]): void {
  for (const list of elementsOf(parent)) {
    if (list.name !== 'ol') continue;
    for (const item of elementsOf(list)) {
      const label = elementsOf(item).find(({ name }) => name === 'a' || name === 'span');
      if (item.name !== 'li') continue;
      if (label) {
        const id = item.attribs['id'] ?? label.attribs['id'];
        points.push({ id, title: visibleLine(label), reference: label.attribs['href'] ?? '', base, level });
      }
      addList(item, base, level + 1, points);
    }
  }
}

function elementsOf(node: AnyNode): Element[] {
  return hasChildren(node) ? node.children.filter((child: AnyNode) => isElement(child)) : [];
}

function ncxPoints(book: Book): Point[] | undefined {
  const named = childOf(book.packageRoot, 'spine')?.attributes.get('toc');
  const item =
    (named === undefined ? undefined : book.manifest.get(named)) ??
    findItem(book, ({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const root = item && book.xml(item.path);
  const map = root && childOf(root, 'navMap');
  if (!map) return undefined;
  const points: Point[] = [];
  addNavPoints(map, item.path, 0, points);
  return points.length > 0 ? points : undefined;
}

// The reader of XML bounds the depth.
function addNavPoints(parent: XmlElement, base: string, level: number, points: Point[]): void {
  for (const point of childrenOf(parent, 'navPoint')) {
    const label = childOf(point, 'navLabel');
    const title = label ? textOf(label).replace(/\s+/g, ' ').trim() : '';
    const reference = childOf(point, 'content')?.attributes.get('src') ?? '';
    points.push({ id: point.attributes.get('id'), title, reference, base, level });
    addNavPoints(point, base, level + 1, points);
  }
}

function findItem(book: Book, isWanted: (item: ManifestItem) => boolean): ManifestItem | undefined {
  for (const item of book.manifest.values()) if (isWanted(item)) return item;
  return undefined;
}
