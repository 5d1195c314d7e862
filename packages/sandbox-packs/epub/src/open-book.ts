/**
 * A book's archive, its package document, manifest and spine (EPUB 3.3, sections 4 and 5; OPF 2.0.1).
 * @module
 */
import { PackFormatError, PackLimitError, readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { readArchive } from '@nodetool-ai/sandbox-pack-kit/archive';
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  readXml,
  type XmlElement,
} from '@nodetool-ai/sandbox-pack-kit/xml';
import { resolveHref } from './archive-href.js';
import { EPUB_MAX_BYTES, EPUB_MAX_SPINE_ITEMS } from './limits.js';

/** One file that the book names. */
export interface ManifestItem {
  readonly id: string;
  /** Name of the entry; `""` when it lies outside the archive. */
  readonly path: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
}

/** A book whose archive was read. */
export interface Book {
  /** Name of the package document's entry. */
  readonly packagePath: string;
  readonly packageRoot: XmlElement;
  readonly manifest: ReadonlyMap<string, ManifestItem>;
  /** Names of items in reading order, those beside the main line last; not all need be in the manifest. */
  readonly spine: readonly string[];
  /** Bytes of an entry. */
  file(path: string): Uint8Array | undefined;
  /** Root of an XML entry. */
  xml(path: string): XmlElement | undefined;
}

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';

/**
 * @throws {PackInputError} `epub.bad-argument`, `epub.unsupported`
 * @throws {PackFormatError} `epub.bad-format` that names the missing part; `epub.encrypted` for chapters under DRM
 * @throws {PackLimitError} `epub.too-large`, `epub.too-many`, `epub.too-deep`, `epub.inflated-too-large`
 */
export function openBook(where: string, input: unknown): Book {
  const files = readArchive(where, readBytes(where, 'bytes', input, EPUB_MAX_BYTES));
  const xml = (path: string): XmlElement | undefined => {
    const content = files.get(path);
    // Books of version 2 point at document types; none is ever fetched.
    return content && readXml(where, JSON.stringify(path.slice(0, 100)), content, { doctype: 'skip' });
  };
  const container = xml(CONTAINER) ?? missing(where, CONTAINER);
  const rootfile = descendantsOf(container, 'rootfile')[0]?.attributes.get('full-path');
  const packagePath = resolveHref('', `/${rootfile ?? ''}`).path;
  const packageRoot = xml(packagePath) ?? missing(where, packagePath || 'a package document');
  const manifest = readManifest(packageRoot, packagePath);
  const spine = readSpine(where, packageRoot);
  refuseEncrypted(where, xml(ENCRYPTION), manifest, spine);
  return { packagePath, packageRoot, manifest, spine, xml, file: (path) => files.get(path) };
}

function readManifest(root: XmlElement, packagePath: string): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>();
  for (const { attributes } of childrenOf(childOf(root, 'manifest') ?? root, 'item')) {
    const id = attributes.get('id');
    if (id === undefined || manifest.has(id)) continue;
    manifest.set(id, {
      id,
      path: resolveHref(packagePath, attributes.get('href') ?? '').path,
      mediaType: attributes.get('media-type')?.toLowerCase() ?? '',
      properties: attributes.get('properties')?.split(/\s+/) ?? [],
    });
  }
  return manifest;
}

function readSpine(where: string, root: XmlElement): string[] {
  const items = childrenOf(childOf(root, 'spine') ?? root, 'itemref');
  if (items.length > EPUB_MAX_SPINE_ITEMS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the spine has ${items.length} items, over the limit of ${EPUB_MAX_SPINE_ITEMS}`,
      'Split the book',
      'EPUB_MAX_SPINE_ITEMS',
    );
  }
  const isAside = (item: XmlElement) => item.attributes.get('linear') === 'no';
  const ordered = [...items.filter((item) => !isAside(item)), ...items.filter(isAside)];
  return ordered.map(({ attributes }) => attributes.get('idref') ?? '');
}

/** Fonts may be scrambled without harm; a chapter that is listed cannot be read. */
function refuseEncrypted(
  where: string,
  encryption: XmlElement | undefined,
  manifest: ReadonlyMap<string, ManifestItem>,
  spine: readonly string[],
): void {
  if (!encryption) return;
  const chapters = new Set(spine.map((id) => manifest.get(id)?.path));
  for (const reference of descendantsOf(encryption, 'CipherReference')) {
    const { path } = resolveHref('', `/${attributeOf(reference, 'URI') ?? ''}`);
    if (path !== '' && chapters.has(path)) {
      throw new PackFormatError(where, 'encrypted', 'the chapters are under DRM', 'Pass a book without DRM');
    }
  }
}

function missing(where: string, part: string): never {
  throw new PackFormatError(
    where,
    'bad-format',
    `this is no book: ${part.slice(0, 100)} is missing`,
    'Pass the bytes of an .epub file',
  );
}
