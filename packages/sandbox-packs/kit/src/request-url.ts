/**
 * URLs that credentials travel to.
 * @module
 */
import { PackInputError, PackLimitError } from './errors.js';
import { kindOf } from './readers.js';
import { refuseControls } from './request-fields.js';
import { REQUEST_MAX_URL_CHARS } from './request-limits.js';
import { formText, type QueryPairs } from './request-query.js';

/** What {@link apiUrl} puts together. */
export interface ApiTarget {
  /** `https://api.example.com`, without a slash at the end. */
  origin: string;
  /** Where the API begins, with a slash at both ends; a path cannot leave it. */
  prefix: string;
  /** Below the prefix, without a leading slash; a query after `?` is kept. */
  path: string;
  query: QueryPairs;
}

/**
 * The URL of an API call, certain to be at the intended origin below the intended prefix.
 *
 * Refused: `//host`, backslashes, a scheme, `#`, broken percent signs, and dot segments that leave the prefix, encoded
 * ones included however often they are encoded. It does not check what the API behind the prefix does with a path.
 *
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-large`: over 65 536 characters
 */
export function apiUrl(where: string, label: string, target: ApiTarget): string {
  const { origin, prefix, path } = target;
  refuseControls(where, label, path);
  const mark = path.indexOf('?');
  const segments = mark === -1 ? path : path.slice(0, mark);
  const problem = /^[a-z][a-z0-9+.-]*:/i.test(segments)
    ? 'begins like a URL of its own'
    : path.includes('#')
      ? 'has a #, which would cut it off'
      : pathProblem(segments);
  if (problem) throw refusedPath(where, label, problem);
  const query = formText(where, 'query', target.query, REQUEST_MAX_URL_CHARS);
  const text = origin + prefix + path + (query === '' ? '' : `${mark === -1 ? '?' : '&'}${query}`);
  const url = parseUrl(text);
  if (!url || url.origin !== origin || url.username !== '' || url.password !== '' || !url.pathname.startsWith(prefix)) {
    throw refusedPath(where, label, 'does not stay with the API');
  }
  if (url.href.length > REQUEST_MAX_URL_CHARS) {
    throw new PackLimitError(
      where,
      'too-large',
      `the URL is over the ${REQUEST_MAX_URL_CHARS} character limit`,
      'Send less in the query',
      'REQUEST_MAX_URL_CHARS',
    );
  }
  return url.href;
}

/**
 * An absolute `https:` URL without user name, password and fragment; `http:` on loopback only.
 * @throws {PackInputError} `<id>.bad-argument`; the URL is never quoted
 */
export function readSecureUrl(where: string, label: string, value: unknown, hint: string): URL {
  if (typeof value !== 'string')
    throw new PackInputError(where, 'bad-argument', `${label} must be a string, not ${kindOf(value)}`, hint);
  if (value.length > REQUEST_MAX_URL_CHARS) {
    throw new PackLimitError(
      where,
      'too-large',
      `${label} is over the ${REQUEST_MAX_URL_CHARS} character limit`,
      'Pass a shorter URL',
      'REQUEST_MAX_URL_CHARS',
    );
  }
  refuseControls(where, label, value);
  const problem = secureUrlProblem(value);
  if (problem instanceof URL) return problem;
  throw new PackInputError(where, 'bad-argument', `${label} ${problem}`, hint);
}

function secureUrlProblem(text: string): URL | string {
  const url = /^https?:\/\/[^/\\]/i.test(text) && !text.includes('\\') ? parseUrl(text) : undefined;
  if (!url) return 'is not an absolute http or https URL';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must begin with https:, since it carries secrets';
  if (url.username !== '' || url.password !== '') return 'holds a user name or a password';
  if (text.includes('#')) return 'has a #: what follows would not be sent';
  return url;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a path, read as a server might that decodes it more than once. */
function pathProblem(path: string): string | undefined {
  try {
    decodeURIComponent(path);
  } catch {
    return 'has a broken percent sign';
  }
  let decoded = path;
  for (let before = ''; before !== decoded; ) {
    before = decoded;
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(decoded)) return 'has an encoded control character';
  if (decoded.includes('\\')) return 'has a backslash';
  if (decoded.startsWith('/')) return 'begins with two slashes, which name another host';
  let depth = 0;
  for (const segment of decoded.split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.') depth += 1;
    if (depth < 0) return 'leaves the API with ".."';
  }
  return undefined;
}

function refusedPath(where: string, label: string, what: string): PackInputError {
  return new PackInputError(
    where,
    'bad-argument',
    `${label} ${what}`,
    'Pass the path of the API only, such as "a/b"; parameters belong in query',
  );
}
