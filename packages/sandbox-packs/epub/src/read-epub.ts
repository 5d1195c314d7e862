/**
 * The pack's functions over an opened book.
 * @module
 */
import { PackLimitError, readOptions, readText } from '@nodetool-ai/sandbox-pack-kit';
import { pageText, pageTitle, parsePage } from './chapter-page.js';
import { EPUB_MAX_SEPARATOR_CHARS, EPUB_MAX_TEXT_CHARS } from './limits.js';
import { type Book, type ManifestItem, openBook } from './open-book.js';
import { type ContentsEntry, readContents } from './read-contents.js';
import { type EpubMetadata, readMetadata } from './read-metadata.js';

type Warn = (text: string) => void;

/** One chapter in reading order. */
export interface EpubChapter {
  id: string;
  title: string;
  href: string;
  text: string;
}

export function metadata(where: string, input: unknown, given: unknown): EpubMetadata {
  readOptions(where, given, {});
  return readMetadata(where, openBook(where, input));
}

export function tableOfContents(where: string, input: unknown, given: unknown, warn: Warn): ContentsEntry[] {
  readOptions(where, given, {});
  const book = openBook(where, input);
  const contents = readContents(where, book);
  if (contents.length > 0) return contents;
  return readChapters(where, book, [], warn).map(({ id, title, href }, at) => ({
    id,
    title,
    href,
    order: at + 1,
    level: 0,
  }));
}

export function extractText(where: string, input: unknown, given: unknown, warn: Warn): string {
  const { chapterSeparator } = readOptions(where, given, {
    chapterSeparator: (_where, label, value) =>
      value === undefined ? '\n\n' : readText(where, label, value, EPUB_MAX_SEPARATOR_CHARS),
  });
  const texts = readChapters(where, openBook(where, input), [], warn)
    .map(({ text }) => text)
    .filter((text) => text !== '');
  const length = texts.reduce((sum, text) => sum + text.length, 0) + chapterSeparator.length * texts.length;
  refuseLong(where, length);
  return texts.join(chapterSeparator);
}

export function extractChapters(where: string, input: unknown, given: unknown, warn: Warn): EpubChapter[] {
  readOptions(where, given, {});
  const book = openBook(where, input);
  return readChapters(where, book, readContents(where, book), warn);
}

function readChapters(where: string, book: Book, contents: readonly ContentsEntry[], warn: Warn): EpubChapter[] {
  const titles = new Map<string, string>();
  for (const { href, title } of contents) {
    const path = href.replace(/#.*$/s, '');
    if (title !== '' && !titles.has(path)) titles.set(path, title);
  }
  const pages = new Map<string, { readonly title: string; readonly text: string }>();
  const chapters: EpubChapter[] = [];
  let chars = 0;
  for (const id of book.spine) {
    const item = book.manifest.get(id);
    const bytes = item && book.file(item.path);
    if (!bytes) {
      warn(`${where}: the chapter ${JSON.stringify(id.slice(0, 100))} was left out: its file is missing`);
      continue;
    }
    const page = pages.get(item.path) ?? readPage(where, item, bytes);
    pages.set(item.path, page);
    chars += page.text.length;
    refuseLong(where, chars);
    chapters.push({ id, title: titles.get(item.path) ?? page.title, href: item.path, text: page.text });
  }
  return chapters;
}

/** A picture may be a chapter of its own; it has no text. */
function readPage(where: string, item: ManifestItem, bytes: Uint8Array) {
  if (item.mediaType !== '' && !/html|xml|svg/.test(item.mediaType)) return { title: '', text: '' };
  const page = parsePage(where, item.path, bytes);
  return { title: pageTitle(page), text: pageText(page) };
}

function refuseLong(where: string, chars: number): void {
  if (chars <= EPUB_MAX_TEXT_CHARS) return;
  throw new PackLimitError(
    where,
    'too-large',
    `the chapters have more than ${EPUB_MAX_TEXT_CHARS} characters of text`,
    'Split the book',
    'EPUB_MAX_TEXT_CHARS',
  );
}
