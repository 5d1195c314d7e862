/**
 * The central directory of a ZIP archive, read without trust.
 * @see APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16
 * @module
 */
import { PackFormatError, PackLimitError } from '../errors.js';
import { decodeEntryName } from './entry-name.js';

/** One entry; sizes and sum are as the directory states them, so they are claims. */
export interface ArchiveEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  crc32: number;
  inflatedSize: number;
  /** Window of the archive that holds the entry's data. */
  dataStart: number;
  dataEnd: number;
}

interface DirectoryPlace {
  start: number;
  end: number;
  count: number;
}

interface EntryHeader {
  flags: number;
  method: number;
  crc32: number;
  deflatedSize: number;
  inflatedSize: number;
  nameBytes: Uint8Array;
}

const END = 0x06_05_4b_50;
const END_64 = 0x06_06_4b_50;
const END_64_LOCATOR = 0x07_06_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const LOCAL_ENTRY = 0x04_03_4b_50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const IN_ZIP64 = 0xff_ff_ff_ff;
const ZIP64_FIELD = 1;
/** Bits of the flags: encrypted, strongly encrypted, encrypted directory. */
const ENCRYPTED = 0x20_41;
/** Bit of the flags: sum and sizes follow the data, so the local header may leave them out. */
const SIZES_AFTER_DATA = 0x08;

/**
 * Entries in the order of the directory. Local headers must agree with it and no two entries may share bytes.
 * @throws {PackFormatError} `<id>.bad-format`
 * @throws {PackLimitError} `<id>.too-many`
 */
export function readDirectory(where: string, bytes: Uint8Array, maxEntries: number): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(where, view);
  if (directory.count > maxEntries) {
    throw new PackLimitError(
      where,
      'too-many',
      `the archive has ${directory.count} entries, over the limit of ${maxEntries}`,
      'Split the archive',
      'PACK_ARCHIVE_MAX_ENTRIES',
    );
  }
  const entries: ArchiveEntry[] = [];
  const windows: { name: string; start: number; end: number }[] = [];
  const names = new Set<string>();
  let at = directory.start;
  for (let index = 0; index < directory.count; index += 1) {
    if (at + 46 > directory.end || view.getUint32(at, true) !== DIRECTORY_ENTRY) {
      throw damaged(where, `entry ${index + 1} of the directory is missing or cut off`);
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > directory.end) throw damaged(where, `entry ${index + 1} of the directory is cut off`);
    const header = readHeader(bytes, view, at + 8, at + 46, nameEnd);
    const name = decodeEntryName(header.nameBytes);
    const extra = readZip64(view, nameEnd, extraEnd);
    if (header.inflatedSize === IN_ZIP64) header.inflatedSize = extra.shift() ?? IN_ZIP64;
    if (header.deflatedSize === IN_ZIP64) header.deflatedSize = extra.shift() ?? IN_ZIP64;
    const stated = view.getUint32(at + 42, true);
    const start = stated === IN_ZIP64 ? (extra.shift() ?? IN_ZIP64) : stated;
    const dataStart = checkLocalHeader(where, bytes, view, start, directory.start, header, name);
    const dataEnd = dataStart + header.deflatedSize;
    if (dataEnd > directory.start) throw damaged(where, `entry ${quoted(name)} runs over its end`);
    if (names.has(name) && !isDirectory(name)) throw damaged(where, `two entries are named ${quoted(name)}`);
    names.add(name);
    windows.push({ name, start, end: dataEnd });
    entries.push({
      name,
      method: header.method,
      isEncrypted: (header.flags & ENCRYPTED) !== 0,
      crc32: header.crc32,
      inflatedSize: header.inflatedSize,
      dataStart,
      dataEnd,
    });
    at = next;
  }
  if (at !== directory.end) throw damaged(where, 'the directory does not have the size its end record states');
  refuseOverlaps(where, windows);
  return entries;
}

/** True for the name of a directory. */
export function isDirectory(name: string): boolean {
  return name.endsWith('/');
}

