/** Reads and writes ZIP archives with fflate. Every call returns a promise. */

/** Options of {@link unzip}. */
export interface UnzipOptions {
  /** Names of the entries to read; the others are not inflated. A name that is not there is left out. Default: all. */
  only?: readonly string[];
  /** Most bytes of all read entries together; default and ceiling 52 428 800, clamped. */
  maxInflatedBytes?: number;
}

/**
 * Reads an archive of at most 10 485 760 bytes and 10 000 entries. Directories are left out.
 * Names come back as written: `../x` and `/etc/x` are data, so check a name before you make a path of it.
 * Size and CRC-32 of each entry are checked; nothing is returned when one is wrong.
 * @throws codes `zip.bad-argument`, `zip.bad-format` (naming the entry), `zip.encrypted`, `zip.unsupported` (methods
 * other than stored and deflated), `zip.too-large`, `zip.too-many`, `zip.inflated-too-large`, `zip.timeout`
 * @example
 * const files = await unzip(bytes, { only: ['data.json'] });
 */
export function unzip(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options?: UnzipOptions,
): Promise<Record<string, Uint8Array>>;

/** Options of {@link zip}. */
export interface ZipOptions {
  /** 0 stores, 9 compresses most; default 6. */
  level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** Time of all entries (UTC, 1980 to 2107, steps of 2 s); default 1980-01-01, so that equal files give equal bytes. */
  mtime?: Date | number | string;
}

/**
 * Writes an archive with the files in key order; text is UTF-8. At most 52 428 800 bytes and 10 000 files.
 * Names must be relative: not empty, no `/` at the start, no `..` segment, no backslash.
 * @throws codes `zip.bad-argument`, `zip.too-large`, `zip.too-many`, `zip.timeout`
 * @example
 * const bytes = await zip({ 'a.txt': 'hi', 'data/b.bin': new Uint8Array([1, 2]) });
 */
export function zip(
  files: Record<string, Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView | string>,
  options?: ZipOptions,
): Promise<Uint8Array>;

declare const pack: { readonly unzip: typeof unzip; readonly zip: typeof zip };
export default pack;
