/**
 * Internationalised host names to ASCII: UTS #46, non-transitional, with the Bidi and joiner rules.
 * @see https://www.unicode.org/reports/tr46/#Processing
 * @module
 */
import { IDNA_CLASSES, IDNA_MAPPING, IDNA_MASKS } from './idna-data.js';
import {
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeNormalize,
  StringPrototypeSlice,
} from './primordials.js';
import { codePointsOf, punycodeDecode, punycodeEncode, textOfCode } from './punycode.js';

const V = 0x56;
const D = 0x44;
const I = 0x49;
const S = 0x53;
const P = 0x50;
const L_CLASS = 1;
const RTL_CLASS = 2;
const EN_CLASS = 3;
const AN_CLASS = 4;
const NSM_CLASS = 5;
const MARK = 8;
const VIRAMA = 16;
const JOINS_NEXT = 32;
const TRANSPARENT = 64;
const JOINS_PREVIOUS = 128;
const ZWNJ = 0x200c;
const ZWJ = 0x200d;

/** Runs in order of their first code point: `kinds` is a letter code or a mask, `data` the rest of a run. */
interface Runs {
  starts: number[];
  kinds: number[];
  data: (number | string)[];
}

let mappingRuns: Runs | undefined;
let classRuns: Runs | undefined;

/** The ASCII form of a host name that is not plain ASCII; `undefined` when it is not valid. */
export function domainToAscii(domain: string): string | undefined {
  const mapped = mapText(domain);
  if (mapped === undefined) return undefined;
  const labels = splitLabels(StringPrototypeNormalize(mapped, 'NFC'));
  let isBidi = false;
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] as string;
    if (!startsWithXn(label)) {
      isBidi ||= hasRightToLeft(label);
      continue;
    }
    const decoded = isAscii(label) ? punycodeDecode(StringPrototypeSlice(label, 4)) : undefined;
    if (decoded === undefined || decoded === '' || isAscii(decoded)) return undefined;
    labels[index] = decoded;
    isBidi ||= hasRightToLeft(decoded);
  }
  let out = '';
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] as string;
    if (!isValidLabel(label, isBidi)) return undefined;
    const encoded = isAscii(label) ? label : punycodeEncode(label);
    if (encoded === undefined) return undefined;
    out += (index === 0 ? '' : '.') + (isAscii(label) ? '' : 'xn--') + encoded;
  }
  return out;
}

/** `true` when every code unit is below U+0080. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (StringPrototypeCharCodeAt(text, index) >= 128) return false;
  return true;
}

function startsWithXn(label: string): boolean {
  return StringPrototypeSlice(label, 0, 4) === 'xn--';
}

function splitLabels(domain: string): string[] {
  const labels: string[] = [];
  for (let from = 0; ; ) {
    const dot = StringPrototypeIndexOf(domain, '.', from);
    labels[labels.length] = StringPrototypeSlice(domain, from, dot < 0 ? domain.length : dot);
    if (dot < 0) return labels;
    from = dot + 1;
  }
}

function mapText(text: string): string | undefined {
  mappingRuns ??= parseMapping();
  const runs = mappingRuns;
  const codes = codePointsOf(text);
  let out = '';
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] as number;
    const run = findRun(runs, code);
    const kind = runs.kinds[run] as number;
    if (kind === I) continue;
    // A code point that is not allowed stays, so that the check of its label refuses it after normalization.
    if (kind === V || kind === D) out += textOfCode(code);
    else if (kind === S) out += textOfCode(code + (runs.data[run] as number));
    else if (kind === P) out += textOfCode((code - (runs.starts[run] as number)) % 2 === 0 ? code + 1 : code);
    else out += runs.data[run] as string;
  }
  return out;
}

function isValidCode(code: number): boolean {
  const runs = mappingRuns as Runs;
  const run = findRun(runs, code);
  const kind = runs.kinds[run] as number;
  return kind === V || (kind === P && (code - (runs.starts[run] as number)) % 2 === 1);
}

function isValidLabel(label: string, isBidi: boolean): boolean {
  if (label === '') return true;
  if (StringPrototypeNormalize(label, 'NFC') !== label || startsWithXn(label)) return false;
  const codes = codePointsOf(label);
  if ((maskOf(codes[0] as number) & MARK) !== 0) return false;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] as number;
    if (code === 0x2e || !isValidCode(code)) return false;
    if ((code === ZWNJ || code === ZWJ) && !isValidJoiner(codes, index)) return false;
  }
  return !isBidi || obeysBidiRule(codes);
}

/** RFC 5892, appendices A.1 and A.2. */
function isValidJoiner(codes: readonly number[], index: number): boolean {
  if (index === 0) return false;
  if ((maskOf(codes[index - 1] as number) & VIRAMA) !== 0) return true;
  if (codes[index] === ZWJ) return false;
  let before = index - 1;
  while (before >= 0 && (maskOf(codes[before] as number) & TRANSPARENT) !== 0) before--;
  let after = index + 1;
  while (after < codes.length && (maskOf(codes[after] as number) & TRANSPARENT) !== 0) after++;
  return (
    before >= 0 &&
    after < codes.length &&
    (maskOf(codes[before] as number) & JOINS_NEXT) !== 0 &&
    (maskOf(codes[after] as number) & JOINS_PREVIOUS) !== 0
  );
}

