import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';
import { asciiJson } from '../../test/shared-data.js';
import {
  BEHIND,
  paramsFault,
  paramsInput,
  paramsTrace,
  type UrlClasses,
  type UrlInput,
  urlDifference,
  urlFault,
  urlInput,
  urlTrace,
} from '../../test/url-inputs.js';
import { URL as GuestURL } from './url.js';
import { URLSearchParams as GuestURLSearchParams } from './url-search-params.js';

/**
 * The host's own URL class follows the same standard and shares no code with the guest's: the two must agree.
 * Left out is where Node 20's class is behind the standard: `^` in a path, `xn--` labels of plain ASCII, `..` past the
 * root of `foo://h`, and setting a host where there was none.
 */
let guest: GuestRealm;
beforeAll(async () => {
  guest = await bootGuest();
});
afterAll(() => guest.dispose());

const PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

const HOSTS = [
  'example.com',
  'EXAMPLE.com.',
  '1.2.3.4',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '256.1.1.1',
  '1.2.3.4.5',
  '1.2.3.08',
  '[::1]',
  '[1:2:0:0:5:0:0:0]',
  '[::ffff:1.2.3.4]',
  '[1::2::3]',
  '[::1',
  '[zz::1]',
  '[1:2:3:4:5:6:7:8:9]',
  '[::1.2.3]',
  'bücher.example',
  'ＧＯ.com',
  'xn--bcher-kva.example',
  '☃.net',
  'a\u00adb.com',
  'faß.de',
  '日本語。ｊｐ',
  'a b.com',
  'a%41.com',
  'a%00.com',
  'a^b',
  'a|b',
  'user@host',
  'host:',
  'host:80',
  'host:443',
  'host:99999',
  'host:8x',
  '',
  '%zz',
  '-a-.com',
  'a..b',
];
const INPUTS = [
  ...HOSTS.flatMap((host) => [`http://${host}/p?q#f`, `foo://${host}/p`, `https:${host}`]),
  'http://user:pa%20ss@h/',
  'http://@h',
  'http://:@h',
  'http://u@@h/',
  'HTTP://h',
  'ht tp://h',
  '//h/p',
  '/p',
  '\\p\\q',
  '?q',
  '#f',
  '',
  '  http://h/ \n',
  'h\tttp://h\n/p',
  'http:///h',
  'http:\\\\h\\p',
  'http:h',
  'file:///C:/a/../b',
  'file:C|/x',
  'file://host/p',
  'file:///',
  'file:..',
  '/C|/y',
  'file://localhost/a',
  'data:text/plain,a b#c d',
  'javascript:alert(1)',
  'mailto:a@b',
  'urn:x:y?z',
  'about:blank',
  'blob:https://h/x',
  'blob:x',
  'ws://h:80/',
  'wss://h:443',
  'ftp://h:21/a',
  'foo:/a/../b',
  'foo:.//p',
  'foo:/.//p',
  'non-special:opaque path ',
  'http://h/a/./b/../c/%2e%2E/d',
  'http://h/%',
  'http://h/a b"<>`{}|\u00e9',
  'http://h/?a b"<>\'`\u00e9#`<> \u00e9',
  "foo://h/?'",
  'http://h/\ud800',
  '1http://h',
  '+a:b',
  'a+-.b:c',
  'http://h:0/',
  'http://h:000080/',
  '..',
  './a',
  'a//b///c',
  '/..//x',
  'http://h?',
  'http://h#',
  'http://h/?#',
  'x:',
  'x:?',
  'x:#',
];
const BASES = [
  undefined,
  'http://base.example/dir/page?bq#bf',
  'file:///C:/dir/file',
  'foo://fh/a/b',
  'mailto:opaque',
  'about:blank',
];

const CASES = BASES.flatMap((base) => INPUTS.map((input) => ({ input, base })));

const SETS: [key: string, values: string[]][] = [
  ['href', ['https://new.example/', 'nonsense']],
  ['protocol', ['https', 'ftp:', 'foo', 'file', '1x', '']],
  ['username', ['me', 'a:b@c', '']],
  ['password', ['p', 'ä/?#', '']],
  ['host', ['h2:81', 'h2:', 'bad host', '[::2]:9', '', 'h/p', 'h?x']],
  ['hostname', ['h3', 'h3:7', '1.2', '']],
  ['port', ['8080', '443', '', '99999', '8x', 'x']],
  ['pathname', ['/a/../b', 'x y', '\\q', '', '//p']],
  ['search', ['?a=1', 'b c', '', '?']],
  ['hash', ['#x', 'y z', '', '#']],
];
const STARTS = ['http://u:p@h:81/p?q#f', 'file:///C:/x', 'foo://h/p', 'mailto:a@b', 'https://h/'];

function describeUrl(make: () => URL): string {
  try {
    const url = make();
    return JSON.stringify(PARTS.map((part) => url[part]));
  } catch (error) {
    return (error as Error).name;
  }
}

