/**
 * URLs that carry their signature.
 * @module
 */
import { clampedInteger, PackInputError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { amzDate } from './amz-date.js';
import { canonicalHeaders, canonicalPath, canonicalQuery, queryPairs, wirePath } from './canonical.js';
import { AWS_MAX_EXPIRES_SECONDS } from './limits.js';
import { type GivenHeader, readHeaders, setHeader } from './read-headers.js';
import { credentialScope, signatureOf } from './signature.js';
import { finishedUrl, signingOptions } from './signing-options.js';

const IN_QUERY = ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];

/**
 * Signs a URL; who has it can use it until it ends. Given headers must be sent along as they are.
 * @throws {PackError} `aws.bad-argument`, `aws.too-large`, `aws.too-many`, `aws.unavailable`; no message holds a secret
 */
export async function presignUrl(where: string, input: unknown): Promise<string> {
  const options = readOptions(where, input, {
    ...signingOptions,
    expiresIn: clampedInteger(1, AWS_MAX_EXPIRES_SECONDS, 3600),
  });
  const { url, service } = options;
  const headers = readHeaders(where, options.headers);
  const date = amzDate(where, 'options.date', options.date, Date.now());
  refuseSigned(where, headers, url);
  setHeader(where, headers, 'host', url.host, 'Leave it out; it comes from the URL');

  const { lines, signed } = canonicalHeaders(headers);
  const scope = credentialScope(date, options.region, service);
  const pairs: [string, string][] = [
    ...queryPairs(where, url.search),
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${options.accessKeyId}/${scope}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(options.expiresIn)],
    ['X-Amz-SignedHeaders', signed],
  ];
  if (options.sessionToken !== undefined) pairs.push(['X-Amz-Security-Token', options.sessionToken]);
  const path = wirePath(where, url.pathname);
  const query = canonicalQuery(pairs);
  const canonicalRequest = [options.method, canonicalPath(service, path), query, lines, signed, 'UNSIGNED-PAYLOAD'];
  const signature = await signatureOf(where, {
    secretAccessKey: options.secretAccessKey,
    date,
    scope,
    canonicalRequest: canonicalRequest.join('\n'),
  });
  return finishedUrl(where, url.origin, path, `${query}&X-Amz-Signature=${signature}`);
}

function refuseSigned(where: string, headers: ReadonlyMap<string, GivenHeader>, url: URL): void {
  const inHeaders = IN_QUERY.find((name) => headers.has(name));
  if (inHeaders !== undefined) {
    throw new PackInputError(
      where,
      'bad-argument',
      `options.headers has ${inHeaders}`,
      'Leave it out; the URL says it',
    );
  }
  const isSigned = [...url.searchParams.keys()].some((name) =>
    /^x-amz-(?:algorithm|credential|date|expires|signedheaders|security-token|signature)$/i.test(name),
  );
  if (isSigned) {
    throw new PackInputError(where, 'bad-argument', 'options.url is signed already', 'Pass the URL without X-Amz-…');
  }
}
