import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { XLSX_MAX_CELL_CHARS, XLSX_MAX_CELLS_WRITTEN, XLSX_MAX_SHEETS } from '../src/limits.js';

const call = hostCaller('xlsx', functions);
const write = (...args: unknown[]): Promise<unknown> => call('write', ...args);
const styled = (style: object): unknown => [{ name: 'S', rows: [{ a: 1 }], styles: [style] }];

describe('writing under attack', () => {
  it('refuses what it cannot write, and names it', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const bad: [unknown, string][] = [
      [7, 'sheets must be a plain object or an array'],
      [null, 'sheets must be a plain object or an array'],
      [new Map(), 'sheets must be a plain object or an array'],
      [{}, 'sheets has no sheet'],
      [[], 'sheets has no sheet'],
      [[7], 'sheets[0] must be a plain object'],
      [[{ rows: [] }], 'sheets[0].name must be a string'],
      [[{ name: 'S' }], 'the rows of sheet "S" must be an array'],
      [[{ name: 'S', rows: [], colums: [] }], 'sheets[0] has no option named "colums"'],
      [{ S: 'x' }, 'the rows of sheet "S" must be an array'],
      [{ S: [{ a: 1 }, [1]] }, 'rows[1] of sheet "S" must be a record'],
      [{ S: [null] }, 'rows[0] of sheet "S" must be a record'],
      [[{ name: 'S', header: false, rows: [{ a: 1 }] }], 'rows[0] of sheet "S" must be an array'],
      [[{ name: 'S', header: false, columns: ['a'], rows: [] }], 'has columns but no header'],
      [{ S: [{ a: 1, b: Number.NaN }] }, 'S!B2 is NaN'],
      [{ S: [{ a: Number.POSITIVE_INFINITY }] }, 'S!A2 is Infinity'],
      [{ S: [{ a: new Date(Number.NaN) }] }, 'S!A2 is no date'],
      [{ S: [{ a: new Date('1899-12-31') }] }, 'S!A2 is no date from 1900'],
      [{ S: [{ a: new Uint8Array(2) }] }, 'S!A2 holds a Uint8Array'],
      [{ S: [{ a: { b: new Uint8Array(2) } }] }, 'S!A2 holds a Uint8Array'],
      [{ S: [{ a: new Map() }] }, 'S!A2 holds a Map'],
      [{ S: [{ a: cyclic }] }, 'S!A2 has no JSON form'],
      [{ S: [{ a: () => 1 }] }, 'S!A2 is a function'],
      [{ S: [{ a: Symbol('x') }] }, 'S!A2 is a symbol'],
    ];
    for (const [sheets, text] of bad) {
      await expect(write(sheets)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'xlsx.bad-argument',
        message: expect.stringContaining(text),
      });
    }
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    await expect(write({ S: [{ a: deep }] })).rejects.toMatchObject({ code: 'xlsx.too-deep' });
  });

  it.each([
    ['', 'is empty'],
    ['x'.repeat(32), 'has more than 31 characters'],
    ...[...'*?:\\/[]'].map((sign) => [`a${sign}b`, 'has one of']),
    ["'a", "begins or ends with '"],
    ["a'", "begins or ends with '"],
    ['a\nb', 'has a control character'],
    ['a\ud800', 'half a character'],
    ['History', 'is reserved'],
  ])('refuses the sheet name %j', async (name, text) => {
    await expect(write({ [name as string]: [] })).rejects.toMatchObject({
      code: 'xlsx.bad-argument',
      message: expect.stringContaining(text as string),
    });
  });

  it('refuses two sheets of one name, whatever its case', async () => {
    await expect(write({ Costs: [], COSTS: [] })).rejects.toMatchObject({
      code: 'xlsx.bad-argument',
      message: expect.stringContaining('"COSTS" is taken by another sheet'),
    });
    const twice = [
      { name: 'A', rows: [] },
      { name: 'A', rows: [] },
    ];
    await expect(write(twice)).rejects.toMatchObject({ code: 'xlsx.bad-argument' });
  });

  it.each([
    [{}, 'range must be a range'],
    [{ range: 'A' }, 'range must be a range of cells, not "A"'],
    [{ range: 'A0' }, 'range must be a range'],
    [{ range: 'A1:B2:C3' }, 'range must be a range'],
    [{ range: 'XFE1' }, 'range must be a range'],
    [{ range: 'A1048577' }, 'range must be a range'],
    [{ range: 'A1', color: 'red' }, 'color must be a colour, not "red"'],
    [{ range: 'A1', background: '#12345' }, 'background must be a colour'],
    [{ range: 'A1', background: 7 }, 'background must be a colour'],
    [{ range: 'A1', bold: 1 }, 'bold must be true or false'],
    [{ range: 'A1', size: 0 }, 'size must be a number'],
    [{ range: 'A1', size: Number.NaN }, 'size must be a number'],
    [{ range: 'A1', numberFormat: '' }, 'numberFormat must be a number format'],
    [{ range: 'A1', numberFormat: 'x'.repeat(300) }, 'numberFormat must be a number format'],
    [{ range: 'A1', font: {} }, 'no option named "font"'],
    [JSON.parse('{"range": "A1", "__proto__": {"bold": true}}'), 'no option named "__proto__"'],
  ])('refuses the style %j, naming sheet and index', async (style, text) => {
    await expect(write(styled(style as object))).rejects.toMatchObject({
      code: 'xlsx.bad-argument',
      message: expect.stringMatching(/styles\[0\] of sheet "S"/),
    });
    await expect(write(styled(style as object))).rejects.toMatchObject({
      message: expect.stringContaining(text as string),
    });
  });

  it('counts cells, styled ones included', async () => {
    const start = performance.now();
    const everything = styled({ range: 'A1:XFD1048576', bold: true });
    await expect(write(everything)).rejects.toMatchObject({ code: 'xlsx.too-many', limit: 'XLSX_MAX_CELLS_WRITTEN' });
    const rows = Array.from({ length: 1000 }, () => Array.from({ length: 250 }, () => 1));
    const styles = Array.from({ length: 5 }, () => ({ range: 'A1:IP1000', bold: true }));
    const twice = [{ name: 'S', header: false, rows, styles }];
    await expect(write(twice)).rejects.toMatchObject({ code: 'xlsx.too-many', limit: 'XLSX_MAX_STYLED_CELLS' });
    const tooMany = { S: [...rows, [1]] };
    await expect(write(tooMany, { header: false })).rejects.toMatchObject({ limit: 'XLSX_MAX_CELLS_WRITTEN' });
    const records = Array.from({ length: XLSX_MAX_CELLS_WRITTEN }, () => ({ a: 1 }));
    await expect(write({ S: records })).rejects.toMatchObject({ limit: 'XLSX_MAX_CELLS_WRITTEN' });
    const keys = Array.from({ length: 16_385 }, (_, at) => ({ [`k${at}`]: 1 }));
    await expect(write({ S: keys })).rejects.toMatchObject({ code: 'xlsx.too-many' });
    await expect(write({ S: [Array.from({ length: 16_385 }, () => null)] }, { header: false })).rejects.toMatchObject({
      limit: 'XLSX_MAX_COLUMNS',
    });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('counts sheets and characters', async () => {
    const names = Array.from({ length: XLSX_MAX_SHEETS }, (_, at) => `S${at}`);
    expect(await write(Object.fromEntries(names.map((name) => [name, []])))).toBeInstanceOf(Uint8Array);
    await expect(write(Object.fromEntries([...names, 'T'].map((name) => [name, []])))).rejects.toMatchObject({
      code: 'xlsx.too-many',
      limit: 'XLSX_MAX_SHEETS',
    });
    const text = 'x'.repeat(XLSX_MAX_CELL_CHARS);
    expect(await call('parse', await write({ S: [[text]] }, { header: false }), { header: false })).toEqual({
      S: [[text]],
    });
    await expect(write({ S: [[`${text}x`]] }, { header: false })).rejects.toMatchObject({
      code: 'xlsx.too-large',
      message: expect.stringContaining('S!A1 has 32768 characters'),
    });
  });

  it('writes a full workbook within its deadline', async () => {
    const rows = Array.from({ length: 1000 }, (_, row) => Array.from({ length: 250 }, (_, column) => row * column));
    const styles = [{ range: 'A1:IP1000', bold: true, numberFormat: '0.00' }];
    const start = performance.now();
    const bytes = (await write([{ name: 'S', rows, styles, header: false }])) as Uint8Array;
    expect(performance.now() - start).toBeLessThan(60_000);
    expect(bytes.length).toBeLessThan(10_485_760);
    expect(((await call('parse', bytes, { sheet: 'S', header: false })) as unknown[]).length).toBe(1000);
  }, 120_000);

  it('keeps columns and sheets named like parts of a prototype, and reads no inherited fields', async () => {
    const record = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}') as object;
    const bytes = await write(Object.fromEntries([['__proto__', [record]]]));
    const [rows] = Object.values((await call('parse', bytes)) as Record<string, object[]>);
    expect(Object.entries(rows?.[0] ?? {})).toEqual(Object.entries(record));
    await expect(write({ S: [Object.create({ a: 1 })] })).rejects.toMatchObject({ code: 'xlsx.bad-argument' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('refuses options it does not know', async () => {
    await expect(write({ S: [] }, { autofit: true })).rejects.toMatchObject({
      message: expect.stringContaining('"autofit". Allowed: header, autoFitColumns'),
    });
    for (const options of [7, [], { header: 1 }, { autoFitColumns: 'no' }]) {
      await expect(write({ S: [] }, options)).rejects.toMatchObject({ code: 'xlsx.bad-argument' });
    }
  });
});
