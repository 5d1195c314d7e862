import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';
import { asciiJson } from '../../test/shared-data.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

/** The platform's own classes are the reference; both follow the Encoding standard. */
function decodeHere(bytes: number[], label: string, options: TextDecoderOptions = {}): string {
  return new TextDecoder(label, options).decode(Uint8Array.from(bytes));
}

const MALFORMED = [
  [0x80],
  [0xc0, 0x80],
  [0xc2],
  [0xc2, 0x41],
  [0xe0, 0x80, 0x80],
  [0xe2, 0x82],
  [0xe2, 0x82, 0x41],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xf0, 0x9f, 0x41],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5, 0x80],
  [0xff, 0xfe],
  [0x41, 0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x42],
  [0xe2, 0xe2, 0x82, 0xac],
  [0xf0, 0x90, 0x28, 0xbc],
];

describe('TextEncoder', () => {
  it.each(['', 'ascii', 'é', '€', '\u{1f600}', 'a\u0000b', '\ud800', '\udc00\ud800', 'x\ud800\udc00y\ud83d', '\uffff'])(
    'encodes %j as the platform does',
    (text) => {
      expect(guest.run(`return [...new TextEncoder().encode(${asciiJson(text)})];`)).toEqual([
        ...new TextEncoder().encode(text),
      ]);
    },
  );

  it('encodes nothing without an argument, and converts what is no string', () => {
    expect(guest.run('return [new TextEncoder().encode().length, ...new TextEncoder().encode(12)];')).toEqual([
      0, 49, 50,
    ]);
    expect(guest.run('return new TextEncoder().encoding;')).toBe('utf-8');
  });

  it('fills a destination with whole characters only', () => {
    expect(
      guest.run(`
      const target = new Uint8Array(5);
      const first = new TextEncoder().encodeInto('a\\u20ac\\u20ac', target);
      const second = new TextEncoder().encodeInto('\\u{1f600}', new Uint8Array(3));
      return [first, [...target], second];`),
    ).toEqual([{ read: 2, written: 4 }, [0x61, 0xe2, 0x82, 0xac, 0], { read: 0, written: 0 }]);
    expect(() => guest.run('return new TextEncoder().encodeInto("a", new Uint16Array(1));')).toThrow(/^TypeError/);
  });
});

