/// <reference path="../../test/tr46.d.ts" />
import { toASCII } from 'tr46';
import { describe, expect, it } from 'vitest';
import { domainToAscii, isAscii } from './idna.js';

/** The options of the URL standard's "domain to ASCII", not strict. */
const OPTIONS = { checkBidi: true, checkJoiners: true };

/** Labels that put a code point alone, after a Latin letter, before a digit, and between letters of a right-to-left script. */
const FRAMES = [
  (text: string) => text,
  (text: string) => `a${text}`,
  (text: string) => `${text}1`,
  (text: string) => `\u05d0${text}\u05d1`,
];

describe('host names in ASCII', () => {
  it.each([
    ['every code point to U+2FFF', 0x80, 0x2fff, 1],
    ['compatibility forms', 0xf900, 0xffff, 1],
    ['a sample of the other planes', 0x3000, 0x10ffff, 61],
    ['mathematical and enclosed letters', 0x1d400, 0x1f2ff, 3],
    ['tags and variation selectors', 0xe0000, 0xe01ff, 1],
  ])('agree with tr46, whose tables are packed here: %s', (_, from, to, step) => {
    const wrong: string[] = [];
    for (let code = from; code <= to; code += step) {
      const text = String.fromCodePoint(code);
      for (const frame of FRAMES) {
        const domain = frame(text);
        const expected = toASCII(domain, OPTIONS) ?? undefined;
        const got = domainToAscii(domain);
        if (got !== expected) wrong.push(`${code.toString(16)}: ${got} instead of ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '\u0915\u094d\u200d\u0937',
    'a\u200cb',
    '\u0627\u200c\u0627',
    '\u0628\u200c\u0628',
    '\u0915\u200d',
    '\u200db',
    '\u0661\u05d0',
    '\u05d01\u0661',
    '\u05d0a',
    'a.\u05d0',
    '1.\u05d0',
    '\u0301a',
    'xn--\u00e4',
    'xn--bcher-kva.\u00e4',
    'xn--a.\u00e4',
    '\uff58n--bcher-kva',
    '\u3002a\u3002',
    '\u00e4..b',
    'x'.repeat(3000) + '\u00e4',
    '\u{1f600}'.repeat(300),
  ])('agree with tr46 on %j', (domain) => {
    expect(domainToAscii(domain)).toBe(toASCII(domain, OPTIONS) ?? undefined);
  });

  it('tells ASCII from the rest', () => {
    expect([isAscii(''), isAscii('a~\x7f'), isAscii('\x80')]).toEqual([true, true, false]);
  });
});
