import { createHash } from 'node:crypto';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { functions } from '../src/host.js';

const call = hostCaller('aws', functions);
const SECRET = 'S3CRETk3y';
const both = ['sigv4', 'presign'] as const;
const credentials = { accessKeyId: 'AKID', secretAccessKey: SECRET };
const base = { ...credentials, url: 'https://b.s3.amazonaws.com/k', date: '20130524T000000Z' };
const sigv4 = (options: object): Promise<unknown> => call('sigv4', { ...base, ...options });

async function expectRefused(outcome: Promise<unknown>, code = 'aws.bad-argument'): Promise<void> {
  const error = await outcome.then(
    (value) => expect.fail(`answered ${JSON.stringify(value).slice(0, 200)}`),
    (reason: unknown) => reason as Error & { hint: string },
  );
  expect(error).toMatchObject({ code, message: expect.stringMatching(/^aws\.(sigv4|presign): /) });
  expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain(SECRET);
}

async function expectBothRefuse(options: object, code?: string): Promise<void> {
  for (const name of both) await expectRefused(call(name, { ...base, ...options }), code);
}

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await sigv4({})).toMatchObject({ method: 'GET' });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('aws under attack', () => {
  it.each([
    undefined,
    null,
    7,
    '',
    '/k',
    'k',
    '//h/k',
    '/\\h',
    'https:h',
    'https:/h',
    'http://b.s3.amazonaws.com/k',
    'http://localhost.evil.test/',
    'ftp://h/k',
    'https://u:p@h/k',
    'https://h/k#x',
    'https://h/k%',
    'https://h/%ff',
    'https://h/?a=%zz',
    'https://h/k\r\nX: y',
    'https://h\\k',
    new URL('https://h/k'),
    ['https://h/k'],
  ])('refuses the URL %j', async (url) => expectBothRefuse({ url }));

  it('says where credentials come from, and keeps them to itself', async () => {
    for (const name of both) {
      for (const options of [undefined, null, {}, { accessKeyId: 'AKID' }, { secretAccessKey: SECRET }])
        await expect(call(name, options)).rejects.toThrow(/nodetool\.secrets\.get\("AWS_ACCESS_KEY_ID"\)/);
    }
    for (const bad of [`${SECRET}\n`, `${SECRET}\r\nX: y`, `\0${SECRET}`, '', null, undefined, 7, [SECRET]]) {
      await expectBothRefuse({ secretAccessKey: bad });
      await expectBothRefuse({ accessKeyId: bad });
    }
    for (const bad of [`${SECRET}/x`, `${SECRET},x`, `${SECRET} x`]) await expectBothRefuse({ accessKeyId: bad });
    for (const bad of [`${SECRET}\n`, `${SECRET} x`, '', 7]) await expectBothRefuse({ sessionToken: bad });
    await expectBothRefuse({ secretAccessKey: SECRET.repeat(1000) }, 'aws.too-large');
    await expectBothRefuse({ url: `https://${SECRET}@h/` });
    await expectBothRefuse({ headers: { a: `${SECRET}\n` } });
    await expectBothRefuse({ method: SECRET });
    await expectBothRefuse({ date: SECRET });
    expect(JSON.stringify(await sigv4({}))).not.toContain(SECRET);
    expect(await call('presign', base)).not.toContain(SECRET);
  });

  it('refuses headers that would lie or end early', async () => {
    for (const headers of [
      7,
      'a: b',
      [['a', 'b']],
      new Headers({ a: 'b' }),
      new Map([['a', 'b']]),
      { a: 'b\r\nc: d' },
      { a: 'b\nc' },
      { a: 'b\0' },
      { a: 'ü' },
      { 'a b': 'c' },
      { 'a\r\nb': 'c' },
      { 'a:': 'c' },
      { '': 'c' },
      { a: {} },
      { a: ['b'] },
      { a: new Uint8Array(1) },
      { 'X-A': '1', 'x-a': '1' },
      { Authorization: 'x' },
      { host: 'evil.test' },
      { 'X-Amz-Date': '20140101T000000Z' },
      { 'x-amz-security-token': 'x' },
      { 'x-amz-content-sha256': 'a'.repeat(64) },
    ])
      await expectBothRefuse({ headers });
    const odd: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}');
    const { headers } = (await sigv4({ headers: odd })) as { headers: Record<string, string> };
    expect(Object.entries(headers)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]),
    );
    expect(headers['Authorization']).toContain('SignedHeaders=__proto__;constructor;host;');
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`h${at}`, 'x']));
    await expectBothRefuse({ headers: many }, 'aws.too-many');
    await expectBothRefuse({ headers: { a: 'x'.repeat(8193) } }, 'aws.too-large');
    await expectAliveAndClean();
  });

  it('refuses other kinds, scopes that are none and options it does not know', async () => {
    for (const name of both) {
      for (const options of [7, 'x', [], new Map(), Promise.resolve({})]) await expectRefused(call(name, options));
    }
    await expect(sigv4({ secret: SECRET })).rejects.toThrow(/"secret". Allowed: accessKeyId, secretAccessKey/);
    await expectRefused(call('presign', { ...base, body: 'x' }));
    for (const bad of [
      { method: 'TRACE' },
      { service: 's3/x' },
      { service: 's3\n' },
      { region: '' },
      { region: 7 },
      { region: 'x'.repeat(65) },
      { date: '2013-02-30' },
      { date: '20130524T250000Z' },
      { date: '24 May 2013' },
      { date: Number.NaN },
      { date: 1e300 },
      { date: -1 },
      { date: {} },
      { date: `2013${'0'.repeat(100_000)}` },
    ])
      await expectBothRefuse(bad);
    for (const bad of [
      { body: {} },
      { body: [1] },
      { body: 7 },
      { payloadHash: 'x' },
      { payloadHash: `${'A'.repeat(64)}` },
    ])
      await expectRefused(sigv4(bad));
    for (const bad of [
      { expiresIn: '60' },
      { expiresIn: Number.NaN },
      { url: `${base.url}?X-Amz-Signature=x` },
      { url: `${base.url}?x-amz-expires=1` },
    ])
      await expectRefused(call('presign', { ...base, ...bad }));
    await expectAliveAndClean();
  });

  it('hashes the exact window of bytes and refuses what is gone', async () => {
    const hashOf = async (body: unknown) =>
      ((await sigv4({ method: 'PUT', body })) as { headers: Record<string, string> }).headers['x-amz-content-sha256'];
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const large = new TextEncoder().encode('xxabcxx');
    expect(await hashOf('abc')).toBe(abc);
    expect(await hashOf(large.subarray(2, 5))).toBe(abc);
    expect(await hashOf(new DataView(large.buffer, 2, 3))).toBe(abc);
    expect(await hashOf(large.slice(2, 5).buffer)).toBe(abc);
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(large.subarray(2, 5));
    expect(await hashOf(shared)).toBe(abc);
    structuredClone(large.buffer, { transfer: [large.buffer] });
    await expectRefused(sigv4({ body: large }));
    await expectRefused(sigv4({ body: new Float64Array(1) }));
  });

  it('hashes long texts as they are in UTF-8, with the means of Node and with those of a page', async () => {
    const odd = ['\u{1f600}'.repeat(100_001), `x${'\u{1f600}'.repeat(100_001)}`, `${'x'.repeat(262_143)}\ud83d\ude00€`];
    const texts = [
      ...odd,
      'x'.repeat(262_144),
      '€'.repeat(262_145),
      '\ud800'.repeat(100_000),
      `${'x'.repeat(262_143)}\ud83d`,
    ];
    const hashes = async () => Promise.all(texts.map(async (body) => JSON.stringify(await sigv4({ body }))));
    const inNode = await hashes();
    texts.forEach((text, at) => {
      expect(inNode[at]).toContain(createHash('sha256').update(text).digest('hex'));
    });
    vi.stubGlobal('process', undefined);
    const inPage = await hashes().finally(() => vi.unstubAllGlobals());
    expect(inPage).toEqual(inNode);
  });

  it('counts body and URL, and does not hold up its thread', async () => {
    const started = performance.now();
    expect(await sigv4({ body: 'x'.repeat(10_485_760) })).toMatchObject({ method: 'GET' });
    expect(await sigv4({ body: `${'€'.repeat(3_495_253)}x` })).toMatchObject({ method: 'GET' });
    for (const body of [
      'x'.repeat(10_485_761),
      'ü'.repeat(5_242_881),
      '€'.repeat(3_495_254),
      new Uint8Array(10_485_761),
    ])
      await expectRefused(sigv4({ body }), 'aws.too-large');
    await expectBothRefuse({ url: `https://h/${'x'.repeat(65_536)}` }, 'aws.too-large');
    await expectBothRefuse({ url: `https://h/?${'('.repeat(40_000)}` }, 'aws.too-large');
    await expectBothRefuse({ url: `https://h/${'(/'.repeat(20_000)}` }, 'aws.too-large');
    expect(await sigv4({ url: `https://h/?${'a&'.repeat(20_000)}`, service: 'iam' })).toBeDefined();
    expect(performance.now() - started).toBeLessThan(20_000);
    await expectAliveAndClean();
  });

  it('says what is missing where there is no WebCrypto', async () => {
    vi.stubGlobal('crypto', {});
    await expect(sigv4({})).rejects.toMatchObject({
      name: 'PackUnavailableError',
      code: 'aws.unavailable',
      message: expect.stringContaining('not available in this runtime'),
    });
    vi.unstubAllGlobals();
    await expectAliveAndClean();
  });
});
