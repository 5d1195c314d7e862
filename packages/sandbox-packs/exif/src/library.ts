/**
 * The parts of exifr that this pack uses, with types: its own leave them out, and give none for the one file that
 * Node and a page can both load.
 * @module
 */
// @ts-expect-error the file has no types.
import * as exifr from 'exifr/dist/full.esm.mjs';

/** A view over the file or over a part of it. Reading outside throws. */
export interface BufferView {
  readonly byteLength: number;
  getUint16(offset: number): number;
  getUint32(offset: number): number;
}

/** A box of an ISO file. */
export interface Box {
  offset: number;
  length: number;
  kind: string;
  start: number;
}

/** Reads the directories of a TIFF block. */
export interface TiffParser {
  readonly chunk: BufferView;
  parseTag(offset: number, tag: number, block: string): unknown;
}

/** Finds the TIFF block of a HEIC or AVIF file. */
export interface HeifParser {
  readonly file: BufferView;
  parseBoxHead(offset: number): Box;
}

/** A class that the library makes parsers of. */
export type ParserClass<T> = new (...args: never[]) => T;

interface Registry<Name, T> {
  get(name: Name): ParserClass<T>;
  set(name: Name, parser: ParserClass<T>): void;
}

interface Exifr {
  segmentParsers: Registry<'tiff', TiffParser>;
  fileParsers: Registry<'heic' | 'avif', HeifParser>;
  tagKeys: ReadonlyMap<string, ReadonlyMap<number, string>>;
  tagValues: ReadonlyMap<string, ReadonlyMap<number, Record<string, unknown>>>;
  tagRevivers: ReadonlyMap<string, ReadonlyMap<number, (value: unknown) => unknown>>;
  parse(bytes: Uint8Array, options: object): Promise<Record<string, Record<string, unknown> | undefined> | undefined>;
}

/** exifr 7.1.3. */
export const library = exifr as unknown as Exifr;
