/**
 * The same bytes for the same document, whatever the clock says.
 * @module
 */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { PackLimitError } from '../errors.js';

/** What to change in a package that a library has made. */
export interface SettleOptions {
  /** `YYYY-MM-DDThh:mm:ssZ`, for `docProps/core.xml`. */
  readonly created: string;
  /** New text of parts, by name; a part that is not there is left out. */
  readonly edits?: Readonly<Record<string, (xml: string) => string>>;
  readonly maxBytes: number;
  readonly maxBytesName: string;
}

const CORE_DATES = /(<dcterms:(?:created|modified)\b[^>]*>)[^<]*/g;

/**
 * Rewrites an OOXML package of our own making: dates of the document as asked, dates of the archive's entries
 * 1980-01-01, parts in the order they had. Not a reader for foreign archives: nothing is checked.
 * @throws {PackLimitError} `<id>.too-large`
 */
export function settlePackage(where: string, bytes: Uint8Array, options: SettleOptions): Uint8Array<ArrayBuffer> {
  const edits: Record<string, (xml: string) => string> = {
    ...options.edits,
    'docProps/core.xml': (xml) => xml.replace(CORE_DATES, (_all, tag: string) => tag + options.created),
  };
  const parts: Zippable = {};
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    if (name.endsWith('/')) continue;
    const edit = Object.hasOwn(edits, name) ? edits[name] : undefined;
    const isImage = /\.(?:png|jpe?g)$/.test(name);
    parts[name] = [edit ? strToU8(edit(strFromU8(content))) : content, { level: isImage ? 0 : 6 }];
  }
  // The archive's times have no zone: a local date gives the same bytes in every one.
  const settled = zipSync(parts, { mtime: new Date(1980, 0, 1) });
  if (settled.byteLength > options.maxBytes) {
    throw new PackLimitError(
      where,
      'too-large',
      `the document has ${settled.byteLength} bytes, over the ${options.maxBytes} byte limit`,
      'Write several documents',
      options.maxBytesName,
    );
  }
  return settled;
}
