import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

describe('URL', () => {
  it('keeps searchParams live both ways', () => {
    expect(
      guest.run(`
      const url = new URL('https://example.com/?a=1&b=2');
      const params = url.searchParams;
      params.append('c', 'x y&');
      const afterAppend = url.href;
      url.search = '?z=9';
      const afterSearch = [...params];
      url.href = 'https://example.org/?q=7';
      const afterHref = [params.get('q'), params === url.searchParams];
      params.delete('q');
      return [afterAppend, afterSearch, afterHref, url.href];`),
    ).toEqual(['https://example.com/?a=1&b=2&c=x+y%26', [['z', '9']], ['7', true], 'https://example.org/']);
  });

  it('resolves against a base, parses and tests without throwing', () => {
    expect(
      guest.run(`return [new URL('../c?d', 'https://h/a/b/').href, URL.parse('/x', 'https://h').href, URL.parse('x'),
      URL.canParse('x'), URL.canParse('x', 'https://h'), String(new URL('HTTP://EXAMPLE.com:80/a b')),
      JSON.stringify({ u: new URL('https://h') })];`),
    ).toEqual(['https://h/a/c?d', 'https://h/x', null, false, true, 'http://example.com/a%20b', '{"u":"https://h/"}']);
  });

  it('says what is wrong', () => {
    expect(() => guest.run('return new URL("/path");')).toThrow(
      'TypeError: Invalid URL: /path; a relative URL needs a base as second argument',
    );
    expect(() => guest.run('return new URL("http://a b/");')).toThrow('TypeError: Invalid URL: http://a b/');
    expect(() => guest.run('return new URL("x", "nope");')).toThrow('TypeError: Invalid base URL: nope');
    expect(() => guest.run('return new URL();')).toThrow(/^TypeError: URL: 1 argument required/);
    expect(() => guest.run('return URL("https://h");')).toThrow(/^TypeError/);
    expect(() => guest.run('return URL.prototype.href;')).toThrow(/^TypeError/);
  });

  it('puts international host names into ASCII', () => {
    expect(
      guest.run(`return ['https://B\\u00dccher.example/', 'https://fa\\u00df.de/', 'https://\\u4f8b\\u3048.jp/', 'https://\\uff27\\uff4f.com/']
      .map((text) => new URL(text).hostname);`),
    ).toEqual(['xn--bcher-kva.example', 'xn--fa-hia.de', 'xn--r8jz45g.jp', 'go.com']);
  });

  it('has the shape of a web interface', () => {
    expect(
      guest.run(`return [Object.prototype.toString.call(new URL('a:b')), Object.prototype.toString.call(new URLSearchParams()),
      URL.name, URL.length, new URL('a:b') instanceof URL, Object.keys(new URL('a:b')).length];`),
    ).toEqual(['[object URL]', '[object URLSearchParams]', 'URL', 1, true, 0]);
  });

  it('parses after a program has broken the prototypes it could have used', () => {
    expect(
      guest.run(`
      for (const [proto, names] of [[String.prototype, ['slice', 'charCodeAt', 'indexOf', 'concat', 'toLowerCase', 'normalize', 'split', 'replace']],
        [Array.prototype, ['push', 'pop', 'join', 'slice', 'map', 'splice']], [RegExp.prototype, ['exec', 'test']]]) {
        for (let i = 0; i < names.length; i++) proto[names[i]] = () => { throw new Error('tampered'); };
      }
      Array.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = () => { throw new Error('tampered'); };
      const url = new URL('https://u:p@B\\u00dc.example:8080/a/../b?q=1#f');
      url.searchParams.set('r', '\\u20ac');
      return url.href;`),
    ).toBe('https://u:p@xn--b-eha.example:8080/b?q=1&r=%E2%82%AC#f');
  });
});

describe('URLSearchParams', () => {
  it.each([
    [
      '"?a=1&a=2&b=%20+%zz"',
      [
        ['a', '1'],
        ['a', '2'],
        ['b', '  %zz'],
      ],
    ],
    [
      '"a&=b&&c="',
      [
        ['a', ''],
        ['', 'b'],
        ['c', ''],
      ],
    ],
    [
      '[["x", 1], new Set(["y", 2])]',
      [
        ['x', '1'],
        ['y', '2'],
      ],
    ],
    [
      '{ k: "v", n: null }',
      [
        ['k', 'v'],
        ['n', 'null'],
      ],
    ],
    ['new URLSearchParams("p=q")', [['p', 'q']]],
    ['new Map([["m", "n"]])', [['m', 'n']]],
    ['undefined', []],
    ['null', [['null', '']]],
  ])('is made from %s', (init, pairs) => {
    expect(guest.run(`return [...new URLSearchParams(${init})];`)).toEqual(pairs);
  });

  it.each(['[["a"]]', '[["a", "b", "c"]]', '["ab"]', '[1]', '{ [Symbol.iterator]: 1 }'])('refuses %s', (init) => {
    expect(() => guest.run(`return new URLSearchParams(${init});`)).toThrow(/^TypeError/);
  });

  it('reads, changes and sorts', () => {
    expect(
      guest.run(`
      const p = new URLSearchParams('b=1&a=2&b=3&c=4');
      const read = [p.get('b'), p.get('x'), p.getAll('b'), p.has('b', '3'), p.has('b', '9'), p.size];
      p.set('b', '5'); p.delete('c', 'nope'); p.append('A', '\\ud800'); p.sort();
      return [...read, p.toString()];`),
    ).toEqual(['1', null, ['1', '3'], true, false, 4, 'A=%EF%BF%BD&a=2&b=5&c=4']);
  });

  it('sorts by UTF-16 code units and keeps equal names in order', () => {
    expect(
      guest.run(`const p = new URLSearchParams('\\uffee=1&\\u{1f308}=2&z=b&z=a'); p.sort(); return [...p.values()];`),
    ).toEqual(['b', 'a', '2', '1']);
  });

  it('iterates live', () => {
    expect(
      guest.run(`
      const p = new URLSearchParams('a=1&b=2&c=3');
      const seen = [];
      for (const [name] of p) { seen.push(name); p.delete(name); }
      const each = [];
      p.forEach(function (value, name, self) { each.push(value, name, self === p, this.x); }, { x: 7 });
      const keys = p.keys();
      return [seen, each, Object.prototype.toString.call(keys), [...keys.map((k) => k + '!')], keys[Symbol.iterator]() === keys];`),
    ).toEqual([['a', 'c'], ['2', 'b', true, 7], '[object URLSearchParams Iterator]', ['b!'], true]);
  });

  it('refuses calls with too few arguments', () => {
    expect(() => guest.run('new URLSearchParams().append("a");')).toThrow(
      /^TypeError: URLSearchParams.append: 2 arguments required, got 1/,
    );
    expect(() => guest.run('URLSearchParams.prototype.get.call({}, "a");')).toThrow(/^TypeError/);
  });
});