/** RFC 5893, section 2. */
function obeysBidiRule(codes: readonly number[]): boolean {
  const first = bidiOf(codes[0] as number);
  if (first !== L_CLASS && first !== RTL_CLASS) return false;
  const isRightToLeft = first === RTL_CLASS;
  let hasEuropean = false;
  let hasArabic = false;
  for (let index = 0; index < codes.length; index++) {
    const kind = bidiOf(codes[index] as number);
    if (kind === 0 || kind === (isRightToLeft ? L_CLASS : RTL_CLASS) || (!isRightToLeft && kind === AN_CLASS))
      return false;
    hasEuropean ||= kind === EN_CLASS;
    hasArabic ||= kind === AN_CLASS;
  }
  let last = codes.length - 1;
  while (last > 0 && bidiOf(codes[last] as number) === NSM_CLASS) last--;
  const end = bidiOf(codes[last] as number);
  if (!isRightToLeft) return end === L_CLASS || end === EN_CLASS;
  return !(hasEuropean && hasArabic) && (end === RTL_CLASS || end === EN_CLASS || end === AN_CLASS);
}

function hasRightToLeft(label: string): boolean {
  const codes = codePointsOf(label);
  for (let index = 0; index < codes.length; index++) {
    const kind = bidiOf(codes[index] as number);
    if (kind === RTL_CLASS || kind === AN_CLASS) return true;
  }
  return false;
}

function bidiOf(code: number): number {
  return maskOf(code) & 7;
}

function maskOf(code: number): number {
  classRuns ??= parseClasses();
  return classRuns.kinds[findRun(classRuns, code)] as number;
}

function findRun(runs: Runs, code: number): number {
  const { starts } = runs;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= code) low = middle;
    else high = middle - 1;
  }
  return low;
}

function parseMapping(): Runs {
  const runs: Runs = { starts: [], kinds: [], data: [] };
  let start = 0;
  for (let index = 0; index < IDNA_MAPPING.length; ) {
    const length = readNumber(IDNA_MAPPING, index);
    const kind = StringPrototypeCharCodeAt(IDNA_MAPPING, cursor);
    index = cursor + 1;
    let data: number | string = 0;
    if (kind === S) {
      data = readNumber(IDNA_MAPPING, index) ?? 0;
      index = cursor + 1;
    } else if (kind !== V && kind !== D && kind !== I && kind !== P) {
      data = '';
      do {
        data += textOfCode(readNumber(IDNA_MAPPING, index) ?? 0);
        index = cursor + 1;
      } while (StringPrototypeCharCodeAt(IDNA_MAPPING, cursor) === 0x2c);
    }
    addRun(runs, start, kind, data);
    start += (length ?? 1) * (kind === P ? 2 : 1);
  }
  return runs;
}

function parseClasses(): Runs {
  const runs: Runs = { starts: [], kinds: [], data: [] };
  let start = 0;
  for (let index = 0; index < IDNA_CLASSES.length; index = cursor + 1) {
    const length = readNumber(IDNA_CLASSES, index);
    addRun(runs, start, IDNA_MASKS[StringPrototypeCharCodeAt(IDNA_CLASSES, cursor) - 0x41] as number, 0);
    start += length ?? 1;
  }
  return runs;
}

function addRun(runs: Runs, start: number, kind: number, data: number | string): void {
  const at = runs.starts.length;
  runs.starts[at] = start;
  runs.kinds[at] = kind;
  runs.data[at] = data;
}

/** Where the last {@link readNumber} stopped. */
let cursor = 0;

/** A number in base 36 with lower-case digits and an optional minus; `undefined` where there is none. */
function readNumber(text: string, from: number): number | undefined {
  let index = from;
  const isNegative = StringPrototypeCharCodeAt(text, index) === 0x2d;
  if (isNegative) index++;
  let value = 0;
  const first = index;
  for (; index < text.length; index++) {
    const unit = StringPrototypeCharCodeAt(text, index);
    if (unit >= 0x30 && unit <= 0x39) value = value * 36 + unit - 0x30;
    else if (unit >= 0x61 && unit <= 0x7a) value = value * 36 + unit - 0x57;
    else break;
  }
  cursor = index;
  return index === first ? undefined : isNegative ? -value : value;
}