describe('URL in the guest', () => {
  it(`parses ${CASES.length} inputs as the host does`, () => {
    const got = guest.run(`
      return ${asciiJson(CASES)}.map(({ input, base }) => {
        try {
          const url = base === undefined ? new URL(input) : new URL(input, base);
          if (!URL.canParse(input, base)) return 'canParse differs';
          return JSON.stringify(${JSON.stringify(PARTS)}.map((part) => url[part]));
        } catch (error) { return error.name; }
      });`) as string[];
    const wrong = CASES.flatMap(({ input, base }, index) => {
      const expected = describeUrl(() => new URL(input, base));
      return got[index] === expected ? [] : [{ input, base, expected, got: got[index] }];
    });
    expect(wrong).toEqual([]);
  });

  it('gives each setter the effect that it has on the host', () => {
    const cases = STARTS.flatMap((href) =>
      SETS.flatMap(([key, values]) => values.map((value) => ({ href, key, value }))),
    );
    const got = guest.run(`
      return ${asciiJson(cases)}.map(({ href, key, value }) => {
        try {
          const url = new URL(href);
          url[key] = value;
          return JSON.stringify(${JSON.stringify(PARTS)}.map((part) => url[part]));
        } catch (error) { return error.name; }
      });`) as string[];
    const wrong = cases.flatMap(({ href, key, value }, index) => {
      const expected = describeUrl(() => {
        const url = new URL(href);
        (url as unknown as Record<string, string>)[key] = value;
        return url;
      });
      return got[index] === expected ? [] : [{ href, key, value, expected, got: got[index] }];
    });
    expect(wrong).toEqual([]);
  });

  it('turns names into ASCII as the host does', () => {
    const names = HOSTS.filter((host) => !/[[\]:@\s%^|]/.test(host) && host !== '');
    const got = guest.run(`
      return ${asciiJson(names)}.map((name) => { try { return new URL('http://' + name).hostname; } catch { return ''; } });`) as string[];
    expect(Object.fromEntries(names.map((name, index) => [name, got[index]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, URL.canParse(`http://${name}`) ? domainToASCII(name) : ''])),
    );
  });
});

/** The guest's classes run in Node as they are, which is what makes so many cases cheap. */
const guestClasses = { URL: GuestURL, URLSearchParams: GuestURLSearchParams } as unknown as UrlClasses;
const SEED = 3986;
const COUNT = 20_000;
const COUNT_IN_ENGINE = 300;

describe(`${COUNT} generated inputs`, () => {
  it('are read by URL as the host reads them, or differ where the host is known to be behind', () => {
    const inputs = fc.sample(urlInput, { numRuns: COUNT, seed: SEED });
    expect(inputs.flatMap((input) => urlFault(guestClasses, input) ?? [])).toEqual([]);
    // The reasons excuse few: else the comparison would say little.
    expect(inputs.filter((input) => urlDifference(guestClasses, input) === undefined).length).toBeGreaterThan(
      0.95 * COUNT,
    );
  });

  it('are read by URLSearchParams as the host reads them', () => {
    const inputs = fc.sample(paramsInput, { numRuns: COUNT, seed: SEED });
    expect(inputs.flatMap((input) => paramsFault(guestClasses, input) ?? [])).toEqual([]);
  });

  it(`give the same in the engine as in Node, ${COUNT_IN_ENGINE} of them`, () => {
    const urls = fc.sample(urlInput, { numRuns: COUNT_IN_ENGINE, seed: SEED });
    const lists = fc.sample(paramsInput, { numRuns: COUNT_IN_ENGINE, seed: SEED });
    const got = guest.run(`
      const PARTS = ${JSON.stringify(PARTS)};
      const NO_CANPARSE = 'canParse differs';
      const NO_HREF = 'its own href cannot be read';
      const urlTrace = ${urlTrace};
      const paramsTrace = ${paramsTrace};
      const classes = { URL, URLSearchParams };
      return [${asciiJson(urls)}.map((input) => urlTrace(classes, input)), ${asciiJson(lists)}.map((input) => paramsTrace(classes, input))];`);
    expect(got).toEqual([
      urls.map((input) => urlTrace(guestClasses, input)),
      lists.map((input) => paramsTrace(guestClasses, input)),
    ]);
  });
});

/** One input for each reason why Node's class may differ. */
const EXAMPLES: Record<string, { input: string; base?: string; sets?: UrlInput['sets'] }> = {
  'a reference with a fragment is no reference against a base with an opaque path': {
    input: 'a#f',
    base: 'mailto:opaque',
  },
  'the space at the end of an opaque path, and "^" in any path, are escaped': { input: 'mailto:x #^' },
  'an empty host may be set where there was none': { input: 'foo:/b', sets: [['host', '']] },
  'a port that does not start with a digit changes nothing': { input: 'http://h:8/', sets: [['port', '[1']] },
  'line ends and tabs are taken out of a query before its parameters are read': {
    input: 'foo:/a',
    sets: [['search', 'a\tb']],
  },
  'labels that are written right to left, or in Punycode, have rules': { input: 'http://xn--/' },
  'the same for a host that is set': { input: 'http://h/', sets: [['host', 'xn--']] },
  'the query of a base is taken over when it is empty, too': { input: '', base: 'foo:/a?#x' },
  'a path that is set to "//" leaves the query where there is no host': {
    input: 'foo:/a?x',
    sets: [
      ['pathname', ''],
      ['pathname', '//x'],
    ],
  },
  'a host with a port that is no number keeps the port': { input: 'foo://h:443/', sets: [['host', 'g:%2e']] },
  'a port without a host changes nothing': { input: 'foo://h/?x', sets: [['host', ':']] },
  'a drive letter is a part of a path by itself': { input: '\\x', base: 'file:///h:65535/a' },
  'canParse answers as the constructor does': { input: 'ftp://bücher.example:', base: 'https://h/' },
  'port 0 is the standard port of no scheme': { input: 'foo://h:0', sets: [['protocol', 'a']] },
  '"ẞ" means "ß" since Unicode 15.1': { input: 'http://ẞ/' },
  '".." at the root of a path leaves its slash': { input: 'data:///..' },
};

describe('the reasons for differences', () => {
  it('have an example each', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(BEHIND).sort());
  });

  // A newer Node may have caught up: then its class agrees.
  it.each(Object.entries(EXAMPLES))('%s', (reason, { input, base, sets = [] }) => {
    const difference = urlDifference(guestClasses, { input, base, sets });
    if (difference !== undefined || process.version.startsWith('v20.')) expect(difference?.reason).toBe(reason);
  });
});
