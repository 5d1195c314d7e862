import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type * as Xlsx from '../guest.js';
import { rawWorkbook } from '../test/raw-workbook.js';
import { functions } from './host.js';
import * as index from './index.js';
import { XLSX_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { parse, write } = index as unknown as typeof Xlsx;

/** A sheet of exceljs as bytes. */
async function byExcelJs(fill: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  fill(workbook.addWorksheet('S'), workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
const rowsOf = (bytes: Uint8Array) => parse(bytes, { sheet: 'S', header: false });

describe('parse', () => {
  it('reads records, with every column in every record', async () => {
    const bytes = await write({
      Costs: [
        { item: 'a', usd: 1.5 },
        { item: 'b', note: 'x' },
      ],
    });
    const rows = [
      { item: 'a', usd: 1.5, note: null },
      { item: 'b', usd: null, note: 'x' },
    ];
    expect(await parse(bytes)).toEqual({ Costs: rows });
    expect(await parse(bytes, { sheet: 'Costs' })).toEqual(rows);
  });

  it('reads what exceljs writes, of every kind', async () => {
    const bytes = await byExcelJs((sheet) => {
      sheet.addRow(['text', 1.5, true, false, '', null, 'end']);
      sheet.addRow([
        new Date('2024-02-29'),
        new Date('2024-02-29T13:05:09.500Z'),
        { formula: '1+2', result: 3 },
        { formula: 'NOW()' },
        { richText: [{ text: 'one ' }, { text: 'two', font: { bold: true } }] },
        { text: 'link', hyperlink: 'https://example.org' },
        { error: '#N/A' },
        { formula: 'A1', result: { error: '#REF!' } },
        { formula: 'A1', result: 'text' },
        { formula: 'A1', result: new Date('2024-02-29') },
      ]);
    });
    expect(await rowsOf(bytes)).toEqual([
      ['text', 1.5, true, false, '', null, 'end'],
      [
        '2024-02-29T00:00:00.000Z',
        '2024-02-29T13:05:09.500Z',
        3,
        null,
        'one two',
        'link',
        '#N/A',
        '#REF!',
        'text',
        '2024-02-29T00:00:00.000Z',
      ],
    ]);
  });

  it('repeats the value of merged cells', async () => {
    const bytes = await byExcelJs((sheet) => {
      sheet.getCell('A1').value = 'wide';
      sheet.mergeCells('A1:B1');
      sheet.getCell('C2').value = 'tall';
      sheet.mergeCells('C2:C3');
      sheet.mergeCells('E1:F9');
    });
    expect(await rowsOf(bytes)).toEqual([
      ['wide', 'wide'],
      [null, null, 'tall'],
      [null, null, 'tall'],
    ]);
  });

  it('names columns by the first row that has a value', async () => {
    const bytes = await byExcelJs((sheet) => {
      sheet.getRow(3).values = ['a', '', 'a', 7.5, new Date('2024-02-29'), 'a_1', '__proto__'];
      sheet.getRow(4).values = [1, 2, 3, 4, 5, 6, 7, null, 9];
      sheet.getRow(6).values = [null, null, 1];
    });
    const names = ['a', 'col_2', 'a_2', '7.5', '2024-02-29T00:00:00.000Z', 'a_1', '__proto__', 'col_9'];
    const [first, second] = await parse(bytes, { sheet: 'S' });
    expect(Object.entries(first ?? {})).toEqual(names.map((name, at) => [name, [1, 2, 3, 4, 5, 6, 7, 9][at]]));
    expect(Object.values(second ?? {})).toEqual([null, null, 1, null, null, null, null, null]);
  });

  it('keeps blank rows on demand', async () => {
    const bytes = await byExcelJs((sheet) => {
      sheet.getCell('A2').value = 'h';
      sheet.getCell('A4').value = 1;
      sheet.getCell('A6').font = { bold: true };
    });
    expect(await rowsOf(bytes)).toEqual([['h'], [1]]);
    expect(await parse(bytes, { sheet: 'S', header: false, blankRows: true })).toEqual([[], ['h'], [], [1]]);
    expect(await parse(bytes, { sheet: 'S' })).toEqual([{ h: 1 }]);
    expect(await parse(bytes, { sheet: 'S', blankRows: true })).toEqual([{ h: null }, { h: 1 }]);
    expect(await parse(await byExcelJs(() => {}))).toEqual({ S: [] });
  });

  it('lists the sheets when one is not there', async () => {
    const bytes = await write({ Costs: [], Plan: [] });
    await expect(parse(bytes, { sheet: 'costs' })).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'xlsx.not-found',
      message: 'xlsx.parse: the workbook has no sheet "costs". Its sheets are "Costs", "Plan".',
    });
  });

  it('reads a single value in the last cell within a second', async () => {
    const bytes = rawWorkbook({
      sheets: { S: '<sheetData><row r="1048576"><c r="XFD1048576"><v>7</v></c></row></sheetData>' },
    });
    const start = performance.now();
    const rows = await rowsOf(bytes);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toHaveLength(16_384);
    expect(rows[0]?.at(-1)).toBe(7);
    expect(await parse(bytes, { sheet: 'S' })).toEqual([]);
  });

  it('reads texts the way Excel stores them', async () => {
    const bytes = rawWorkbook({
      sharedStrings:
        '<si><t xml:space="preserve"> a\n</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>_x0041__x005F_x0041_</t></si>',
      sheets: {
        S: '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><r><t>in</t></r><t>line</t></is></c><c t="str"><f>A1</f><v>x</v></c><c t="d"><v>2024-02-29T12:00:00</v></c></row></sheetData>',
      },
    });
    expect(await rowsOf(bytes)).toEqual([[' a\n', 'rich', 'A_x0041_', 'inline', 'x', '2024-02-29T12:00:00.000Z']]);
  });

  it('tells dates from numbers by their format', async () => {
    const codes = [
      'yyyy-mm-dd',
      '#,##0.00',
      '"days" 0',
      '[h]:mm',
      '[Red]0',
      '0.0\\d',
      'General',
      'mmm',
      '[$-409]d/m/yy',
      '0.00E+00',
      '@',
    ];
    const formats = codes.map(
      (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const ids = [...codes.keys()].map((at) => 200 + at).concat([0, 14, 22, 45, 49]);
    const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const cells = ids.map((_, at) => `<c s="${at}"><v>45351.5</v></c>`).join('');
    const [row] = await rowsOf(rawWorkbook({ styles, sheets: { S: `<sheetData><row>${cells}</row></sheetData>` } }));
    const date = '2024-02-29T12:00:00.000Z';
    const number = 45_351.5;
    expect(row).toEqual([
      date,
      number,
      number,
      date,
      number,
      number,
      number,
      date,
      date,
      number,
      number,
      number,
      date,
      date,
      date,
      number,
    ]);
  });

  it('counts days as Excel does', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const cells = [0.25, 1, 59, 61, 2_958_465, 2_958_466, -1].map((serial) => `<c s="0"><v>${serial}</v></c>`).join('');
    const sheets = { S: `<sheetData><row>${cells}</row></sheetData>` };
    expect(await rowsOf(rawWorkbook({ styles, sheets }))).toEqual([
      [
        '1899-12-30T06:00:00.000Z',
        '1900-01-01T00:00:00.000Z',
        '1900-02-28T00:00:00.000Z',
        '1900-03-01T00:00:00.000Z',
        '9999-12-31T00:00:00.000Z',
        2_958_466,
        -1,
      ],
    ]);
    const of1904 = await rowsOf(rawWorkbook({ styles, sheets, workbookPr: 'date1904="1"' }));
    expect(of1904[0]?.slice(1, 3)).toEqual(['1904-01-02T00:00:00.000Z', '1904-02-29T00:00:00.000Z']);
  });

  it('reads sheets whose elements have a prefix, and cells without an address', async () => {
    const bytes = rawWorkbook({
      sheets: {
        S: '<x:sheetData xmlns:x="u"><x:row><x:c><x:v>1</x:v></x:c><x:c/><x:c><x:v>2</x:v></x:c></x:row><x:row r="5"><x:c r="$B$5"><x:v>3</x:v></x:c></x:row></x:sheetData>',
      },
    });
    expect(await rowsOf(bytes)).toEqual([
      [1, null, 2],
      [null, 3],
    ]);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['xlsx'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(XLSX_CALL_TIMEOUT_MS);
  });
});
