import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as Csv from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { CSV_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { parse, stringify } = index as unknown as typeof Csv;

describe('parse', () => {
  it('reads records with quotes', async () => {
    expect(await parse('name,qty\nada,3\n"x ""y""",4\n')).toEqual([
      { name: 'ada', qty: '3' },
      { name: 'x "y"', qty: '4' },
    ]);
  });

  it('drops a byte order mark and guesses the delimiter', async () => {
    expect(await parse('\ufeffa;b\n1,5;2\n')).toEqual([{ a: '1,5', b: '2' }]);
    expect(await parse('a\tb\n1\t2')).toEqual([{ a: '1', b: '2' }]);
    expect(await parse('a|b\r1|2\r')).toEqual([{ a: '1', b: '2' }]);
  });

  it('numbers repeated headers with the first free number', async () => {
    expect(await parse('a,a,b\n1,2,3\n')).toEqual([{ a: '1', a_1: '2', b: '3' }]);
    expect(await parse('a,a,a_1\n1,2,3\n')).toEqual([{ a: '1', a_2: '2', a_1: '3' }]);
    expect(await parse('a,,\n1,2,3\n')).toEqual([{ a: '1', '': '2', _1: '3' }]);
  });

  it('keeps short and long rows, and says so on demand', async () => {
    expect(await parse('a,b\n1\n1,2,3,4\n')).toEqual([{ a: '1' }, { a: '1', b: '2', __parsed_extra: ['3', '4'] }]);
    await expect(parse('a,b\n\n1,2\n1\n', { strict: true })).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'csv.bad-format',
      message: expect.stringMatching(/^csv\.parse: row 3, line 4: 1 fields/),
    });
  });

  it('loses no column named like the field for extra values', async () => {
    expect(await parse('__parsed_extra\n1,2\n', { delimiter: ',' })).toEqual([
      { __parsed_extra_1: '1', __parsed_extra: ['2'] },
    ]);
  });

  it('skips blank lines as asked', async () => {
    const text = 'a\n\n \n1\n';
    expect(await parse(text)).toEqual([{ a: ' ' }, { a: '1' }]);
    expect(await parse(text, { skipEmptyLines: 'greedy' })).toEqual([{ a: '1' }]);
    expect(await parse(text, { skipEmptyLines: false })).toEqual([{ a: '' }, { a: ' ' }, { a: '1' }]);
    expect(await parse('a\n""\n')).toEqual([{ a: '' }]);
  });

  it('reads rows without a header', async () => {
    expect(await parse('1,2\n3\n', { header: false })).toEqual([['1', '2'], ['3']]);
    expect(await parse('')).toEqual([]);
    expect(await parse('a,b\n')).toEqual([]);
  });

  it('reads texts that mix LF and CRLF', async () => {
    expect(await parse('a,b\r\n1,2\n3,4\r\n"5\r\n6","7"\r\n8,""""\r\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
      { a: '5\r\n6', b: '7' },
      { a: '8', b: '"' },
    ]);
    expect(await parse('a,b\n1,2\r\n3,x"\r\n"y","z\r"\r\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: 'x"' },
      { a: 'y', b: 'z\r' },
    ]);
  });

  it('names row and line of broken quotes', async () => {
    await expect(parse('a,b\n"1\n2",3\n4,"5\n6,7\n')).rejects.toMatchObject({
      code: 'csv.bad-format',
      message: expect.stringContaining('row 3, line 4: a quoted field is never closed (MissingQuotes)'),
    });
    await expect(parse('a,b\n1,"x"y"\n2,3\n')).rejects.toMatchObject({
      code: 'csv.bad-format',
      message: expect.stringContaining('row 2, line 2:'),
    });
  });

  const spectrum = dirname(createRequire(import.meta.url).resolve('csv-spectrum/package.json'));
  const cases = readdirSync(join(spectrum, 'csvs')).map((file) => file.replace(/\.csv$/, ''));
  it('has the twelve texts of csv-spectrum', () => expect(cases).toHaveLength(12));
  it.each(cases)('agrees with csv-spectrum on %s', async (name) => {
    const text = readFileSync(join(spectrum, 'csvs', `${name}.csv`), 'utf8');
    let expected: unknown = JSON.parse(readFileSync(join(spectrum, 'json', `${name}.json`), 'utf8'));
    // Its JSON leaves out the list and has another phone number than its CSV.
    if (name === 'location_coordinates') expected = [{ ...(expected as object), 'Contact Phone Number': '2095257564' }];
    expect(await parse(text)).toEqual(expected);
  });
});

describe('stringify', () => {
  it('takes the columns of all records', async () => {
    expect(await stringify([{ a: 1 }, { b: 2 }])).toBe('a,b\n1,\n,2');
    expect(await stringify([{ a: 1, b: 2 }], { columns: ['b', 'toString'] })).toBe('b,toString\n2,');
  });

  it('quotes what needs it', async () => {
    expect(
      await stringify([
        { a: 1, b: 'x,y' },
        { a: null, b: 'q"' },
      ]),
    ).toBe('a,b\n1,"x,y"\n,"q"""');
    expect(await stringify([['a\nb', 'c\rd', ' e', 'f ', 'g;h']])).toBe('"a\nb","c\rd"," e","f ",g;h');
  });

  it('writes values that are no text', async () => {
    const row = { d: new Date(0), o: { x: [1] }, n: 1.5, t: true, u: undefined, b: 10n };
    expect(await stringify([row], { header: false })).toBe('1970-01-01T00:00:00.000Z,"{""x"":[1]}",1.5,true,,10');
  });

  it('takes arrays, with names when given', async () => {
    expect(await stringify([[1, 2], [3]], { delimiter: ';', newline: '\r\n' })).toBe('1;2\r\n3');
    expect(await stringify([[1, 2]], { columns: ['a', 'b'] })).toBe('a,b\n1,2');
    expect(await stringify([])).toBe('');
    expect(await stringify([], { columns: ['a'] })).toBe('a');
  });

  it('defuses formulas in text but leaves numbers alone', async () => {
    const rows = [['=1+1', '+1', '-1', '@x', '\tx', 'a=1', -1]];
    expect(await stringify(rows, { escapeFormulas: true })).toBe(`"'=1+1","'+1","'-1","'@x","'\tx",a=1,-1`);
  });

  it('gives back what it read', async () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && !text.includes('\ufeff'));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = await stringify(rows);
        expect(await parse(text, { header: false, delimiter: ',', skipEmptyLines: false })).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['csv'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(CSV_CALL_TIMEOUT_MS);
  });
});
