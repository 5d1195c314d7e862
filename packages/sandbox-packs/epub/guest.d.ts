/** Reads EPUB books. Every call returns a promise. */

/** The bytes of an .epub file, at most 10 485 760. */
export type EpubInput = Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;

/** What a book says about itself. Of repeated elements the first stands alone and all are in the plural beside it (`creators`). */
export interface EpubMetadata {
  title?: string;
  creator?: string;
  /** The first author's name for sorting, such as `"Doe, Jane"`. */
  creatorFileAs?: string;
  publisher?: string;
  language?: string;
  /** Always a list. */
  subject?: string[];
  description?: string;
  /** As written. */
  date?: string;
  ISBN?: string | string[];
  UUID?: string | string[];
  /** Id of the cover's item. */
  cover?: string;
  [name: string]: string | string[] | undefined;
}

/**
 * Metadata of the package document. At most 2000 values.
 * @throws codes `epub.bad-argument`, `epub.unsupported`, `epub.bad-format` (names the missing part), `epub.encrypted`
 * (DRM), `epub.too-large`, `epub.too-many`, `epub.too-deep`, `epub.inflated-too-large`, `epub.timeout`
 * @example
 * const { title, creator } = await metadata(bytes);
 */
export function metadata(bytes: EpubInput): Promise<EpubMetadata>;

/** One entry of the table of contents. */
export interface EpubContentsEntry {
  /** Id of the chapter it leads to, else its own; absent when there is neither. */
  id?: string;
  title: string;
  /** Relative to the archive, with `#…` when it leads into a chapter; `""` when it leads nowhere inside. */
  href: string;
  /** From 1, in the order of the table. */
  order: number;
  /** From 0. */
  level: number;
}

/**
 * Table of contents, at most 10 000 entries: `nav` of EPUB 3, else NCX, else each chapter's title or first heading.
 * @throws codes as {@link metadata}
 * @example
 * const lines = (await tableOfContents(bytes)).map((entry) => '  '.repeat(entry.level) + entry.title);
 */
export function tableOfContents(bytes: EpubInput): Promise<EpubContentsEntry[]>;

/** Options of {@link extractText}. */
export interface EpubTextOptions {
  /** Stands between chapters; default `"\n\n"`, at most 1000 characters. */
  chapterSeparator?: string;
}

/**
 * Text of all chapters that have some, at most 20 971 520 characters. What stands beside the main line comes last.
 * @throws codes as {@link metadata}
 * @example
 * const words = (await extractText(bytes)).split(/\s+/).length;
 */
export function extractText(bytes: EpubInput, options?: EpubTextOptions): Promise<string>;

/** One chapter. */
export interface EpubChapter {
  id: string;
  /** From the table of contents, else the page's title, else its first heading, else `""`. */
  title: string;
  /** Relative to the archive. */
  href: string;
  /** One line per block; `""` for a chapter without text. */
  text: string;
}

/**
 * Chapters in reading order, at most 5000 with 20 971 520 characters in all. A chapter whose file is missing is left
 * out with a warning.
 * @throws codes as {@link metadata}
 * @example
 * const longest = (await extractChapters(bytes)).sort((a, b) => b.text.length - a.text.length)[0];
 */
export function extractChapters(bytes: EpubInput): Promise<EpubChapter[]>;

declare const epub: {
  readonly metadata: typeof metadata;
  readonly tableOfContents: typeof tableOfContents;
  readonly extractText: typeof extractText;
  readonly extractChapters: typeof extractChapters;
};
export default epub;
