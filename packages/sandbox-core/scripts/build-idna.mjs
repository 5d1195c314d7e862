// Packs the tables of tr46 (UTS #46 mapping, Bidi and joiner classes) into `src/guest/idna-data.ts`.
// The guest parses the two texts only when it meets a host name outside ASCII.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const mappingTable = require('tr46/lib/mappingTable.json');
const regexes = require('tr46/lib/regexes.js');
const { version } = require('tr46/package.json');
const CODE_POINTS = 0x110000;
const base36 = (number) => number.toString(36);

/** Mapping text: runs from U+0000 on, each `<length>` (absent for 1) and a kind; see src/guest/idna.ts. */
function packMapping() {
  const kindOf = { 1: 'M', 2: 'V', 3: 'D', 6: 'V', 7: 'I' };
  const cells = [];
  for (const [range, status, mapping] of mappingTable) {
    const [from, to] = Array.isArray(range) ? range : [range, range];
    for (let code = from; code <= to; code++) cells.push([kindOf[status], mapping]);
  }
  if (cells.length !== CODE_POINTS) throw new Error(`the mapping table covers ${cells.length} code points`);
  const shiftOf = (code) => {
    const [kind, mapping] = cells[code] ?? [];
    return kind === 'M' && [...mapping].length === 1 ? mapping.codePointAt(0) - code : undefined;
  };
  const isPair = (code) => shiftOf(code) === 1 && cells[code + 1]?.[0] === 'V';
  let text = '';
  const put = (length, tail) => {
    text += (length === 1 ? '' : base36(length)) + tail;
  };
  for (let code = 0; code < CODE_POINTS; ) {
    const [kind, mapping] = cells[code];
    let length = 1;
    if (kind !== 'M') {
      while (cells[code + length]?.[0] === kind) length++;
      put(length, kind);
    } else if (isPair(code) && isPair(code + 2)) {
      while (isPair(code + length * 2)) length++;
      put(length, 'P');
      length *= 2;
    } else if (shiftOf(code) !== undefined && shiftOf(code + 1) === shiftOf(code)) {
      while (shiftOf(code + length) === shiftOf(code)) length++;
      put(length, `S${base36(shiftOf(code))}.`);
    } else {
      while (cells[code + length]?.[0] === 'M' && cells[code + length][1] === mapping) length++;
      put(length, `M${[...mapping].map((c) => base36(c.codePointAt(0))).join(',')}.`);
    }
    code += length;
  }
  return text;
}

/** Class text: runs of equal bit masks, each `<length>` in lower case and `<mask>` in upper case. */
function packClasses() {
  const [lead, , , trail] = regexes.validZWNJ.source.match(/\[[^\]]*\]/g).map((source) => new RegExp(source, 'u'));
  const transparent = new RegExp(regexes.validZWNJ.source.match(/\[[^\]]*\]/g)[1], 'u');
  const bidi = (text) => {
    if (regexes.bidiS1LTR.test(text)) return 1;
    if (regexes.bidiS1RTL.test(text)) return 2;
    if (regexes.bidiS4EN.test(text)) return 3;
    if (regexes.bidiS4AN.test(text)) return 4;
    if (regexes.bidiS3.test(`\u05d0${text}`)) return 5;
    return regexes.bidiS2.test(text) ? 6 : 0;
  };
  const masks = [];
  for (let code = 0; code < CODE_POINTS; code++) {
    const text = String.fromCodePoint(code);
    masks.push(
      bidi(text) |
        (regexes.combiningMarks.test(text) ? 8 : 0) |
        (regexes.combiningClassVirama.test(text) ? 16 : 0) |
        (lead.test(text) ? 32 : 0) |
        (transparent.test(text) ? 64 : 0) |
        (trail.test(text) ? 128 : 0),
    );
  }
  let out = '';
  for (let code = 0; code < CODE_POINTS; ) {
    let length = 1;
    while (masks[code + length] === masks[code]) length++;
    out +=
      (length === 1 ? '' : base36(length)) +
      MASKS[MASKS_SEEN.indexOf(masks[code]) < 0 ? MASKS_SEEN.push(masks[code]) - 1 : MASKS_SEEN.indexOf(masks[code])];
    code += length;
  }
  return out;
}
const MASKS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MASKS_SEEN = [];

const mapping = packMapping();
const classes = packClasses();
if (MASKS_SEEN.length > MASKS.length) throw new Error('more kinds of code points than letters');
await writeFile(
  fileURLToPath(new URL('../src/guest/idna-data.ts', import.meta.url)),
  `/**
 * Tables of UTS #46 and of the Bidi and joiner rules. Made by scripts/build-idna.mjs from tr46 ${version} (MIT).
 * @module
 */

/** Runs of code points from U+0000: \`<length>\` and V valid, D disallowed, I ignored, S shifted, P pairs, M mapped. */
export const IDNA_MAPPING =
  '${mapping}';

/** Runs of code points from U+0000: \`<length>\` and a letter that stands for a mask of \`IDNA_MASKS\`. */
export const IDNA_CLASSES =
  '${classes}';

/** Bits: 0 to 2 Bidi class (1 L, 2 R or AL, 3 EN, 4 AN, 5 NSM, 6 other), 3 mark, 4 virama, 5 to 7 joining L/D, T, R/D. */
export const IDNA_MASKS: readonly number[] = [
  ${MASKS_SEEN.join(', ')},
];
`,
);
