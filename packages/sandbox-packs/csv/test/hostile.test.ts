import { hostCaller, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { CSV_MAX_CELLS, CSV_MAX_COLUMNS, CSV_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('csv', functions);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('parse', 'a\n1\n')).toEqual([{ a: '1' }]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('csv under attack', () => {
  it('keeps columns named like parts of a prototype as data', async () => {
    const [row] = (await call('parse', '__proto__,constructor,toString,hasOwnProperty\n1,2,3,4\n')) as [
      Record<string, string>,
    ];
    expect(Object.entries(row)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
      ['hasOwnProperty', '4'],
    ]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(await call('stringify', [row])).toBe('__proto__,constructor,toString,hasOwnProperty\n1,2,3,4');
    const [twice] = (await call('parse', '__proto__,__proto__\n1,2\n')) as [Record<string, string>];
    expect(Object.entries(twice)).toEqual([
      ['__proto__', '1'],
      ['__proto___1', '2'],
    ]);
    await expectAliveAndClean();
  });

  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    await expect(call('parse', value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'csv.bad-argument',
      message: expect.stringContaining('csv.parse: text must be a string'),
    });
  });

  it('refuses options it does not know, and says which it knows', async () => {
    await expect(call('parse', 'a', { delimeter: ';' })).rejects.toMatchObject({
      code: 'csv.bad-argument',
      message: expect.stringContaining('"delimeter". Allowed: header, delimiter, skipEmptyLines, strict'),
    });
    for (const options of [7, 'x', [], new Date(0), new Map()]) {
      await expect(call('parse', 'a', options)).rejects.toMatchObject({ code: 'csv.bad-argument' });
    }
    const fromJson: unknown = JSON.parse('{"__proto__": {"header": false}}');
    await expect(call('parse', 'a', fromJson)).rejects.toMatchObject({ code: 'csv.bad-argument' });
    for (const delimiter of ['', ';;', '"', '\n', 7, '\ufeff', '\0']) {
      await expect(call('parse', 'a', { delimiter })).rejects.toMatchObject({ code: 'csv.bad-argument' });
      await expect(call('stringify', [['a']], { delimiter })).rejects.toMatchObject({ code: 'csv.bad-argument' });
    }
    expect(await call('parse', 'a\n1', { header: undefined })).toEqual([{ a: '1' }]);
    expect(await call('parse', 'a\n1', null)).toEqual([{ a: '1' }]);
  });

  it('refuses text over the cap before it works', async () => {
    await expect(call('parse', 'x'.repeat(CSV_MAX_TEXT_CHARS + 1))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'csv.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
    expect(await call('parse', `a\n${'x'.repeat(CSV_MAX_TEXT_CHARS - 2)}`)).toHaveLength(1);
  });

  it('counts cells and columns', async () => {
    await expect(call('parse', ','.repeat(19_999))).rejects.toMatchObject({
      code: 'csv.too-many',
      limit: 'CSV_MAX_COLUMNS',
    });
    const row = `${'1,'.repeat(999)}1\n`;
    await expect(call('parse', `${row.repeat(1000)}1\n`)).rejects.toMatchObject({
      code: 'csv.too-many',
      limit: 'CSV_MAX_CELLS',
    });
    expect(await call('parse', row.repeat(1000), { header: false })).toHaveLength(1000);
    const wide = Array.from({ length: CSV_MAX_COLUMNS + 1 }, () => 1);
    await expect(call('stringify', [wide])).rejects.toMatchObject({ code: 'csv.too-many', limit: 'CSV_MAX_COLUMNS' });
    const many = Array.from({ length: CSV_MAX_CELLS + 1 }, () => [1]);
    await expect(call('stringify', many)).rejects.toMatchObject({ code: 'csv.too-many', limit: 'CSV_MAX_CELLS' });
    const keys = Array.from({ length: CSV_MAX_COLUMNS + 1 }, (_, at) => ({ [`k${at}`]: 1 }));
    await expect(call('stringify', keys)).rejects.toMatchObject({ code: 'csv.too-many' });
  });

  it('does not swallow the text after a lone quote', async () => {
    await expect(call('parse', `"${'a,b\n'.repeat(1_300_000)}`)).rejects.toMatchObject({
      code: 'csv.bad-format',
      message: expect.stringContaining('row 1, line 1:'),
    });
    await expect(call('parse', '"a"b'.repeat(1_000_000))).rejects.toMatchObject({ code: 'csv.bad-format' });
  });

  it('refuses binary text and answers or refuses every mutation of a good one', async () => {
    await expect(call('parse', 'a,b\n\0,1\n')).rejects.toMatchObject({
      code: 'csv.bad-format',
      message: expect.stringContaining('looks binary'),
    });
    const good = 'name,note\n"a ""b""","c\nd"\r\ne,f\n';
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 1000; turn += 1) {
      const at = next(good.length);
      const text =
        turn % 2 === 0 ? good.slice(0, at) : good.slice(0, at) + String.fromCharCode(next(256)) + good.slice(at + 1);
      const outcome = await call('parse', text).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'csv.bad-format' });
    }
  });

  it('refuses rows it cannot write, and names them', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const bad: [unknown, string][] = [
      ['x', 'rows must be an array'],
      [{}, 'rows must be an array'],
      [[{ a: 1 }, [1]], 'rows[1] must be a record'],
      [[[1], { a: 1 }], 'rows[1] must be an array'],
      [[null], 'rows[0] must be a record'],
      [[new Date(0)], 'rows[0] must be a record'],
      [[{ a: new Uint8Array(2) }], 'rows[0]["a"] holds a Uint8Array'],
      [[{ a: { b: new Uint8Array(2) } }], 'holds a Uint8Array'],
      [[{ a: new Map() }], 'holds a Map'],
      [[{ a: new Date(Number.NaN) }], 'invalid date'],
      [[{ a: cyclic }], 'no JSON form'],
      [[{ a: () => 1 }], 'holds a function'],
    ];
    for (const [rows, text] of bad) {
      await expect(call('stringify', rows)).rejects.toMatchObject({
        code: 'csv.bad-argument',
        message: expect.stringContaining(text),
      });
    }
    await expect(call('stringify', [{ a: deep }])).rejects.toMatchObject({ code: 'csv.too-deep' });
    await expect(call('stringify', [{ a: 1 }], { columns: ['a', 'a'] })).rejects.toMatchObject({
      code: 'csv.bad-argument',
    });
    await expectAliveAndClean();
  });

  it('does not read inherited fields', async () => {
    expect(
      await call('stringify', [Object.create({ a: 1 })], { columns: ['a'] }).catch((error: Error) => error.message),
    ).toContain('rows[0] must be a record');
    expect(
      await call('stringify', [Object.assign(Object.create(null), { a: 1 })], { columns: ['a', '__proto__'] }),
    ).toBe('a,__proto__\n1,');
  });
});
