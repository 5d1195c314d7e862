import { hostCaller, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { CHRONO_CALL_TIMEOUT_MS, CHRONO_MAX_HITS, CHRONO_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('chrono', functions);
const now = '2024-05-15T12:00:00Z';
const LOCALES = 'en en-GB ar de es fi fr id it ja nl pt ru sv uk vi zh'.split(' ');

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('parseDate', 'tomorrow', now)).toBe('2024-05-16T12:00:00.000Z');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('chrono under attack', () => {
  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    for (const name of ['parse', 'parseDate'])
      await expect(call(name, value, now)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'chrono.bad-argument',
        message: expect.stringContaining(`chrono.${name}: text must be a string`),
      });
  });

  it('refuses a reference time it cannot use, and does not take the clock', async () => {
    const bad = [
      null,
      '',
      'yesterday',
      '2024-02-30',
      '2024-05-15T25:00',
      '2024-13-01',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      8.64e15,
      -8.64e15,
      new Date(Number.NaN),
      true,
      {},
      [],
      { instant: new Date(0) },
      '9'.repeat(100_000),
    ];
    for (const given of bad)
      await expect(call('parseDate', 'tomorrow', given)).rejects.toMatchObject({
        code: 'chrono.bad-argument',
        message: expect.stringContaining('now must be'),
      });
  });

  it('refuses options it does not know, and says which it knows', async () => {
    await expect(call('parse', 'a', now, { timeZone: 60 })).rejects.toMatchObject({
      code: 'chrono.bad-argument',
      message: expect.stringContaining('"timeZone". Allowed: timezone, forward, locale'),
    });
    for (const options of [7, 'x', [], new Date(0), new Map()])
      await expect(call('parse', 'a', now, options)).rejects.toMatchObject({ code: 'chrono.bad-argument' });
    for (const timezone of [841, -841, 0.5, Number.NaN, '60', 'Europe/Paris', null])
      await expect(call('parse', 'a', now, { timezone })).rejects.toMatchObject({ code: 'chrono.bad-argument' });
    for (const locale of ['xx', '__proto__', 'constructor', 'Chrono', 'strict', 'EN', 7, null])
      await expect(call('parse', 'a', now, { locale })).rejects.toMatchObject({ code: 'chrono.bad-argument' });
    const fromJson: unknown = JSON.parse('{"__proto__": {"forward": true}}');
    await expect(call('parse', 'a', now, fromJson)).rejects.toMatchObject({ code: 'chrono.bad-argument' });
    expect(await call('parse', 'a', now, null)).toEqual([]);
  });

  it('refuses text over the cap before it works', async () => {
    for (const length of [CHRONO_MAX_TEXT_CHARS + 1, 5_242_881])
      await expect(call('parse', 'x'.repeat(length), now)).rejects.toMatchObject({
        name: 'PackLimitError',
        code: 'chrono.too-large',
        message: expect.stringContaining('200000 character limit'),
      });
  });

  it('counts hits', async () => {
    expect(await call('parse', 'today '.repeat(CHRONO_MAX_HITS), now)).toHaveLength(CHRONO_MAX_HITS);
    await expect(call('parse', 'today '.repeat(CHRONO_MAX_HITS + 1), now)).rejects.toMatchObject({
      code: 'chrono.too-many',
      limit: 'CHRONO_MAX_HITS',
    });
    expect(await call('parseDate', 'today '.repeat(CHRONO_MAX_HITS + 1), now)).toBe('2024-05-15T12:00:00.000Z');
  });

  const months = LOCALES.flatMap((locale) =>
    Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(locale, { month: 'long' }).format(Date.UTC(2024, month, 2)),
    ),
  ).join(' ');

  it.each(LOCALES)('ends long texts in time in %s', async (locale) => {
    const texts = [
      '1'.repeat(CHRONO_MAX_TEXT_CHARS),
      'today '.repeat(CHRONO_MAX_HITS),
      ' '.repeat(CHRONO_MAX_TEXT_CHARS - 5) + '1 day',
      months,
    ];
    for (const text of texts) {
      const start = performance.now();
      const outcome = await call('parse', text, now, { locale }).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'chrono.too-many' });
      expect(performance.now() - start).toBeLessThan(CHRONO_CALL_TIMEOUT_MS);
    }
  });

  it('keeps places and words right around long gaps', async () => {
    const gap = ' \t\n'.repeat(1000);
    expect(await call('parse', `${gap}tomorrow${gap}5 June${gap}2025`, now)).toMatchObject([
      { text: 'tomorrow', index: 3000 },
      { text: '5 June', index: 6008, start: '2024-06-05T12:00:00.000Z' },
    ]);
    expect(await call('parse', `tomorrow${' '.repeat(16)}9am`, now)).toMatchObject([
      { text: `tomorrow${' '.repeat(16)}9am`, start: '2024-05-16T09:00:00.000Z' },
    ]);
  });

  it('gives no date that cannot be written', async () => {
    expect(await call('parse', 'in 300000 years', now)).toEqual([]);
    expect(await call('parseDate', 'in 99999999999999999999 days', now)).toBeNull();
  });

  it('answers every mutation of a text', async () => {
    const good = 'from 5 June 2024 10:30 EST to 9 June 2024, next Monday, in 3 weeks, 2024-05-15T10:00:00+02:00';
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 1000; turn += 1) {
      const at = next(good.length);
      const text =
        turn % 2 === 0 ? good.slice(at) : good.slice(0, at) + String.fromCharCode(next(65_536)) + good.slice(at + 1);
      expect(await call('parse', text, now, { locale: LOCALES[turn % LOCALES.length] })).toBeInstanceOf(Array);
    }
    await expectAliveAndClean();
  });
});
