/**
 * Generated inputs for `URL` and `URLSearchParams`, and their comparison with Node.
 * @module
 */
import fc from 'fast-check';

/** The two classes, the guest's or Node's. */
export type UrlClasses = Pick<typeof globalThis, 'URL' | 'URLSearchParams'>;

/** A URL to read, and what is then set. */
export interface UrlInput {
  input: string;
  base: string | undefined;
  sets: [key: (typeof SETTERS)[number], value: string][];
}

/** A query to read, and what is then done with the list. */
export interface ParamsInput {
  from: string | [string, string][];
  calls: [method: 'append' | 'set' | 'delete' | 'sort' | 'get' | 'getAll' | 'has', name: string, value: string][];
}

const PARTS = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as (keyof URL)[];
const SETTERS = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;

/** Characters that mean something somewhere in a URL, and those at the borders of the percent-encode sets. */
const special = fc.constantFrom(
  ...':/?#[]@!$&\'()*+,;=%. -_~|\\"<>`{}\t\n\r\u0000\u001f\u007f\u0080\u00e9\u00ad\u200b\u3002\uff0f\u2100\ufffd\ud800\udc00😀ßıK',
);
const word = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'A',
    '0',
    '1',
    'xn--',
    'com',
    '%2e',
    '%2E%2e',
    '%41',
    '%zz',
    '%',
    '%00',
    '%ff',
    '..',
    '.',
    'C:',
    'c|',
    'localhost',
  ),
  special,
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
const number = fc
  .oneof(fc.nat(300), fc.constantFrom(65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 0))
  .chain((value) =>
    fc.constantFrom(
      String(value),
      `0x${value.toString(16)}`,
      `0${value.toString(8)}`,
      `0X0${value.toString(16)}`,
      `${value}.`,
    ),
  );
const group = fc.oneof(
  fc.constantFrom('', '0', '1', 'ffff', 'FF', '00000', 'g', '1.2.3.4'),
  fc.nat(0xffff).map((value) => value.toString(16)),
);
const host = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'h',
      'example.com',
      'EXAMPLE.com.',
      'bücher.example',
      'faß.de',
      'xn--bcher-kva.de',
      'a..b',
      '-a-',
      'a_b',
      '日本語。ｊｐ',
      '',
    ),
  },
  { weight: 3, arbitrary: fc.array(number, { minLength: 1, maxLength: 5 }).map((numbers) => numbers.join('.')) },
  { weight: 2, arbitrary: fc.array(group, { minLength: 1, maxLength: 9 }).map((groups) => `[${groups.join(':')}]`) },
  { weight: 2, arbitrary: text },
);
const port = fc.oneof(
  fc.constantFrom('', ':', ':80', ':443', ':0080', ':65535', ':65536', ':8x', ':-1'),
  fc.constant(''),
);
const scheme = fc.constantFrom(
  'http:',
  'https:',
  'HTTP:',
  'ws:',
  'wss:',
  'ftp:',
  'file:',
  'foo:',
  'blob:',
  'data:',
  'mailto:',
  'javascript:',
  'a+-.1:',
  '1a:',
  'ht\ttp:',
  '',
);
const slashes = fc.constantFrom('//', '//', '//', '/', '', '///', '\\\\', '/\\', '//\t');
const credentials = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.tuple(text, text).map(([user, password]) => `${user}:${password}@`),
  text.map((user) => `${user}@`),
);
const path = fc
  .array(fc.tuple(fc.constantFrom('/', '/', '\\', ''), text), { maxLength: 5 })
  .map((parts) => parts.flat().join(''));
const tail = fc
  .tuple(fc.constantFrom('?', ''), text, fc.constantFrom('#', ''), text)
  .map(([mark, query, hash, fragment]) => (mark && mark + query) + (hash && hash + fragment));
const whole = fc.tuple(scheme, slashes, credentials, host, port, path, tail).map((parts) => parts.join(''));

export const urlInput: fc.Arbitrary<UrlInput> = fc.record({
  input: fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 3, arbitrary: fc.tuple(path, tail).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  ),
  base: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'http://base.example/dir/page?bq#bf',
        'file:///C:/dir/file',
        'foo://fh/a/b',
        'mailto:opaque',
        'foo:/a/../b',
        'https://u:p@h:8/',
      ),
    },
    { weight: 1, arbitrary: whole },
  ),
  sets: fc.array(
    fc.tuple(
      fc.constantFrom(...SETTERS),
      fc.oneof(
        text,
        host,
        port.map((value) => value.slice(1)),
        scheme,
        path,
      ),
    ),
    { maxLength: 2 },
  ),
});

