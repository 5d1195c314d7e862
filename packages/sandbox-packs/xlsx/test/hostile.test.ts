import {
  hostCaller,
  hostileArchives,
  mutations,
  NOT_BYTES,
  oleFile,
  rawArchive,
} from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { XLSX_MAX_BYTES } from '../src/limits.js';
import { rawEntries, rawWorkbook } from './raw-workbook.js';

const call = hostCaller('xlsx', functions);
const parse = (...args: unknown[]): Promise<unknown> => call('parse', ...args);
const sheet = (xml: string): Uint8Array => rawWorkbook({ sheets: { S: xml } });
const cells = (inner: string): Uint8Array => sheet(`<sheetData>${inner}</sheetData>`);
const GOOD = '<sheetData><row><c t="inlineStr"><is><t>a</t></is></c></row><row><c><v>1</v></c></row></sheetData>';

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await parse(sheet(GOOD))).toEqual({ S: [{ a: 1 }] });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

/** Outcome of reading, which must end within 10 s. */
async function timed(bytes: Uint8Array, options?: object): Promise<unknown> {
  const start = performance.now();
  const outcome = await parse(bytes, options).catch((error: unknown) => error);
  expect(performance.now() - start).toBeLessThan(10_000);
  return outcome;
}

describe('reading under attack', () => {
  it.each(hostileArchives(rawEntries({ sheets: { S: GOOD } })))('refuses $attack', async ({ bytes, reason }) => {
    expect(await timed(bytes)).toMatchObject({ code: `xlsx.${reason}` });
    await expectAliveAndClean();
  });

  it('takes names of entries as data', async () => {
    const others = ['../x', '/x', '__proto__', 'nested.zip'].map((name) => ({ name, data: rawArchive([]) }));
    expect(await parse(rawWorkbook({ sheets: { S: GOOD }, others }))).toEqual({ S: [{ a: 1 }] });
  });

  it('does not walk what is empty', async () => {
    const one = (after: string): Uint8Array => sheet(`${GOOD}${after}`);
    const expected = { S: [{ a: 1 }] };
    const validations = '<dataValidations><dataValidation sqref="N1:XFD1048576" type="list"/></dataValidations>';
    const formats = '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression"/></conditionalFormatting>';
    for (const after of [
      validations,
      formats,
      '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      '<mergeCells><mergeCell ref="C1:ABC1000"/></mergeCells>'.repeat(2000),
      '<cols><col min="1" max="16384" style="1" width="9"/></cols>',
    ]) {
      expect(await timed(one(after))).toEqual(expected);
    }
    const last = cells('<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>');
    expect(await timed(last, { header: false, blankRows: true })).toMatchObject({ code: 'xlsx.too-many' });
    const styled = cells(
      Array.from({ length: 20_000 }, (_, at) => `<row r="${at * 50 + 1}" s="1"><c s="1"/></row>`).join(''),
    );
    expect(await timed(styled)).toEqual({ S: [] });
  });

  it('counts cells, gaps included', async () => {
    const wide = (rows: number): string =>
      Array.from({ length: rows }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join('');
    expect(await timed(cells(wide(61)), { header: false })).toMatchObject({ S: expect.any(Array) });
    for (const header of [true, false]) {
      expect(await timed(cells(wide(62)), { header })).toMatchObject({
        code: 'xlsx.too-many',
        limit: 'XLSX_MAX_CELLS_READ',
      });
    }
    const merges = '<mergeCells><mergeCell ref="A1:ZZ1300"/><mergeCell ref="A1301:ZZ1700"/></mergeCells>';
    const twice = '<sheetData><row r="1"><c><v>1</v></c></row><row r="1301"><c><v>1</v></c></row></sheetData>';
    expect(await timed(sheet(twice + merges))).toMatchObject({ code: 'xlsx.too-many' });
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`;
    expect(await timed(cells(row.repeat(1001)))).toMatchObject({ code: 'xlsx.too-many' });
  }, 60_000);

  it('answers for ten thousand sheets', async () => {
    const sheets = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`S${at}`, '']));
    expect(Object.keys((await timed(rawWorkbook({ sheets }))) as object)).toHaveLength(9000);
    const more = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`S${at}`, '']));
    expect(await timed(rawWorkbook({ sheets: more }))).toMatchObject({ code: 'xlsx.too-many' });
  }, 60_000);

  it.each([
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'unsupported'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>', 'unsupported'],
    ['depth 100 000', '<a>'.repeat(100_000) + '</a>'.repeat(100_000), 'too-deep'],
    ['two roots', '<a/><a/>', 'bad-format'],
    ['no root', '', 'bad-format'],
    ['half a document', '<a><b>', 'bad-format'],
    ['bytes of no encoding', Uint8Array.of(0x3c, 0x61, 0xff, 0x2f, 0x3e), 'bad-format'],
    ['an old encoding', '<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>', 'unsupported'],
  ])('refuses %s in every part', async (_name, data, reason) => {
    const entries = rawEntries({ sheets: { S: GOOD }, sharedStrings: '', styles: '' });
    for (const { name } of entries) {
      const bytes = rawArchive(entries.map((entry) => (entry.name === name ? { name, data } : entry)));
      expect(await timed(bytes), String(name)).toMatchObject({ code: `xlsx.${reason}` });
    }
    await expectAliveAndClean();
  });

  it('takes odd but harmless XML', async () => {
    const inner = `<row x="${'y'.repeat(1_048_576)}"><__proto__ polluted="1"/><c t="inlineStr"><is><t>${'&amp;'.repeat(100_000)}</t></is></c></row>`;
    expect(await timed(cells(inner), { sheet: 'S', header: false })).toEqual([['&'.repeat(100_000)]]);
    await expectAliveAndClean();
  });

  it.each([
    ['a shared text that is not there', '<row><c t="s"><v>5</v></c></row>'],
    ['a shared text named like a property', '<row><c t="s"><v>constructor</v></c></row>'],
    ['a number that is none', '<row><c><v>1,5</v></c></row>'],
    ['a number without end', '<row><c><v>1e999</v></c></row>'],
    ['an address outside of the sheet', '<row><c r="XFE1"><v>1</v></c></row>'],
    ['an address of nothing', '<row><c r="1A"><v>1</v></c></row>'],
    ['row 0', '<row r="0"><c><v>1</v></c></row>'],
    ['row x', '<row r="x"><c><v>1</v></c></row>'],
    ['a cell before any row', '<c><v>1</v></c>'],
    ['a merge of nothing', '<mergeCell ref="A1:B2:C3"/>'],
  ])('refuses %s', async (_name, inner) => {
    await expect(parse(cells(inner))).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'xlsx.bad-format',
      message: expect.stringContaining('xl/worksheets/sheet1.xml'),
    });
  });

  it('keeps columns and sheets named like parts of a prototype as data', async () => {
    const header = ['__proto__', 'constructor', '__proto__'];
    const names = header.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
    const xml = `<sheetData><row>${names}</row><row>${'<c><v>1</v></c>'.repeat(3)}</row></sheetData>`;
    const book = (await parse(rawWorkbook({ sheets: Object.fromEntries([['__proto__', xml]]) }))) as Record<
      string,
      object[]
    >;
    expect(Object.keys(book)).toEqual(['__proto__']);
    const [rows] = Object.values(book);
    expect(Object.entries(rows?.[0] ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
      ['__proto___1', 1],
    ]);
    await expectAliveAndClean();
  });

  it('says what a file is that is no workbook', async () => {
    const cases: [Uint8Array, string, string][] = [
      [oleFile('Workbook'), 'unsupported', 'old binary .xls file'],
      [oleFile('EncryptedPackage'), 'encrypted', 'password'],
      [
        rawArchive([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' }]),
        'unsupported',
        '.ods',
      ],
      [
        rawArchive([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
        'unsupported',
        'OpenDocument',
      ],
      [rawArchive([{ name: 'xl/workbook.bin', data: 'x' }]), 'unsupported', '.xlsb'],
      [rawArchive([{ name: 'a.txt', data: 'x' }]), 'bad-format', 'no workbook'],
      [rawArchive([]), 'bad-format', 'no workbook'],
      [new TextEncoder().encode('a,b\n1,2\n'), 'bad-format', 'no ZIP archive'],
      [new Uint8Array(0), 'bad-format', 'no ZIP archive'],
    ];
    for (const [bytes, reason, text] of cases) {
      await expect(parse(bytes)).rejects.toMatchObject({
        code: `xlsx.${reason}`,
        message: expect.stringContaining(text),
      });
    }
    const twice = rawEntries({ sheets: { S: GOOD, s: GOOD } });
    await expect(parse(rawArchive(twice))).rejects.toMatchObject({ code: 'xlsx.bad-format' });
    const gone = rawEntries({ sheets: { S: GOOD } }).filter(({ name }) => name !== 'xl/worksheets/sheet1.xml');
    await expect(parse(rawArchive(gone))).rejects.toMatchObject({
      message: expect.stringContaining('sheet "S" is missing'),
    });
  });

  it('answers or refuses each of 1000 damaged files, and of 1000 damaged parts', async () => {
    const expected = /^xlsx\.(bad-format|unsupported|encrypted|too-many|too-deep)$/;
    const good = {
      sheets: { S: GOOD },
      sharedStrings: '<si><t>x</t></si>',
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
    };
    for (const damaged of mutations(rawWorkbook(good))) {
      const outcome = await parse(damaged).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: expect.stringMatching(expected) });
    }
    const entries = rawEntries(good);
    for (const [at, entry] of entries.entries()) {
      for (const data of mutations(new TextEncoder().encode(String(entry.data)), 170, at + 1)) {
        const bytes = rawArchive(entries.map((other) => (other === entry ? { ...entry, data } : other)));
        const outcome = await parse(bytes).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: expect.stringMatching(expected) });
      }
    }
    await expectAliveAndClean();
  }, 60_000);

  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    await expect(parse(value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'xlsx.bad-argument',
      message: expect.stringContaining('xlsx.parse: bytes must be a Uint8Array'),
    });
  });

  it('refuses files over the cap, and options it does not know', async () => {
    await expect(parse(new Uint8Array(XLSX_MAX_BYTES + 1))).rejects.toMatchObject({
      code: 'xlsx.too-large',
      message: expect.stringContaining('10485760 byte limit'),
    });
    await expect(parse(sheet(GOOD), { sheets: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('"sheets". Allowed: sheet, header, blankRows'),
    });
    for (const options of [7, [], { sheet: 1 }, { header: 1 }, { blankRows: 'yes' }]) {
      await expect(parse(sheet(GOOD), options)).rejects.toMatchObject({ code: 'xlsx.bad-argument' });
    }
  });

  it('reads exactly the window of a larger buffer, of shared memory too, and refuses detached arrays', async () => {
    const good = sheet(GOOD);
    const around = new Uint8Array(good.length + 64).fill(0x50);
    around.set(good, 32);
    expect(await parse(around.subarray(32, 32 + good.length))).toEqual({ S: [{ a: 1 }] });
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await parse(shared)).toEqual({ S: [{ a: 1 }] });
    structuredClone(good.buffer, { transfer: [good.buffer as ArrayBuffer] });
    await expect(parse(good)).rejects.toMatchObject({ code: 'xlsx.bad-argument' });
  });
});