describe('TextDecoder', () => {
  it.each([
    ['utf8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    [' unicode-1-1-utf-8\t', 'utf-8'],
    ['latin1', 'windows-1252'],
    ['windows-1252', 'windows-1252'],
    ['iso-8859-1', 'windows-1252'],
    ['utf-16', 'utf-16le'],
    ['utf-16le', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
  ])('knows the label %j', (label, encoding) => {
    expect(guest.run(`return new TextDecoder(${JSON.stringify(label)}).encoding;`)).toBe(encoding);
  });

  it.each(['klingon', 'utf-9', '', 'utf\u00a08'])('refuses the label %j and names it', (label) => {
    expect(() => guest.run(`return new TextDecoder(${asciiJson(label)});`)).toThrow(/^RangeError/);
    expect(() => guest.run(`return new TextDecoder(${asciiJson(label)});`)).toThrow(`"${label}"`);
  });

  it('decodes malformed UTF-8 as the platform does, or throws when fatal', () => {
    const expected = MALFORMED.map((bytes) => decodeHere(bytes, 'utf-8'));
    expect(
      guest.run(
        `return ${JSON.stringify(MALFORMED)}.map((bytes) => new TextDecoder().decode(Uint8Array.from(bytes)));`,
      ),
    ).toEqual(expected);
    expect(
      guest.run(`return ${JSON.stringify(MALFORMED)}.filter((bytes) => {
      try { new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)); return true; }
      catch (error) { return !(error instanceof TypeError); }
    });`),
    ).toEqual([]);
  });

  it('gives the same text for every way to split a stream', () => {
    const bytes = [
      0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x41, 0xf0, 0x9f, 0x98,
    ];
    for (const label of ['utf-8', 'utf-16le', 'utf-16be']) {
      const expected = decodeHere(bytes, label);
      expect(
        guest.run(`
        const bytes = Uint8Array.from(${JSON.stringify(bytes)});
        const wrong = [];
        for (let cut = 0; cut <= bytes.length; cut++) for (let second = cut; second <= bytes.length; second++) {
          const decoder = new TextDecoder('${label}');
          const text = decoder.decode(bytes.subarray(0, cut), { stream: true }) +
            decoder.decode(bytes.subarray(cut, second), { stream: true }) + decoder.decode(bytes.subarray(second));
          if (text !== ${asciiJson(expected)}) wrong.push([cut, second, text]);
        }
        return wrong;`),
        label,
      ).toEqual([]);
    }
  });

  it('removes one BOM, keeps it on request, and starts anew after each end', () => {
    expect(
      guest.run(`
      const bom = Uint8Array.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61]);
      const decoder = new TextDecoder();
      return [decoder.decode(bom), decoder.decode(bom), new TextDecoder('utf-8', { ignoreBOM: true }).decode(bom)].map((t) => t.length);`),
    ).toEqual([2, 2, 3]);
  });

  it('decodes windows-1252 by the index of the Encoding standard', () => {
    // Bytes 80 to 9F of index-windows-1252; some platforms wrongly give control characters here.
    const index =
      '20ac 81 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 8d 17d 8f 90 2018 2019 201c 201d 2022 2013 2014 ' +
      '2dc 2122 161 203a 153 9d 17e 178';
    const expected = index.split(' ').map((code) => Number.parseInt(code, 16));
    expect(
      guest.run(`
      const text = new TextDecoder('latin1').decode(Uint8Array.from({ length: 256 }, (_, i) => i));
      return [Array.from(text.slice(0x80, 0xa0), (c) => c.charCodeAt(0)), Array.from(text).every((c, i) => (i & 0xe0) === 0x80 || c.charCodeAt(0) === i)];`),
    ).toEqual([expected, true]);
  });

  it('decodes both orders of UTF-16 as the platform does', () => {
    const units = [0x3d, 0xd8, 0x00, 0xde, 0x41, 0x00, 0x00, 0xdc, 0x00, 0xd8, 0x42];
    for (const label of ['utf-16le', 'utf-16be']) {
      expect(
        guest.run(`return new TextDecoder('${label}').decode(Uint8Array.from(${JSON.stringify(units)}));`),
        label,
      ).toBe(decodeHere(units, label));
    }
  });

  it('takes every buffer source and nothing else', () => {
    expect(
      guest.run(`
      const bytes = Uint8Array.from([0x78, 0x61, 0x62, 0x79]);
      const decoder = new TextDecoder();
      return [bytes.subarray(1, 3), bytes.slice(1, 3).buffer, new DataView(bytes.buffer, 1, 2), new Uint16Array([0x6261]), undefined]
        .map((input) => decoder.decode(input));`),
    ).toEqual(['ab', 'ab', 'ab', 'ab', '']);
    for (const input of ['"text"', '[1]', 'null', '{}']) {
      expect(() => guest.run(`return new TextDecoder().decode(${input});`), input).toThrow(/^TypeError/);
    }
  });

  it('decodes long text with characters across its inner borders', () => {
    expect(
      guest.run(`
      const text = ('a' + '\\u20ac'.repeat(3000) + '\\u{1f600}'.repeat(3000) + 'b').repeat(3);
      const bytes = new TextEncoder().encode(text);
      bytes[0] = 0xff;
      return new TextDecoder().decode(bytes) === '\\ufffd' + text.slice(1);`),
    ).toBe(true);
  });
});

describe('tampering', () => {
  it('does not change the encodings', () => {
    expect(
      guest.run(`
      String.prototype.charCodeAt = () => 65;
      globalThis.decodeURIComponent = globalThis.escape = () => 'no';
      String.fromCharCode = () => 'no';
      Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 1 });
      const bytes = new TextEncoder().encode('\\u20ac1');
      return [bytes[0], bytes[3], new TextDecoder().decode(bytes)];`),
    ).toEqual([0xe2, 0x31, '\u20ac1']);
  });
});
