import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { functions } from '@nodetool-ai/sandbox-xlsx/host';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('xlsx', functions);
type Rows = Record<string, unknown>[];
const parse = (path: string, options?: object) => call('parse', sample(path), options) as Promise<Record<string, Rows>>;

// Facts: what openpyxl reads of the same files.
describe('workbooks of other programs', () => {
  it('one sheet with a name that is not ASCII', async () => {
    expect(await parse('simple-excel-to-json/example/sample.xlsx')).toEqual({
      工作表1: [
        { item: 'apple', price: 100, number: 2 },
        { item: 'banana', price: 200, number: 12 },
        { item: 'coffee', price: 150, number: 3 },
      ],
    });
  });

  it('two sheets, texts with outer spaces', async () => {
    const book = await parse('simple-excel-to-json/example/sample2.xlsx');
    expect(Object.keys(book)).toEqual(['fruit', 'car']);
    expect(book['fruit']?.map((row) => row['number'])).toEqual(['two', 'twelve ', ' three']);
    expect(book['car']).toEqual([
      { Type: 'Car', Price: 10_000 },
      { Type: 'Bus', Price: 200_000 },
    ]);
  });

  it.each(['sample3.xlsx', 'sample6(case).xlsx'])('%s: dotted headers are plain keys', async (name) => {
    const [rows] = Object.values(await parse(`simple-excel-to-json/example/${name}`));
    expect(rows).toHaveLength(3);
    expect(Object.keys(rows?.[0] ?? {})).toHaveLength(7);
    expect(rows?.[2]).toMatchObject({ price: 200, 'number.sold': 10, 'number.store': 2 });
  });

  it('numbers that the author wrote as text stay text', async () => {
    const [rows] = Object.values(await parse('simple-excel-to-json/example/sample5.xlsx'));
    expect(rows?.map((row) => row['price'])).toEqual(['100', '50', '5']);
    expect(rows?.[0]?.[' dealership.us[0].location']).toBe(' New York');
  });

  it('columns without a header', async () => {
    const [rows] = Object.values(await parse('simple-excel-to-json/example/sample6.xlsx'));
    expect(rows?.map((row) => [row['price'], row['Model name']])).toEqual([
      [100, 'sedan 01'],
      [150, 'SUV 22'],
      [200, 'Sports Cars IV'],
    ]);
  });

  it('dates as text in UTC, whatever they are in the file', async () => {
    const [rows] = Object.values(await parse('simple-excel-to-json/example/sample7.xlsx'));
    expect(rows?.map((row) => row['time']).slice(0, 2)).toEqual([
      '2016-05-20T00:00:00.000Z',
      '2014-10-10T09:09:09.000Z',
    ]);
  });

  it('an empty cell is null', async () => {
    const { fruit } = await parse('simple-excel-to-json/example/sample8.xlsx');
    expect(fruit?.[1]).toEqual({ item: 'banana', price: 200, number: 'twelve ', buyer: null });
  });

  it('three sheets, one with an empty first row', async () => {
    const book = await parse('convert-excel-to-json/tests/test-data.xlsx');
    expect(Object.entries(book).map(([name, rows]) => [name, rows.length])).toEqual([
      ['sheet1', 24],
      ['sheet2', 26],
      ['sheet3', 20],
    ]);
    expect(book['sheet1']?.[0]).toEqual({
      id: 1,
      first_name: 'Judith',
      last_name: 'Bennett',
      email: 'jbennett0@cargocollective.com',
      gender: 'Female',
      ip_address: '190.37.72.226',
    });
    expect(book['sheet3']?.at(-1)).toMatchObject({ id: 43, email: 'jprice16@cmu.edu' });
  });

  it('days beside numbers', async () => {
    const { sheet1 } = await parse('convert-excel-to-json/tests/test-data-2.xlsx');
    expect(sheet1).toHaveLength(10);
    expect(sheet1?.[0]).toEqual({ date: '2017-10-10T00:00:00.000Z', number: 1 });
    expect(sheet1?.[9]).toEqual({ date: '2017-10-19T00:00:00.000Z', number: 10 });
  });

  it('formulas give what the program that saved them had computed', async () => {
    const { ClickThroughRateSheet: rows } = await parse('xlsx-populate/examples/ranges/template.xlsx');
    expect(rows?.map((row) => row['CTR'])).toEqual([
      0.001061472561059766, 0.0016421429857500169, 0.0006862195435325999, 0.0006167640728547244, 0.0024887171962929256,
    ]);
  });

  it('formulas that nobody computed are null', async () => {
    const [rows] = Object.values(await parse('xlsx-populate/examples/ranges/out.xlsx'));
    expect(rows?.[0]).toMatchObject({ Clicks: 937, Impressions: 965_560, CTR: null });
  });

  it.each([
    ['xlsx-populate/examples/basic/out.xlsx', 'This is neat!'],
    ['docx4js/__tests__/files/loader.xlsx', 'test'],
  ])('%s has one cell', async (path, value) => {
    const [rows] = Object.values(await parse(path, { header: false }));
    expect(rows).toEqual([[value]]);
  });

  it.each(['in', 'out'])('the encrypted workbook %s.xlsx is refused as such', async (name) => {
    await expect(parse(`xlsx-populate/examples/encryption/${name}.xlsx`)).rejects.toMatchObject({
      code: 'xlsx.encrypted',
    });
  });
});
