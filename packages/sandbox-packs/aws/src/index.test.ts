import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import type * as Aws from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { AWS_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { sigv4, presign } = index as unknown as typeof Aws;

const bucket = 'https://examplebucket.s3.amazonaws.com';
const s3 = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  date: '20130524T000000Z',
};
const site = 'https://example.amazonaws.com';
const suite = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  date: '20150830T123600Z',
  service: 'service',
};
const signatureOf = async (options: Aws.SigV4Options): Promise<string | undefined> =>
  (await sigv4(options)).headers['Authorization']?.match(/Signature=(.*)$/)?.[1];

describe('sigv4', () => {
  // From the API reference of Amazon S3, "Signature Calculations for the Authorization Header".
  it('agrees with the published examples of S3', async () => {
    expect(await signatureOf({ ...s3, url: `${bucket}/test.txt`, headers: { range: 'bytes=0-9' } })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const put = { ...s3, url: `${bucket}/test$file.text`, method: 'put', headers };
    const signature = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd';
    const body = 'Welcome to Amazon S3.';
    expect(await signatureOf({ ...put, body })).toBe(signature);
    expect(await signatureOf({ ...put, body: new TextEncoder().encode(`<${body}>`).subarray(1, -1) })).toBe(signature);
    expect(await signatureOf({ ...s3, url: `${bucket}/?lifecycle` })).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
    expect(await signatureOf({ ...s3, url: `${bucket}/?prefix=J&max-keys=2` })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });

  it('agrees with the published example of IAM', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const url = 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08';
    expect(await signatureOf({ ...suite, service: 'iam', url, headers })).toBe(
      '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    );
  });

  const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const sessionToken =
    'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwt' +
    'hAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVX' +
    'AkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
  // From the test suite of Signature Version 4.
  it.each<[string, Partial<Aws.SigV4Options>, string]>([
    ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      { url: `${site}/?Param2=value2&Param1=value1` },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-vanilla-query-order-value',
      { url: `${site}/?Param1=value2&Param1=Value1` },
      'eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1',
    ],
    [
      'get-vanilla-query-unreserved',
      { url: `${site}/?${unreserved}=${unreserved}` },
      '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
    ],
    [
      'get-unreserved',
      { url: `${site}/${unreserved}` },
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
    ['get-slashes', { url: `${site}//example//` }, '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84'],
    [
      'get-relative-relative',
      { url: `${site}/example1/example2/../..` },
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-header-value-trim',
      { headers: { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' } },
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'post-x-www-form-urlencoded',
      {
        method: 'POST',
        body: 'Param1=value1',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
    [
      'post-sts-header-before',
      { method: 'POST', sessionToken },
      '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    ],
  ])('agrees with %s', async (_name, options, signature) => {
    expect(await signatureOf({ ...suite, url: `${site}/`, ...options })).toBe(signature);
  });

  it('gives what is to be sent, and leaves out host', async () => {
    const given = { 'Content-Type': 'text/plain', Host: 'b.test:8443', 'X-Amz-Acl': ' private ', drop: null };
    const signed = await sigv4({
      ...s3,
      url: "https://b.test:8443/a b/ü(1)/%2f?z=1&b=a+b&a'=%2B",
      headers: given,
      sessionToken: 'tok',
    });
    expect(signed).toMatchObject({
      url: 'https://b.test:8443/a%20b/%C3%BC%281%29/%2F?a%27=%2B&b=a%20b&z=1',
      method: 'GET',
      headers: {
        'Content-Type': 'text/plain',
        'X-Amz-Acl': 'private',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'x-amz-date': '20130524T000000Z',
        'x-amz-security-token': 'tok',
      },
    });
    expect(Object.keys(signed.headers)).toHaveLength(6);
    expect(signed.headers['Authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, SignedHeaders=content-type;host;x-amz-acl;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    );
  });

  it('reads dates in UTC', async () => {
    const at = async (date: string | number) => (await sigv4({ ...s3, date, url: bucket })).headers['x-amz-date'];
    for (const date of [
      1_369_353_600_000,
      '2013-05-24',
      '2013-05-24T00:00',
      '2013-05-24T02:00:00.123+02:00',
      '20130523T233000-0030',
    ])
      expect(await at(date)).toBe('20130524T000000Z');
    expect(await at('2024-02-29T23:59:59Z')).toBe('20240229T235959Z');
    const before = Date.now();
    const { headers } = await sigv4({ ...s3, date: null, url: bucket });
    const [, day, time] = headers['x-amz-date']?.match(/^(\d{8})T(\d{6})Z$/) ?? [];
    expect(Number(`${day}${time}`)).toBeGreaterThanOrEqual(
      Number(new Date(before).toISOString().replace(/\D/g, '').slice(0, 14)),
    );
  });

  it('takes a hash in place of a body, and the same value as a header', async () => {
    const url = `${bucket}/x`;
    const unsigned = await sigv4({ ...s3, url, payloadHash: 'UNSIGNED-PAYLOAD', body: 'x' });
    expect(unsigned.headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    const sum = 'a'.repeat(64);
    const own = await sigv4({ ...suite, url, payloadHash: sum, headers: { 'X-Amz-Content-Sha256': sum } });
    expect(own.headers).toMatchObject({ 'X-Amz-Content-Sha256': sum });
  });
});

describe('presign', () => {
  it('agrees with the published example', async () => {
    expect(await presign({ ...s3, url: `${bucket}/test.txt`, expiresIn: 86_400 })).toBe(
      `${bucket}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z' +
        '&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('keeps the query, signs headers and token, and clamps the time', async () => {
    const expires = async (expiresIn?: number) =>
      new URL(
        await presign({ ...s3, url: bucket, ...(expiresIn === undefined ? {} : { expiresIn }) }),
      ).searchParams.get('X-Amz-Expires');
    expect([await expires(), await expires(-5), await expires(1e9), await expires(1.9)]).toEqual([
      '3600',
      '1',
      '604800',
      '1',
    ]);
    const link = await presign({
      ...s3,
      url: `${bucket}/?versionId=3`,
      method: 'PUT',
      sessionToken: 't/+',
      headers: { 'X-Amz-Acl': 'private' },
    });
    const query = new URL(link).searchParams;
    expect(query.get('versionId')).toBe('3');
    expect(query.get('X-Amz-SignedHeaders')).toBe('host;x-amz-acl');
    expect(query.get('X-Amz-Security-Token')).toBe('t/+');
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['aws'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(AWS_CALL_TIMEOUT_MS);
  });
});