const pairText = fc.oneof(text, fc.constantFrom('', 'a', 'b', 'a b', '+', '&', '=', '\ud800', '😀', '\uffff'));
export const paramsInput: fc.Arbitrary<ParamsInput> = fc.record({
  from: fc.oneof(
    fc
      .array(fc.oneof(pairText, fc.constantFrom('&', '=', '+', '%20', '?', '#')), { maxLength: 9 })
      .map((parts) => parts.join('')),
    fc.array(fc.tuple(pairText, pairText), { maxLength: 6 }),
  ),
  calls: fc.array(
    fc.tuple(fc.constantFrom('append', 'set', 'delete', 'sort', 'get', 'getAll', 'has'), pairText, pairText),
    { maxLength: 5 },
  ),
});

const NO_CANPARSE = 'canParse differs';
const NO_HREF = 'its own href cannot be read';

/** Everything one URL shows at first and after each setter; an error by its name. */
export function urlTrace({ URL }: UrlClasses, { input, base, sets }: UrlInput): string[] {
  const seen: string[] = [];
  try {
    const url = base === undefined ? new URL(input) : new URL(input, base);
    const look = () => seen.push(JSON.stringify([PARTS.map((part) => url[part]), [...url.searchParams]]));
    look();
    for (const [key, value] of sets) {
      // Node 20 reads the href again before it sets something, and ends the whole process when it cannot. Only its own
      // setter of a host is known to make such a URL.
      if (!URL.canParse(url.href)) return [...seen, NO_HREF];
      url[key] = value;
      look();
    }
    if (!URL.canParse(input, base)) seen.push(NO_CANPARSE);
  } catch (error) {
    seen.push((error as Error).name);
    if (URL.canParse(input, base)) seen.push(NO_CANPARSE);
  }
  return seen;
}

/** The same for a list of parameters. */
export function paramsTrace({ URLSearchParams }: UrlClasses, { from, calls }: ParamsInput): string {
  const params = new URLSearchParams(from);
  const seen: unknown[] = [[...params], params.toString(), params.size];
  for (const [method, name, value] of calls) {
    if (method === 'sort') params.sort();
    else if (method === 'append' || method === 'set') params[method](name, value);
    else if (method === 'delete') params.delete(name, ...(value === '' ? [] : [value]));
    else seen.push(method === 'has' && value !== '' ? params.has(name, value) : params[method](name));
    seen.push(params.toString());
  }
  return JSON.stringify(seen);
}

/** One place where the two classes differ. */
interface Difference {
  input: UrlInput;
  got: string;
  expected: string;
  /** What both had before; absent when the URL itself was read differently. */
  before?: { hostname: string };
  set?: UrlInput['sets'][number];
}