/** A name as error texts show it. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 99)}…` : name);
}

function findDirectory(where: string, view: DataView): DirectoryPlace {
  const end = findEnd(where, view);
  const place = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    start: view.getUint32(end + 16, true),
  };
  let limit = end;
  let isWhole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === place.count;
  const record = findEnd64(view, end);
  if (record !== undefined) {
    const large = {
      count: readLong(view, record + 32),
      size: readLong(view, record + 40),
      start: readLong(view, record + 48),
    };
    // Two records that say different things would let two readers see two archives.
    const isSame =
      (place.count === large.count || place.count === 0xff_ff) &&
      (place.size === large.size || place.size === IN_ZIP64) &&
      (place.start === large.start || place.start === IN_ZIP64);
    if (!isSame) throw damaged(where, 'its two end records differ');
    limit = record;
    isWhole = readLong(view, record + 16) === 0 && readLong(view, record + 24) === large.count;
    Object.assign(place, large);
  }
  if (!isWhole) throw damaged(where, 'the archive is one part of several');
  if (place.start + place.size !== limit) throw damaged(where, 'the directory is not where its end record says');
  return { start: place.start, end: limit, count: place.count };
}

// Its comment must end where the archive ends: text inside a comment is no end record, and nothing may follow it.
function findEnd(where: string, view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at -= 1) {
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) {
      return at;
    }
  }
  throw damaged(where, 'it is no ZIP archive, or it is cut off: it has no end record');
}

function findEnd64(view: DataView, end: number): number | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== END_64_LOCATOR) return undefined;
  const record = readLong(view, locator + 8);
  const isThere = record + 56 <= locator && view.getUint32(record, true) === END_64;
  return isThere ? record : undefined;
}

/** Fields that both headers have in the same order, from the flags on. */
function readHeader(bytes: Uint8Array, view: DataView, at: number, nameStart: number, nameEnd: number): EntryHeader {
  return {
    flags: view.getUint16(at, true),
    method: view.getUint16(at + 2, true),
    crc32: view.getUint32(at + 8, true),
    deflatedSize: view.getUint32(at + 12, true),
    inflatedSize: view.getUint32(at + 16, true),
    nameBytes: bytes.subarray(nameStart, nameEnd),
  };
}

/** Where the data begins. A header that differs from the directory would let two readers see two archives. */
function checkLocalHeader(
  where: string,
  bytes: Uint8Array,
  view: DataView,
  start: number,
  limit: number,
  entry: EntryHeader,
  name: string,
): number {
  if (start + 30 > limit || view.getUint32(start, true) !== LOCAL_ENTRY) {
    throw damaged(where, `entry ${quoted(name)} is not where the directory says`);
  }
  const nameEnd = start + 30 + view.getUint16(start + 26, true);
  const dataStart = nameEnd + view.getUint16(start + 28, true);
  if (dataStart > limit) throw damaged(where, `entry ${quoted(name)} runs over its end`);
  const local = readHeader(bytes, view, start + 6, start + 30, nameEnd);
  const extra = readZip64(view, nameEnd, dataStart);
  if (local.inflatedSize === IN_ZIP64) local.inflatedSize = extra.shift() ?? IN_ZIP64;
  if (local.deflatedSize === IN_ZIP64) local.deflatedSize = extra.shift() ?? IN_ZIP64;
  const mayLeaveOut = (local.flags & SIZES_AFTER_DATA) !== 0;
  const agrees = (own: number, stated: number): boolean => own === stated || (mayLeaveOut && own === 0);
  const isSame =
    local.method === entry.method &&
    (local.flags & ENCRYPTED) === (entry.flags & ENCRYPTED) &&
    agrees(local.crc32, entry.crc32) &&
    agrees(local.deflatedSize, entry.deflatedSize) &&
    agrees(local.inflatedSize, entry.inflatedSize) &&
    decodeEntryName(local.nameBytes) === name;
  if (!isSame) throw damaged(where, `entry ${quoted(name)} differs from what the directory says about it`);
  return dataStart;
}

/** The numbers of the ZIP64 field, in order. */
function readZip64(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end; ) {
    const next = at + 4 + view.getUint16(at + 2, true);
    if (next > end) break;
    if (view.getUint16(at, true) === ZIP64_FIELD) {
      const values: number[] = [];
      for (let value = at + 4; value + 8 <= next; value += 8) values.push(readLong(view, value));
      return values;
    }
    at = next;
  }
  return [];
}

// Larger than any archive that fits in memory, so it is only compared.
function readLong(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function refuseOverlaps(where: string, windows: { name: string; start: number; end: number }[]): void {
  const sorted = windows.sort((a, b) => a.start - b.start);
  for (const [index, window] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && window.start < before.end) {
      throw damaged(where, `entries ${quoted(before.name)} and ${quoted(window.name)} overlap`);
    }
  }
}

function damaged(where: string, what: string): PackFormatError {
  return new PackFormatError(where, 'bad-format', `the archive cannot be read: ${what}`, 'Pass a whole ZIP archive');
}
