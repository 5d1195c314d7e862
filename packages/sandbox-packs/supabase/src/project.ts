/**
 * What every request to a project has: its URL and its key.
 * @module
 */
import {
  apiUrl,
  type OptionReader,
  PackInputError,
  type QueryPairs,
  readHeaderSecret,
  readSecureUrl,
} from '@nodetool-ai/sandbox-pack-kit';

const hint = (name: string): string => `Read it with await nodetool.secrets.get("${name}")`;

/** Origin of a project: an absolute URL without path, or with the path of its API. */
export const originOption: OptionReader<string> = (where, label, value) => {
  const url = readSecureUrl(where, label, value, hint('SUPABASE_URL'));
  if (url.search === '' && /^\/(rest\/v1\/?)?$/.test(url.pathname)) return url.origin;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} has a path or a query of its own`,
    'Pass the URL of the project, such as "https://abc.supabase.co"',
  );
};

/** The project's key. */
export const keyOption: OptionReader<string> = (where, label, value) =>
  readHeaderSecret(where, label, value, hint('SUPABASE_KEY'));

/** URL of a table or a function; `name` is one segment, whatever it holds. */
export function restUrl(
  where: string,
  label: string,
  origin: string,
  prefix: string,
  name: string,
  query: QueryPairs,
): string {
  return apiUrl(where, label, { origin, prefix, path: segment(where, label, name), query });
}

function segment(where: string, label: string, name: string): string {
  // Dots stay as they are under percent-encoding, and a segment of dots would climb.
  const encoded = /^\.+$/.test(name) ? undefined : encode(name);
  if (encoded !== undefined) return encoded;
  throw new PackInputError(where, 'bad-argument', `${label} is not a name`, 'Pass the name as the database has it');
}

// A half of a surrogate pair has no UTF-8 form.
function encode(name: string): string | undefined {
  try {
    return encodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Headers of every request. */
export function projectHeaders(key: string): Record<string, string> {
  return { apikey: key, Authorization: `Bearer ${key}` };
}
