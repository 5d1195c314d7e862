import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';

const call = hostCaller('twilio', functions);
const SECRET = 'S3CRETt0ken';
const account = { accountSid: 'AC1', authToken: SECRET };
const request = (options: object): Promise<unknown> =>
  call('request', { ...account, path: 'Messages.json', ...options });

async function expectRefused(outcome: Promise<unknown>, code = 'twilio.bad-argument'): Promise<void> {
  const error = await outcome.then(
    (value) => expect.fail(`answered ${JSON.stringify(value).slice(0, 200)}`),
    (reason: unknown) => reason as Error & { hint: string },
  );
  expect(error).toMatchObject({ code, message: expect.stringMatching(/^twilio\.request: /) });
  expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain(SECRET);
}

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await request({})).toMatchObject({ method: 'GET' });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('twilio under attack', () => {
  it.each([
    '//evil.test/x',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2fevil.test',
    'https:h',
    'https://evil.test/x',
    '../../x',
    '../AC2/Messages.json',
    '..%2fAC2%2fMessages.json',
    '..%252f..%252fx',
    '%2e%2e/%2e%2e/x',
    '/../x',
    'a\r\nX: y',
    'a\tb',
    'a%0d%0aX: y',
    'a#b',
    'a%zz',
    '',
    7,
    null,
    undefined,
    ['Messages.json'],
  ])('refuses the path %j', async (path) => expectRefused(request({ path })));

  it.each([
    'twilio.com.evil.test',
    'evil.test',
    'eviltwilio.com',
    'twilio.com',
    '.twilio.com',
    'a..twilio.com',
    'api.twilio.com:443',
    'u@api.twilio.com',
    'evil.test/.twilio.com',
    'evil.test#.twilio.com',
    'API.twilio.com',
    'api.twilio.com\n',
    'api.twilio.com\r\nX: y',
    `${'a'.repeat(300)}.twilio.com`,
    '',
    null,
    7,
  ])('refuses the host %j', async (host) => expectRefused(request({ host })));

  it('reads a long host name without backtracking', async () => {
    const started = performance.now();
    await expectRefused(request({ host: `${'a-.'.repeat(600)}!` }));
    await expectRefused(request({ host: 'a'.repeat(2049) }), 'twilio.too-large');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('refuses broken credentials and keeps them to itself', async () => {
    for (const authToken of [
      `${SECRET}\n`,
      `${SECRET}\r\nX: y`,
      `\0${SECRET}`,
      '',
      null,
      undefined,
      7,
      [SECRET],
      { SECRET },
    ])
      await expectRefused(request({ authToken }));
    for (const accountSid of [`${SECRET}/..`, `${SECRET}:x`, `${SECRET}\n`, '..', '', undefined, 7, {}])
      await expectRefused(request({ accountSid }));
    await expectRefused(request({ authToken: SECRET.repeat(1000) }), 'twilio.too-large');
    await expectRefused(request({ method: SECRET }));
    await expectRefused(request({ path: `${SECRET}#` }));
    await expectRefused(request({ params: { a: { SECRET } }, method: 'POST' }));
    await expect(call('request', { authToken: SECRET, path: 'x' })).rejects.toThrow(
      /accountSid must be a string with text, not undefined. Read it with await nodetool.secrets.get\("TWILIO_ACCOUNT_SID"\)/,
    );
  });

  it('refuses other kinds, options it does not know and methods that are none', async () => {
    for (const options of [7, 'x', [], new Map(), new Uint8Array(2), Promise.resolve({}), undefined, null])
      await expectRefused(call('request', options));
    await expect(request({ parms: {} })).rejects.toThrow(
      '"parms". Allowed: accountSid, authToken, path, method, params, query, host',
    );
    await expectRefused(call('request', JSON.parse('{"__proto__":{"path":"x"}}')));
    for (const method of ['TRACE', 'CONNECT', 'GET\r\n', 'GET /x', '', 7, {}]) await expectRefused(request({ method }));
    for (const params of [7, 'To=x', ['To'], { a: {} }, { a: [[1]] }, { a: Number.NaN }, { a: new Uint8Array(1) }]) {
      await expectRefused(request({ params }));
      await expectRefused(request({ query: params }));
    }
    await expectAliveAndClean();
  });

  it('encodes line breaks in values and names, and keeps odd names', async () => {
    const params = JSON.parse('{"__proto__":"p","a\\r\\nb":"c\\r\\nd"}');
    expect(await request({ params, method: 'POST' })).toMatchObject({ body: '__proto__=p&a%0D%0Ab=c%0D%0Ad' });
    expect(await request({ params })).toMatchObject({
      url: expect.stringMatching(/\?__proto__=p&a%0D%0Ab=c%0D%0Ad$/),
      headers: { Authorization: expect.not.stringMatching(/[\r\n]/) },
    });
  });

  it('counts what is sent', async () => {
    const at = (length: number) => request({ method: 'POST', params: { Body: 'x'.repeat(length) } });
    expect(((await at(1_048_576 - 5)) as { body: string }).body).toHaveLength(1_048_576);
    await expectRefused(at(1_048_576 - 4), 'twilio.too-large');
    await expectRefused(request({ method: 'POST', params: { Body: '€'.repeat(200_000) } }), 'twilio.too-large');
    await expectRefused(request({ params: { Body: 'x'.repeat(65_536) } }), 'twilio.too-large');
    await expectRefused(request({ method: 'POST', query: { a: 'x'.repeat(65_536) } }), 'twilio.too-large');
    const many = Array.from({ length: 2_000_000 }, () => '');
    await expectRefused(request({ method: 'POST', params: { a: many } }), 'twilio.too-many');
    await expectAliveAndClean();
  });
});