/** Where Node 20's class is behind the standard. Each difference that is found has to be one of these. */
export const BEHIND: Readonly<Record<string, (difference: Difference) => boolean>> = {
  'a reference with a fragment is no reference against a base with an opaque path': ({ input, got, expected }) =>
    got === 'TypeError' && expected !== 'TypeError' && input.base !== undefined && input.input.includes('#'),
  'the space at the end of an opaque path, and "^" in any path, are escaped': ({ got, expected }) =>
    got === expected.replaceAll('^', '%5E') || spaced(got) === spaced(expected),
  'an empty host may be set where there was none': ({ before, set }) =>
    before?.hostname === '' && (set?.[0] === 'host' || set?.[0] === 'hostname'),
  'a port that does not start with a digit changes nothing': ({ set }) =>
    set?.[0] === 'port' && /^[\t\n\r]*(?:[^\d\t\n\r]|$)/.test(set[1]),
  'line ends and tabs are taken out of a query before its parameters are read': ({ set }) =>
    set?.[0] === 'search' && /[\t\n\r]/.test(set[1]),
  'labels that are written right to left, or in Punycode, have rules': ({ input, got, expected }) =>
    (got === 'TypeError') !== (expected === 'TypeError') &&
    /[^\0-\x7f]|xn--|%[89a-f]/i.test(`${input.input}${input.base}`),
  'the same for a host that is set': ({ got, expected, before, set }) =>
    (set?.[0] === 'host' || set?.[0] === 'hostname') &&
    /[^\0-\x7f]|xn--|%[89a-f]/i.test(set[1]) &&
    [got, expected].some((shown) => partOf(shown, 'hostname') === before?.hostname),
  'the query of a base is taken over when it is empty, too': ({ input, got, expected }) =>
    /\?\s*(?:#|$)/.test((input.base ?? '').replaceAll(/[^!-\uffff]/g, ' ')) && got.replace('?', '') === expected,
  'a path that is set to "//" leaves the query where there is no host': ({ got, set }) =>
    set?.[0] === 'pathname' && /^\[\["[^:]*:\/\.\/\//.test(got),
  'a host with a port that is no number keeps the port': ({ expected, set }) =>
    set?.[0] === 'host' && /:[\t\n\r]*[^\d]/.test(set[1]) && partOf(expected, 'port') === '',
  'a port without a host changes nothing': ({ set }) => set?.[0] === 'host' && /^[\t\n\r]*:/.test(set[1]),
  'a drive letter is a part of a path by itself': ({ input }) => {
    const texts = `${input.base ?? ''} ${input.input}`;
    return /file:/i.test(texts) && /[:/\\][\t\n\r]*[a-z][\t\n\r]*[:|][^/\\?#]/i.test(texts);
  },
  'canParse answers as the constructor does': ({ got, expected }) => got === '' && expected === NO_CANPARSE,
  'port 0 is the standard port of no scheme': ({ got, expected, set }) =>
    set?.[0] === 'protocol' && partOf(got, 'port') === '0' && partOf(expected, 'port') === '',
  '"ẞ" means "ß" since Unicode 15.1': ({ input }) => JSON.stringify(input).includes('ẞ'),
  '".." at the root of a path leaves its slash': ({ got, expected }) =>
    partOf(got, 'pathname') === '/' && partOf(expected, 'pathname') === '',
};

function partOf(shown: string, part: keyof URL): string | undefined {
  if (!shown.startsWith('[')) return undefined;
  return (JSON.parse(shown) as [string[]])[0][PARTS.indexOf(part)];
}

function spaced(shown: string): string {
  return shown.replaceAll('^', '%5E').replaceAll('%20', ' ');
}

/** The first difference between the guest's class and Node's, and its reason when it is one of {@link BEHIND}. */
export function urlDifference(guest: UrlClasses, input: UrlInput): (Difference & { reason?: string }) | undefined {
  const got = urlTrace(guest, input);
  const expected = urlTrace(globalThis, input);
  const at = Array.from({ length: Math.max(got.length, expected.length) }).findIndex((_, i) => got[i] !== expected[i]);
  if (at === -1) return undefined;
  const difference: Difference = { input, got: got[at] ?? '', expected: expected[at] ?? '' };
  const set = input.sets[at - 1];
  if (set !== undefined) {
    difference.before = { hostname: partOf(expected[at - 1] as string, 'hostname') ?? '' };
    difference.set = set;
  }
  const reason = Object.keys(BEHIND).find((name) => BEHIND[name]?.(difference));
  return { ...difference, ...(reason !== undefined && { reason }) };
}

/** How the two differ on one input for a reason that has no name; `undefined` when they do not. */
export function urlFault(guest: UrlClasses, input: UrlInput): string | undefined {
  const difference = urlDifference(guest, input);
  if (difference === undefined || difference.reason !== undefined) return undefined;
  return `${JSON.stringify(input)}: got ${difference.got}, Node has ${difference.expected}`;
}

/**
 * As {@link urlFault}, for parameters. Where a text has an escape, Node 20 takes each other character for a byte, so that
 * Node is given the same text with all but ASCII escaped.
 */
export function paramsFault(guest: UrlClasses, input: ParamsInput): string | undefined {
  const { from } = input;
  const got = paramsTrace(guest, input);
  const expected = paramsTrace(globalThis, { ...input, from: typeof from === 'string' ? escaped(from) : from });
  return got === expected ? undefined : `${JSON.stringify(input)}: got ${got}, Node has ${expected}`;
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\0-\x7f]+/g, encodeURIComponent);
}
