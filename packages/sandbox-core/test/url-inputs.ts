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

/** Everything one URL shows, texts in ASCII, errors by name. */
export function urlTrace({ URL }: UrlClasses, { input, base, sets }: UrlInput): string {
  const seen: unknown[] = [URL.canParse(input, base)];
  try {
    const url = base === undefined ? new URL(input) : new URL(input, base);
    const look = () =>
      seen.push(
        PARTS.map((part) => url[part]),
        [...url.searchParams],
      );
    look();
    for (const [key, value] of sets) {
      url[key] = value;
      look();
    }
  } catch (error) {
    seen.push((error as Error).name);
  }
  return JSON.stringify(seen);
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

/** How the guest's class differs from Node's on one input; `undefined` when it does not, or for a reason that is known. */
export function urlFault(guest: UrlClasses, input: UrlInput): string | undefined {
  const got = urlTrace(guest, input);
  const expected = urlTrace(globalThis, input);
  return got === expected ? undefined : `got ${got}, Node has ${expected}`;
}

/** As {@link urlFault}, for parameters. */
export function paramsFault(guest: UrlClasses, input: ParamsInput): string | undefined {
  const got = paramsTrace(guest, input);
  const expected = paramsTrace(globalThis, input);
  return got === expected ? undefined : `got ${got}, Node has ${expected}`;
}
