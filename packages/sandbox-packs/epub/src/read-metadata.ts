/**
 * What a book says about itself, in the shape of epub2.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { EPUB_MAX_METADATA } from './limits.js';
import type { Book } from './open-book.js';

/** Values by name; every name is an own property. */
export type EpubMetadata = Record<string, string | string[]>;

/** Elements whose first value stands alone: all values are in the plural beside it when there are more. */
const FIRST = new Set(['title', 'creator', 'publisher', 'language', 'description', 'date']);
const ISBN_CODES = new Set(['02', '15']);

type Add = (name: string, value: string) => void;

/** @throws {PackLimitError} `epub.too-many` */
export function readMetadata(where: string, book: Book): EpubMetadata {
  const section = childOf(book.packageRoot, 'metadata');
  // Books of version 1 wrap the elements once more.
  const elements = section ? [section, ...childrenOf(section)].flatMap((parent) => childrenOf(parent)) : [];
  const values = new Map<string, string[]>();
  let count = 0;
  const add: Add = (name, value) => {
    count += 1;
    if (count > EPUB_MAX_METADATA) throw tooMany(where);
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  };
  const refinements = elements.filter(({ attributes }) => attributes.has('refines'));
  const firstCreator = elements.find(({ local }) => local === 'creator');
  for (const element of elements) addElement(element, refinements, element === firstCreator, add);
  addCover(book, values, add);
  return toRecord(values);
}

function addElement(element: XmlElement, refinements: readonly XmlElement[], isFirstCreator: boolean, add: Add): void {
  const { local, attributes } = element;
  const text = lineOf(element);
  if (local === 'meta') {
    const name = attributes.get('name') ?? attributes.get('property');
    const value = attributes.get('content')?.trim() ?? text;
    if (name !== undefined && name !== '' && value !== '' && !attributes.has('refines')) add(name, value);
  } else if (text === '') {
    return;
  } else if (local === 'identifier') {
    addIdentifier(element, text, refinements, add);
  } else if (local === 'creator') {
    const fileAs = attributeOf(element, 'file-as') ?? refined(element, 'file-as', refinements);
    add('creator', text);
    if (isFirstCreator && fileAs !== undefined && fileAs !== '') add('creatorFileAs', fileAs);
  } else if (element.children.every((child) => typeof child === 'string')) {
    add(local, text);
  }
}

function addIdentifier(element: XmlElement, text: string, refinements: readonly XmlElement[], add: Add): void {
  const scheme = attributeOf(element, 'scheme')?.toUpperCase();
  const bare = text.replace(/^urn:(?:isbn|uuid):/i, '');
  const isIsbn =
    scheme === 'ISBN' ||
    /^urn:isbn:/i.test(text) ||
    ISBN_CODES.has(refined(element, 'identifier-type', refinements) ?? '');
  const isUuid = scheme === 'UUID' || /^urn:uuid:/i.test(text) || /uuid/i.test(element.attributes.get('id') ?? '');
  add(isIsbn ? 'ISBN' : isUuid ? 'UUID' : 'identifier', bare);
}

/** What an element of version 3 adds to another one by its id. */
function refined(element: XmlElement, property: string, refinements: readonly XmlElement[]): string | undefined {
  const id = element.attributes.get('id');
  if (id === undefined) return undefined;
  const found = refinements.find(
    ({ attributes }) => attributes.get('refines') === `#${id}` && attributes.get('property') === property,
  );
  return found && lineOf(found);
}

/** Id of the picture's item; version 2 names it in a `meta`, version 3 marks the item. */
function addCover(book: Book, values: ReadonlyMap<string, string[]>, add: Add): void {
  if (values.has('cover')) return;
  for (const { id, properties } of book.manifest.values()) {
    if (!properties.includes('cover-image')) continue;
    add('cover', id);
    return;
  }
}

function toRecord(values: ReadonlyMap<string, string[]>): EpubMetadata {
  const record: EpubMetadata = {};
  const set = (name: string, value: string | string[]) =>
    Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
  for (const [name, list] of values) {
    const [first = ''] = list;
    const isAlone = name !== 'subject' && list.length === 1;
    if (isAlone || FIRST.has(name) || name === 'cover') set(name, first);
    else set(name, list);
    if (list.length > 1 && FIRST.has(name) && !values.has(`${name}s`)) set(`${name}s`, list);
  }
  return record;
}

function lineOf(element: XmlElement): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

function tooMany(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `the metadata has more than ${EPUB_MAX_METADATA} values`,
    'Take some out of the package document',
    'EPUB_MAX_METADATA',
  );
}
