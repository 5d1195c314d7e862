import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BridgeTable } from './bridge.js';
import { cryptoBridges } from './crypto.js';
import { formatBridges } from './format.js';
import { sleepBridges } from './sleep.js';

/** Calls a bridge; what it throws at once becomes a rejection, as in a run. */
async function call(
  table: BridgeTable,
  path: string,
  args: unknown[],
  signal = new AbortController().signal,
): Promise<unknown> {
  return table.get(path)?.(args, { signal });
}
const hex = (value: unknown) => Buffer.from(value as Uint8Array).toString('hex');

describe('crypto on the host', () => {
  const table = cryptoBridges();

  it('makes version 4 UUIDs that differ', async () => {
    const [first, second] = await Promise.all([
      call(table, 'crypto.randomUUID', []),
      call(table, 'crypto.randomUUID', []),
    ]);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first).not.toBe(second);
  });

  it.each([
    [0, 0],
    [16, 16],
    [16.9, 16],
    ['8', 8],
    [65_537, 65_536],
  ])('gives random bytes for %j', async (length, expected) => {
    expect(((await call(table, 'crypto.getRandomValues', [length])) as Uint8Array).byteLength).toBe(expected);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, undefined, null, {}, [4], 'x', true])(
    'refuses %j random bytes',
    async (length) => {
      await expect(call(table, 'crypto.getRandomValues', [length])).rejects.toThrow(TypeError);
    },
  );

  it.each(['SHA-1', 'sha256', ' Sha-384 ', 'SHA512'])('digests with %j', async (name) => {
    const expected = createHash(name.trim().toLowerCase().replace('-', '')).update('h\u00e9llo').digest('hex');
    expect(hex(await call(table, 'crypto.digest', [name, 'h\u00e9llo']))).toBe(expected);
  });

  it('digests the empty text to the known value', async () => {
    expect(hex(await call(table, 'crypto.digest', ['SHA-256', '']))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('reads exactly the window of a view, buffers and arrays of numbers', async () => {
    const expected = createHash('sha1')
      .update(Buffer.from([1, 2]))
      .digest('hex');
    for (const data of [
      Uint8Array.of(0, 1, 2, 0).subarray(1, 3),
      Uint8Array.of(1, 2).buffer,
      [1, 2],
      new DataView(Uint8Array.of(1, 2).buffer),
    ]) {
      expect(hex(await call(table, 'crypto.digest', ['SHA-1', data]))).toBe(expected);
    }
  });

  it.each([
    ['SHA-1', 'key'],
    ['SHA-256', ''],
    ['SHA-384', 'k'.repeat(300)],
    ['SHA-512', ''],
  ])('signs with %s', async (name, key) => {
    const expected = createHmac(name.toLowerCase().replace('-', ''), key).update('data').digest('hex');
    expect(hex(await call(table, 'crypto.hmac', [name, key, 'data']))).toBe(expected);
  });

  it.each(['MD5', '', 'SHA-3', 'SHA--1', 5, null, '__proto__'])('refuses the algorithm %j', async (name) => {
    await expect(call(table, 'crypto.digest', [name, ''])).rejects.toThrow(/unsupported algorithm/);
    await expect(call(table, 'crypto.hmac', [name, '', ''])).rejects.toThrow(/unsupported algorithm/);
  });

  it.each([undefined, null, 5, {}, ['a'], true])('refuses %j as data and as key', async (data) => {
    await expect(call(table, 'crypto.digest', ['SHA-1', data])).rejects.toThrow(/must be a string or Uint8Array/);
    await expect(call(table, 'crypto.hmac', ['SHA-1', data, ''])).rejects.toThrow(/must be a string or Uint8Array/);
    await expect(call(table, 'crypto.hmac', ['SHA-1', '', data])).rejects.toThrow(/must be a string or Uint8Array/);
  });
});

describe('format on the host', () => {
  const table = formatBridges();

  it.each([
    ['number', [1234.5], '1,234.5'],
    ['number', [1234.5, { locale: 'de-DE', style: 'currency', currency: 'EUR' }], '1.234,50\u00a0\u20ac'],
    ['number', [0.256, { style: 'percent', maximumFractionDigits: 1 }], '25.6%'],
    ['number', [1234, { useGrouping: false, minimumFractionDigits: 2 }], '1234.00'],
    ['date', [0], 'Jan 1, 1970'],
    ['date', [0, { locale: 'en-GB', dateStyle: 'short', timeZone: 'Pacific/Auckland' }], '01/01/1970'],
    ['date', [82_800_000, { locale: 'en-GB', dateStyle: 'short', timeZone: 'Europe/Berlin' }], '02/01/1970'],
    ['date', [new Date(0)], 'Jan 1, 1970'],
    ['relativeTime', [-1, 'day'], '1 day ago'],
    ['relativeTime', [-1, 'day', { numeric: 'auto', locale: 'de' }], 'gestern'],
    ['list', [['a', 'b', 'c']], 'a, b, and c'],
    ['list', [['a', 'b'], { type: 'disjunction' }], 'a or b'],
    ['list', [[]], ''],
  ])('format.%s%j', async (name, args, text) => {
    expect(await call(table, `format.${name}`, args)).toBe(text);
  });

  it('answers in UTC when no zone is named, whatever the zone of the host', async () => {
    expect(await call(table, 'format.date', [0, { locale: 'en-GB', dateStyle: 'short', timeStyle: 'medium' }])).toBe(
      '01/01/1970, 00:00:00',
    );
  });

  it.each([
    ['number', [1, { locale: 'not a locale' }]],
    ['number', [1, { style: 'currency', currency: 'x' }]],
    ['number', [1, { maximumFractionDigits: 1000 }]],
    ['date', [0, { timeZone: 'Mars/Base' }]],
    ['relativeTime', [1, 'fortnight']],
    ['date', [8.65e15]],
    ['list', [['a'], { style: 'huge' }]],
  ])('rejects format.%s%j with a RangeError of Intl', async (name, args) => {
    await expect(call(table, `format.${name}`, args)).rejects.toThrow(RangeError);
  });

  it.each([
    ['number', [Number.NaN]],
    ['number', [Number.POSITIVE_INFINITY]],
    ['number', [{}]],
    ['date', [undefined]],
    ['date', [Number.NaN]],
    ['date', [new Date(Number.NaN)]],
    ['relativeTime', [Number.NaN, 'day']],
  ])('rejects format.%s%j: not finite', async (name, args) => {
    await expect(call(table, `format.${name}`, args)).rejects.toThrow(/must be a finite number/);
  });

  it.each([
    ['number', [1, 5]],
    ['number', [1, { style: {} }]],
    ['number', [1, { locale: 5 }]],
    ['list', ['abc']],
    ['list', [undefined]],
    ['list', [['a', { toString: null }]]],
    ['relativeTime', [1, { toString: null }]],
    ['relativeTime', [1]],
  ])('rejects format.%s%j with a TypeError', async (name, args) => {
    await expect(call(table, `format.${name}`, args)).rejects.toThrow(TypeError);
  });

  it.each([
    ['number', [1, { style: 'x'.repeat(201) }]],
    ['date', [0, { timeZone: 'x'.repeat(201) }]],
    ['list', [['a'], { locale: 'x'.repeat(201) }]],
    ['relativeTime', [1, 'x'.repeat(201)]],
  ])('repeats nothing long of what format.%s was given', async (name, args) => {
    await expect(call(table, `format.${name}`, args)).rejects.toThrow(
      /^format\..{1,60}has 201 characters; at most 200/,
    );
  });

  it('reads no option from a prototype', async () => {
    const options = Object.create({ style: 'percent' }) as object;
    expect(await call(table, 'format.number', [0.5, options])).toBe('0.5');
  });
});

describe('sleep on the host', () => {
  const table = sleepBridges();

  it('waits about as long as asked', async () => {
    const start = performance.now();
    expect(await call(table, 'sleep', [40])).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThanOrEqual(35);
  });

  it.each([0, -5, Number.NaN, Number.NEGATIVE_INFINITY, undefined, null, {}, [5000], 'soon'])(
    'does not wait for %j',
    async (ms) => {
      const start = performance.now();
      await call(table, 'sleep', [ms]);
      expect(performance.now() - start).toBeLessThan(3000);
    },
  );

  it('ends at once on abort, before or during the wait', async () => {
    const controller = new AbortController();
    const start = performance.now();
    const waiting = call(table, 'sleep', [Number.POSITIVE_INFINITY], controller.signal);
    controller.abort();
    expect(await waiting).toBeUndefined();
    expect(await call(table, 'sleep', [5000], controller.signal)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    }) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    }) as typeof remove;
    await call(table, 'sleep', [1], signal);
    expect(listeners).toBe(0);
  });
});
