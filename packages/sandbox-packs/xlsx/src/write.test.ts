import { execFileSync } from 'node:child_process';
import ExcelJS from 'exceljs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as Xlsx from '../guest.js';
import * as index from './index.js';

const { parse, write } = index as unknown as typeof Xlsx;

/** What exceljs finds in a workbook. */
async function open(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  return workbook;
}

async function sheetOf(bytes: Uint8Array): Promise<ExcelJS.Worksheet> {
  const [sheet] = (await open(bytes)).worksheets;
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

/** Cells of the first sheet as Python finds them with nothing but zipfile and an XML parser. */
const PYTHON = `
import io, json, re, sys, zipfile
from xml.etree import ElementTree
N = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert z.testzip() is None
for name in z.namelist():
    if name.endswith('.xml') or name.endswith('.rels'): ElementTree.fromstring(z.read(name))
texts = [''.join(t.text or '' for t in s.iter(N + 't')) for s in ElementTree.fromstring(z.read('xl/sharedStrings.xml'))]
cells = {}
for c in ElementTree.fromstring(z.read('xl/worksheets/sheet1.xml')).iter(N + 'c'):
    v = c.find(N + 'v')
    assert c.find(N + 'f') is None
    if v is not None: cells[c.get('r')] = texts[int(v.text)] if c.get('t') == 's' else [c.get('t'), v.text]
names = [s.get('name') for s in ElementTree.fromstring(z.read('xl/workbook.xml')).iter(N + 'sheet')]
print(json.dumps([names, cells]))`;

describe('write', () => {
  it('writes what Python finds whole', async () => {
    const bytes = await write({
      Costs: [
        { item: '=1+1', usd: 1.5, paid: true, day: new Date('2024-02-29T12:00:00Z'), none: null, text: '<&" ü 日 😀' },
      ],
      'Zweites Blatt': [{ a: 1 }],
    });
    expect(JSON.parse(execFileSync('python3', ['-c', PYTHON], { input: bytes, encoding: 'utf8' }))).toEqual([
      ['Costs', 'Zweites Blatt'],
      {
        A1: 'item',
        B1: 'usd',
        C1: 'paid',
        D1: 'day',
        E1: 'none',
        F1: 'text',
        A2: '=1+1',
        B2: [null, '1.5'],
        C2: ['b', '1'],
        D2: [null, '45351.5'],
        F2: '<&" ü 日 😀',
      },
    ]);
  });

  it('writes dates that exceljs reads as dates', async () => {
    const day = new Date('2024-02-29');
    const moment = new Date('2024-02-29T13:05:09Z');
    const bytes = await write({ S: [{ day, moment, old: new Date('1900-01-01') }] });
    const row = (await sheetOf(bytes)).getRow(2);
    expect(row.getCell(1).value).toEqual(day);
    expect(row.getCell(1).numFmt).toBe('yyyy-mm-dd');
    expect(row.getCell(2).value).toEqual(moment);
    expect(await parse(bytes, { sheet: 'S' })).toEqual([
      { day: day.toISOString(), moment: moment.toISOString(), old: '1900-01-01T00:00:00.000Z' },
    ]);
  });

  it('writes lists and records as JSON and large integers as text', async () => {
    const bytes = await write({
      S: [{ list: [1, 'a'], record: { x: null }, small: 2n ** 53n - 1n, large: 2n ** 53n, undef: undefined }],
    });
    expect(await parse(bytes, { sheet: 'S' })).toEqual([
      { list: '[1,"a"]', record: '{"x":null}', small: Number.MAX_SAFE_INTEGER, large: '9007199254740992', undef: null },
    ]);
  });

  it('takes columns in the order it is given', async () => {
    const rows = [{ a: 1, b: 2 }, { c: 3 }];
    expect(await parse(await write([{ name: 'S', rows, columns: ['c', 'a', 'toString'] }]), { sheet: 'S' })).toEqual([
      { c: null, a: 1, toString: null },
      { c: 3, a: null, toString: null },
    ]);
    expect(
      await parse(await write([{ name: 'S', rows: [], columns: ['a', 'b'] }]), { sheet: 'S', header: false }),
    ).toEqual([['a', 'b']]);
  });

  it('takes arrays without a header, for all sheets or for one', async () => {
    const rows = [['x', 1], [], [null, 2]];
    const expected = [
      ['x', 1],
      [null, 2],
    ];
    expect(await parse(await write({ S: rows }, { header: false }), { sheet: 'S', header: false })).toEqual(expected);
    const mixed = await write([
      { name: 'S', rows, header: false },
      { name: 'T', rows: [{ a: 1 }] },
    ]);
    expect(await parse(mixed, { header: false })).toEqual({ S: expected, T: [['a'], [1]] });
  });

  it('styles ranges', async () => {
    const bytes = await write([
      {
        name: 'S',
        rows: [{ a: 1234.5, b: 'x' }],
        styles: [
          { range: 'A1:B1', bold: true, background: '#ddebf7' },
          { range: 'B1', italic: true, color: '80FF0000', size: 14 },
          { range: '$A$2:$A$2', numberFormat: '#,##0.00' },
          { range: 'D9', background: 'FFFFFF' },
        ],
      },
    ]);
    const sheet = await sheetOf(bytes);
    expect(sheet.getCell('A1').font).toMatchObject({ bold: true });
    expect(sheet.getCell('A1').fill).toMatchObject({ pattern: 'solid', fgColor: { argb: 'FFDDEBF7' } });
    expect(sheet.getCell('B1').font).toMatchObject({ bold: true, italic: true, size: 14, color: { argb: '80FF0000' } });
    expect(sheet.getCell('A2').numFmt).toBe('#,##0.00');
    expect(sheet.getCell('D9').fill).toMatchObject({ fgColor: { argb: 'FFFFFFFF' } });
    expect(await parse(bytes)).toEqual({ S: [{ a: 1234.5, b: 'x' }] });
  });

  it('makes columns as wide as their longest value', async () => {
    const rows = [{ short: 1, exact: '12345678901', long: 'x'.repeat(200), lines: `a\n${'b'.repeat(20)}` }];
    const widths = (sheet: ExcelJS.Worksheet) => [1, 2, 3, 4].map((column) => sheet.getColumn(column).width);
    expect(widths(await sheetOf(await write({ S: rows })))).toEqual([8, 13, 80, 22]);
    const plain = widths(await sheetOf(await write({ S: rows }, { autoFitColumns: false })));
    expect(new Set(plain).size).toBe(1);
  });

  it('gives back what it was given', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const value = fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constant('_x0041_ \u0001'),
    );
    const table = fc.array(fc.tuple(fc.constant('first'), value, value), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const read = await parse(await write({ S: rows }, { header: false }), { sheet: 'S', header: false });
        const trimmed = rows.map((row) => {
          const last = row.findLastIndex((cell) => cell !== null);
          // Excel has no negative zero.
          return row.slice(0, last + 1).map((cell) => (Object.is(cell, -0) ? 0 : cell));
        });
        expect(read).toEqual(trimmed);
      }),
      { numRuns: 40 },
    );
  });
});
