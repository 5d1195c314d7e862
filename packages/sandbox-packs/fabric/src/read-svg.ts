/**
 * SVG text to a document that holds nothing dangerous, before the library sees any of it.
 * @module
 */
import { kindOf, PackFormatError, PackInputError, PackLimitError, readText } from '@nodetool-ai/sandbox-pack-kit';
import { readXml, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { FABRIC_MAX_OBJECTS, FABRIC_MAX_PATH_CHARS } from './limits.js';
import type { Pictures } from './pictures.js';
import { refuseEndlessReferences } from './svg-references.js';
import { tooManyElements } from './too-many-elements.js';
import { addressRefused, bytesOfDataUri, refuseCssUrls, URL_NAMES } from './urls.js';

/**
 * Parses and checks an SVG. Pictures inside are added to `pictures` and named in place of their URIs.
 * @throws {PackError} `fabric.bad-argument`, `fabric.bad-format`, `fabric.unsupported`, `fabric.too-large`,
 * `fabric.too-many`, `fabric.too-deep`
 */
export function readSvg(where: string, input: unknown, pictures: Pictures): XmlElement {
  if (typeof input !== 'string') {
    throw new PackInputError(
      where,
      'bad-argument',
      `svg must be a string, not ${kindOf(input)}`,
      'Decode bytes first, for example with new TextDecoder().decode(bytes)',
    );
  }
  const root = readXml(where, 'svg', readText(where, 'svg', input), { doctype: 'skip' });
  if (root.local !== 'svg') {
    throw new PackFormatError(
      where,
      'bad-format',
      `the root is <${root.name.slice(0, 40)}>, not <svg>`,
      'Pass SVG text',
    );
  }
  const checked = checkElement({ where, pictures, hasStyles: hasStyles(root), count: 0 }, root, root.name);
  refuseEndlessReferences(where, checked);
  return checked;
}

interface Check {
  where: string;
  pictures: Pictures;
  hasStyles: boolean;
  count: number;
}

function checkElement(check: Check, element: XmlElement, path: string): XmlElement {
  check.count += 1;
  if (check.count > FABRIC_MAX_OBJECTS) throw tooManyElements(check.where);
  if (element.local === 'style') checkStyleSheet(check.where, element, path);
  const attributes = new Map<string, string>();
  for (const [name, value] of element.attributes)
    attributes.set(name, checkAttribute(check, element, `${path} ${name}`, name, value));
  const children = element.children.map((child, at) =>
    typeof child === 'string' ? child : checkElement(check, child, `${path}/${child.name.slice(0, 40)}[${at}]`),
  );
  return { ...element, attributes, children };
}

function checkAttribute(check: Check, element: XmlElement, path: string, name: string, value: string): string {
  const { where } = check;
  const local = name.slice(name.indexOf(':') + 1);
  if (URL_NAMES.has(name) || URL_NAMES.has(local)) {
    const address = value.trim();
    if (address === '' || /^#[^\s]*$/.test(address)) return address;
    const bytes = element.local === 'image' ? bytesOfDataUri(where, path, address) : undefined;
    if (!bytes) throw addressRefused(where, path);
    return check.pictures.add(path, bytes);
  }
  // The library makes regular expressions of these when there is a style sheet.
  if (check.hasStyles && (name === 'id' || name === 'class') && /[()[\]{}*+?|\\^$]/.test(value))
    throw unsupported(where, `${path} holds a character that a style sheet cannot name`);
  if ((name === 'd' || name === 'points') && value.length > FABRIC_MAX_PATH_CHARS) throw tooLong(where, path);
  refuseCssUrls(where, path, value);
  return value;
}

function checkStyleSheet(where: string, element: XmlElement, path: string): void {
  const css = element.children.map((child) => (typeof child === 'string' ? child : '')).join('');
  refuseCssUrls(where, path, css);
  // References that a style sheet makes would have to be followed through its selectors.
  if (/clip-path/i.test(css)) throw unsupported(where, `${path} sets clip-path in a style sheet`);
}

function hasStyles(element: XmlElement): boolean {
  return element.local === 'style' || element.children.some((child) => typeof child !== 'string' && hasStyles(child));
}

function tooLong(where: string, path: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `${path} is longer than ${FABRIC_MAX_PATH_CHARS} characters`,
    'Simplify the path',
    'FABRIC_MAX_PATH_CHARS',
  );
}

function unsupported(where: string, what: string): PackInputError {
  return new PackInputError(where, 'unsupported', what, 'Write it as an attribute of the element');
}
