import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as library from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Decimal, * as pack from './index.js';
import { DECIMAL_DEFAULT_PRECISION, DECIMAL_MAX_PRECISION } from './limits.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./index.ts', import.meta.url)));
});
afterAll(() => guest.close());

const text = (expression: string): unknown => guest.run(`const { Decimal } = pack; return String(${expression});`);

describe('Decimal', () => {
  it.each([
    ['new Decimal("0.1").plus("0.2")', '0.3'],
    ['new Decimal(2).sqrt()', '1.4142135623730950488'],
    ['new Decimal(1).div(3)', '0.33333333333333333333'],
    ['Decimal("1.005").times(100)', '100.5'],
    ['Decimal("2.5").round()', '3'],
    ['Decimal("-2.5").round()', '-3'],
    ['Decimal("1e400").times("1e400")', '1e+800'],
    ['Decimal("0.1").plus("0.2").toFixed(2)', '0.30'],
    ['Decimal(10n).pow(3)', '1000'],
    ['Decimal.sum("0.1", "0.2", "0.3")', '0.6'],
    ['Decimal.max(1, "2.5", 2)', '2.5'],
    ['Decimal.min(1, "-2.5", 2)', '-2.5'],
    ['Decimal(1).div(0)', 'Infinity'],
    ['Decimal(0).div(0)', 'NaN'],
    ['Decimal("1e21")', '1e+21'],
    ['Decimal("1e21").toFixed()', '1000000000000000000000'],
    ['Decimal("0x1f")', '31'],
  ])('%s is %s', (expression, answer) => {
    expect(text(expression)).toBe(answer);
  });

  it('takes a number with the value it has', () => {
    expect(text('Decimal(0.1 + 0.2)')).toBe('0.30000000000000004');
  });

  it('refuses what is no number', () => {
    for (const value of ['"abc"', '""', '" 1"', 'null', 'undefined', '{}', '[]', 'true']) {
      expect(() => text(`Decimal(${value})`)).toThrow('[DecimalError] Invalid argument: ');
    }
    expect(() => text('Decimal("abc")')).toThrow('[DecimalError] Invalid argument: abc');
  });

  it('says that there is no crypto, and draws numbers without it', () => {
    expect(() => text('Decimal.set({ crypto: true })')).toThrow('crypto unavailable');
    expect(guest.run('const n = pack.Decimal.random(10); return n.gte(0) && n.lt(1) && n.dp() <= 10')).toBe(true);
  });

  it('has settings, also of its own', () => {
    expect(text('Decimal.clone({ precision: 50 })(2).sqrt()')).toBe(
      '1.4142135623730950488016887242096980785696718753769',
    );
    expect(text('Decimal.clone({ rounding: Decimal.ROUND_HALF_EVEN })("2.5").round()')).toBe('2');
    expect(text('Decimal.precision')).toBe(String(DECIMAL_DEFAULT_PRECISION));
    expect(text(`Decimal.clone({ precision: ${DECIMAL_MAX_PRECISION} }).precision`)).toBe('1000000000');
    expect(() => text(`Decimal.set({ precision: ${DECIMAL_MAX_PRECISION + 1} })`)).toThrow(
      'Invalid argument: precision',
    );
  });

  it('gives what Python gives', () => {
    const digits = (seed: number) => String(Math.abs(Math.sin(seed) * 1e15)).replace(/\..*$/, '');
    const pairs = Array.from({ length: 100 }, (_, at) => [
      `${digits(at + 1)}.${digits(at + 200)}`,
      `${at % 2 ? '-' : ''}0.${digits(at + 300)}`,
    ]);
    const script = `
import decimal, json, sys
decimal.getcontext().prec = 20
decimal.getcontext().rounding = decimal.ROUND_HALF_UP
D = decimal.Decimal
rows = [[D(a) + D(b), D(a) - D(b), D(a) * D(b), D(a) / D(b), D(a).sqrt(), D(a).quantize(D("0.01"))] for a, b in json.load(sys.stdin)]
print(json.dumps([[format(x.normalize(), "f") for x in row] for row in rows]))`;
    const theirs: unknown = JSON.parse(
      execFileSync('python3', ['-c', script], { input: JSON.stringify(pairs), encoding: 'utf8' }),
    );
    const ours = guest.run(
      `return input.map(([a, b]) => {
        const x = new pack.Decimal(a);
        return [x.plus(b), x.minus(b), x.times(b), x.div(b), x.sqrt(), x.toDP(2)].map((n) => n.toFixed());
      })`,
      pairs,
    );
    expect(ours).toEqual(theirs);
  });

  it('gives what the library gives in V8', () => {
    const body = `
      const { Decimal } = pack;
      const methods = ['sin', 'cos', 'tan', 'exp', 'ln', 'log', 'cbrt', 'atan', 'sinh', 'toBinary', 'toHex', 'toFraction', 'ceil', 'floor'];
      return ['0.5', '1.25', '3e-7', '12'].map((n) => methods.map((name) => String(new Decimal(n)[name]())));`;
    const here: unknown = new Function('pack', body)(library);
    expect(guest.run(body)).toEqual(here);
  });
});

describe('the module', () => {
  it('has one class, by name and by default', () => {
    expect(guest.run('return [Object.keys(pack).sort(), pack.default === pack.Decimal]')).toEqual([
      ['Decimal', 'default'],
      true,
    ]);
    expect(Decimal).toBe(pack.Decimal);
    expect(Decimal).toBe(library.Decimal);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
