import { fileURLToPath } from 'node:url';
import {
  type GuestEngine,
  growthPerDoubling,
  isStoppedAfter,
  openGuest,
  textMutations,
} from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.rrulestr("FREQ=DAILY;COUNT=2").all().length')).toBe(2);
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

describe('rrule under attack', () => {
  it.each([
    ['a day that never comes', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
    ['a thousand million dates', 'FREQ=DAILY;COUNT=1000000000'],
    ['every second for ever', 'FREQ=SECONDLY'],
  ])('can be stopped in the middle of %s', async (_name, rule) => {
    expect(await isStoppedAfter(entry, `pack.rrulestr(${JSON.stringify(rule)}).all()`, 100)).toBe(true);
  });

  it('refuses values that are no text and no options', () => {
    for (const call of ['rrulestr(7)', 'rrulestr({})', 'rrulestr(null)', 'rrulestr(undefined)', 'rrulestr([])']) {
      expect(() => guest.run(`return pack.${call}`), call).toThrow();
    }
    for (const options of [
      'null',
      '7',
      '"FREQ=DAILY"',
      '{ freq: "DAILY" }',
      '{ freq: NaN }',
      '{ byweekday: [{}] , freq: 2 }',
    ]) {
      const outcome = guest.run(`try { new pack.RRule(${options}); return 'rule' } catch (e) { return e.name }`);
      expect(outcome, options).toMatch(/^(rule|Error|TypeError)$/);
    }
  });

  it('takes names like parts of a prototype for unknown properties', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(() => guest.run('return pack.rrulestr(input)', `FREQ=DAILY;${name}=1`), name).toThrow();
      expect(() => guest.run('return pack.rrulestr(input)', `FREQ=${name}`), name).toThrow('Invalid');
    }
    expect(
      guest.run(
        'try { new pack.RRule(JSON.parse(\'{"__proto__": {"tzid": "X"}, "freq": 3}\')) } catch {} return ({}).tzid ?? null',
      ),
    ).toBe(null);
  });

  it('answers or throws an error for every mutation of a good text', () => {
    const good =
      'DTSTART:20240101T100000Z\nRRULE:FREQ=MONTHLY;BYDAY=-1FR,2MO;COUNT=4;INTERVAL=2\nEXDATE:20240126T100000Z';
    // Rules are read, not expanded: a mutation may well have no end.
    const body = `
      return input.every((text) => {
        try { return typeof pack.rrulestr(text).toString() === 'string' } catch (e) { return e instanceof Error }
      })`;
    expect(guest.run(body, textMutations(good))).toBe(true);
  });

  it('refuses 100 KB of nothing', () => {
    expect(() => guest.run('return pack.rrulestr(input)', 'X'.repeat(100_000))).toThrow();
    expect(() => guest.run('return pack.rrulestr(input)', 'RRULE:'.repeat(16_000))).toThrow();
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(entry, 'pack.rrulestr(input).all();', (kib) => {
      const count = (kib * 1024) / 24;
      return `DTSTART:20240101T100000Z\nRRULE:FREQ=DAILY;COUNT=${Math.round(count)}`;
    });
    expect(growth).toBeLessThanOrEqual(3);
  });
});
