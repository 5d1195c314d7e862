import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';
import { asciiJson } from '../../test/shared-data.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

/** RFC 4648, section 10. */
const RFC_4648 = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
];
const MIB = 1024 * 1024;

describe('base64', () => {
  it.each(RFC_4648)('encodes and decodes %j', (text, encoded) => {
    expect(guest.run(`return toBase64(${JSON.stringify(text)});`)).toBe(encoded);
    expect(guest.run(`return new TextDecoder().decode(fromBase64(${JSON.stringify(encoded)}));`)).toBe(text);
  });

  it('agrees with the platform for every byte and every length to 300', () => {
    const expected = Array.from({ length: 300 }, (_, length) =>
      Buffer.from(Array.from({ length }, (_item, index) => (index * 37 + length) % 256)).toString('base64'),
    );
    expect(
      guest.run(`return Array.from({ length: 300 }, (_, length) =>
      toBase64(Array.from({ length }, (_, index) => (index * 37 + length) % 256)));`),
    ).toEqual(expected);
    expect(
      guest.run(`return ${JSON.stringify(expected)}.every((text, length) =>
      fromBase64(text).every((byte, index) => byte === (index * 37 + length) % 256) && fromBase64(text).length === length);`),
    ).toBe(true);
  });

  it.each([
    ['URL alphabet', '-_-_', [251, 255, 191]],
    ['no padding', 'Zm8', [102, 111]],
    ['other characters', ' Z\n m.9(v)\u20ac\u0141 ', [102, 111, 111]],
    ['a left-over digit', 'Zm9vY', [102, 111, 111]],
    ['padding in the middle', 'Zg==Zg==', [102, 6, 96]],
    ['only padding', '====', []],
  ])('decodes with %s', (_, text, bytes) => {
    expect(guest.run(`return [...fromBase64(${asciiJson(text)})];`)).toEqual(bytes);
  });

  it('encodes text as UTF-8 and a lone surrogate as U+FFFD', () => {
    expect(guest.run('return toBase64("\\u00e9\\u20ac\\u{1f600}\\ud800");')).toBe(
      Buffer.from([0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf, 0xbd]).toString('base64'),
    );
  });

  it('takes every holder of bytes, exactly its own window', () => {
    expect(
      guest.run(`
      const bytes = new Uint8Array([9, 1, 2, 3, 9]);
      const view = new Uint8Array(bytes.buffer, 1, 3);
      return [view, new DataView(bytes.buffer, 1, 3), view.slice().buffer, [1, 2, 3], { length: 3, 0: 1, 1: 2, 2: 3 },
        new Uint16Array([0x0201]), new Int8Array([-1])].map(toBase64);`),
    ).toEqual(['AQID', 'AQID', 'AQID', 'AQID', 'AQID', 'AQI=', '/w==']);
  });

  it.each([
    ['null', /toBase64.*null/],
    ['undefined', /undefined/],
    ['5', /number/],
    ['{}', /object/],
    ['() => {}', /function/],
    ['["a"]', /array/],
    ['Promise.resolve("x")', /promise.*await/],
    ['{ then() {} }', /promise.*await/],
  ])('refuses %s by kind', (value, message) => {
    expect(() => guest.run(`return toBase64(${value});`)).toThrow(/^TypeError/);
    expect(() => guest.run(`return toBase64(${value});`)).toThrow(message);
    expect(() => guest.run(`return fromBase64(${value});`)).toThrow(/^TypeError: fromBase64/);
  });
});

describe('hex', () => {
  it('encodes in lower case and decodes any case', () => {
    expect(guest.run('return toHex([0, 1, 171, 255]);')).toBe('0001abff');
    expect(guest.run('return toHex("\\u00e9");')).toBe('c3a9');
    expect(guest.run('return [...fromHex("00 01:ABfF")];')).toEqual([0, 1, 171, 255]);
  });

  it('ignores other characters and a last odd digit', () => {
    expect(guest.run('return [...fromHex("0x12\\u20ac34")];')).toEqual([1, 35]);
    expect(guest.run('return [...fromHex("zz")];')).toEqual([]);
  });

  it.each([
    [
      'a separator',
      Array.from({ length: 40 }, (_, index) => ((index * 7) % 256).toString(16).padStart(2, '0')).join(':'),
    ],
    ['white space where a number would end', '0123456789abcde\n'.repeat(4)],
    ['white space of other scripts', '0123456789abcde\u2003'.repeat(4)],
    ['signs and prefixes', '0x-1+2n_3'.repeat(20)],
    ['an odd digit first', `1 ${'ab'.repeat(40)}`],
    ['long good parts between bad characters', `${'0f'.repeat(900)}-${'a0'.repeat(3000)}=${'7'.repeat(999)}`],
  ])('decodes long text with %s', (_, text) => {
    const digits = text.replace(/[^0-9a-f]/gi, '');
    const expected = Array.from({ length: digits.length >> 1 }, (_item, index) =>
      Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
    );
    expect(guest.run(`return [...fromHex(${asciiJson(text)})];`)).toEqual(expected);
  });

  it('round-trips every byte', () => {
    expect(
      guest.run(`
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      const back = fromHex(toHex(bytes));
      return back.length === 256 && back.every((byte, i) => byte === i);`),
    ).toBe(true);
  });
});

describe('hex of large inputs', () => {
  it.each([
    ['at an even place', 0, 0],
    ['at an odd place', 1, 0],
    ['of odd length', 2, 1],
  ])('is the same as of small parts: %s', (_, offset, odd) => {
    expect(
      guest.run(`
        const buffer = new ArrayBuffer(1100000);
        const all = new Uint8Array(buffer);
        for (let i = 0; i < all.length; i++) all[i] = (i * 31) >> 3;
        const bytes = new Uint8Array(buffer, ${offset}, 1080000 + ${odd});
        let parts = '';
        for (let i = 0; i < bytes.length; i += 10000) parts += toHex(bytes.subarray(i, i + 10000));
        return toHex(bytes) === parts;`),
    ).toBe(true);
  });
});

describe('tampering', () => {
  it('does not change the helpers', () => {
    expect(
      guest.run(`
      String.prototype.charCodeAt = () => 65;
      Array.prototype.join = String.prototype.slice = () => 'x';
      Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 1 });
      return [toBase64('foobar'), toHex('foo'), toHex(fromBase64('Zm9vYmFy')), toHex(fromHex('0123456789abcdef0123'))];`),
    ).toEqual(['Zm9vYmFy', '666f6f', '666f6f626172', '0123456789abcdef0123']);
  });
});

describe('large inputs', () => {
  it.each([
    ['toBase64', 'fromBase64'],
    ['toHex', 'fromHex'],
  ])('%s and %s take 4 MiB', (encode, decode) => {
    const ok = guest.run(`
      const bytes = new Uint8Array(${4 * MIB});
      bytes.fill(171, 5);
      const text = ${encode}(bytes);
      const back = ${decode}(text);
      return back.length === bytes.length && back[4] === 0 && back[5] === 171 && back[back.length - 1] === 171;`);
    expect(ok).toBe(true);
  });
});
