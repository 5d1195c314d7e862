/**
 * Requests signed in their headers.
 * @module
 */
import {
  kindOf,
  PackInputError,
  PackLimitError,
  type RequestMethod,
  readBytes,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { amzDate } from './amz-date.js';
import { canonicalHeaders, canonicalPath, canonicalQuery, isS3, queryPairs, wirePath } from './canonical.js';
import { AWS_MAX_BODY_BYTES } from './limits.js';
import { readHeaders, setHeader } from './read-headers.js';
import { credentialScope, sha256, signatureOf } from './signature.js';
import { anyOption, finishedUrl, signingOptions } from './signing-options.js';
import { isLongerInUtf8 } from './utf8-parts.js';

/** A request to be sent with its body. */
export interface SignedRequest {
  url: string;
  method: RequestMethod;
  headers: Record<string, string>;
}

/**
 * Signs a request; nothing is sent. `host` is signed but not returned, since `fetch` sets the same one.
 * @throws {PackError} `aws.bad-argument`, `aws.too-large`, `aws.too-many`, `aws.unavailable`; no message holds a secret
 */
export async function signRequest(where: string, input: unknown): Promise<SignedRequest> {
  const options = readOptions(where, input, { ...signingOptions, body: anyOption, payloadHash: readPayloadHash });
  const { url, service } = options;
  const body = readBody(where, options.body);
  const headers = readHeaders(where, options.headers);
  const date = amzDate(where, 'options.date', options.date, Date.now());
  const payloadHash = options.payloadHash ?? (await sha256(where, body));

  setHeader(where, headers, 'host', url.host, 'Leave it out; it comes from the URL');
  setHeader(where, headers, 'x-amz-date', date, 'Leave it out, and pass date');
  const wantsHash = isS3(service) || headers.has('x-amz-content-sha256');
  if (wantsHash) setHeader(where, headers, 'x-amz-content-sha256', payloadHash, 'Leave it out, and pass payloadHash');
  if (options.sessionToken !== undefined || headers.has('x-amz-security-token')) {
    setHeader(
      where,
      headers,
      'x-amz-security-token',
      options.sessionToken ?? '',
      'Leave it out, and pass sessionToken',
    );
  }

  const path = wirePath(where, url.pathname);
  const query = canonicalQuery(queryPairs(where, url.search));
  const { lines, signed } = canonicalHeaders(headers);
  const scope = credentialScope(date, options.region, service);
  const signature = await signatureOf(where, {
    secretAccessKey: options.secretAccessKey,
    date,
    scope,
    canonicalRequest: [options.method, canonicalPath(service, path), query, lines, signed, payloadHash].join('\n'),
  });
  headers.delete('host');
  const sent = [...headers.values()].map(({ name, value }): [string, string] => [name, value]);
  const authorization = `AWS4-HMAC-SHA256 Credential=${options.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
  return {
    url: finishedUrl(where, url.origin, path, query),
    method: options.method,
    headers: Object.fromEntries([...sent, ['Authorization', authorization]]),
  };
}

function readBody(where: string, value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') {
    const isBytes = ArrayBuffer.isView(value) || Object.prototype.toString.call(value).endsWith('ArrayBuffer]');
    if (isBytes) return readBytes(where, 'body', value, AWS_MAX_BODY_BYTES);
    throw new PackInputError(
      where,
      'bad-argument',
      `body must be text or bytes, not ${kindOf(value)}`,
      'Pass JSON.stringify(value), and send the same text',
    );
  }
  if (!isLongerInUtf8(value, AWS_MAX_BODY_BYTES)) return value;
  throw new PackLimitError(
    where,
    'too-large',
    `body is over the ${AWS_MAX_BODY_BYTES} byte limit`,
    'Pass payloadHash: "UNSIGNED-PAYLOAD" and no body',
    'AWS_MAX_BODY_BYTES',
  );
}

function readPayloadHash(where: string, label: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^(?:[0-9a-f]{64}|UNSIGNED-PAYLOAD)$/.test(value)) return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} is neither a SHA-256 in lower-case hexadecimal nor "UNSIGNED-PAYLOAD"`,
    'Leave it out and pass body',
  );
}
