/**
 * Options that both functions take.
 * @module
 */
import {
  type OptionReader,
  PackInputError,
  PackLimitError,
  readHeaderSecret,
  readMethod,
  readSecret,
  readSecureUrl,
} from '@nodetool-ai/sandbox-pack-kit';
import { AWS_MAX_URL_CHARS } from './limits.js';

const CREDENTIALS =
  'Read them with await nodetool.secrets.get("AWS_ACCESS_KEY_ID") and await nodetool.secrets.get("AWS_SECRET_ACCESS_KEY")';

/** Passes a value on; it is read later. */
export const anyOption: OptionReader<unknown> = (_where, _label, value) => value;

/** Readers of the shared options; credentials first, since their refusal says where to get them. */
export const signingOptions = {
  accessKeyId: (where, label, value) => {
    const id = readHeaderSecret(where, label, value, CREDENTIALS);
    if (/^[^/,=]+$/.test(id)) return id;
    throw new PackInputError(where, 'bad-argument', `${label} has a character that no key id has`, CREDENTIALS);
  },
  secretAccessKey: (where, label, value) => readSecret(where, label, value, CREDENTIALS),
  sessionToken: (where, label, value) =>
    value === undefined || value === null ? undefined : readHeaderSecret(where, label, value, 'Leave it out'),
  url: (where, label, value) =>
    readSecureUrl(where, label, value, 'Pass the whole address, such as "https://bucket.s3.amazonaws.com/key"'),
  method: (where, label, value) => readMethod(where, label, value, 'GET'),
  service: scopeName('s3'),
  region: scopeName('us-east-1'),
  headers: anyOption,
  date: anyOption,
} satisfies Record<string, OptionReader<unknown>>;

/**
 * A finished URL.
 * @throws {PackLimitError} `aws.too-large`
 */
export function finishedUrl(where: string, origin: string, path: string, query: string): string {
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`;
  if (url.length <= AWS_MAX_URL_CHARS) return url;
  throw new PackLimitError(
    where,
    'too-large',
    `the URL is over the ${AWS_MAX_URL_CHARS} character limit`,
    'Send less in the query',
    'AWS_MAX_URL_CHARS',
  );
}

// A slash or a line break would make another scope of it.
function scopeName(fallback: string): OptionReader<string> {
  return (where, label, value) => {
    if (value === undefined || value === null) return fallback;
    if (typeof value === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(value)) return value;
    throw new PackInputError(where, 'bad-argument', `${label} is no such name`, `Leave it out for "${fallback}"`);
  };
}
