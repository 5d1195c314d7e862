import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS } from '@nodetool-ai/sandbox-pack-kit';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Twilio from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { TWILIO_CALL_TIMEOUT_MS, TWILIO_MAX_BODY_CHARS, TWILIO_MAX_URL_CHARS } from './limits.js';

// The guest's types describe this entry.
const { request } = index as unknown as typeof Twilio;
const account = { accountSid: 'AC1', authToken: 'tok' };

describe('request', () => {
  it('builds a POST with a form body', async () => {
    expect(
      await request({ ...account, path: 'Messages.json', method: 'post', params: { To: '+1555', Body: 'a b&c' } }),
    ).toEqual({
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      method: 'POST',
      headers: { Authorization: 'Basic QUMxOnRvaw==', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'To=%2B1555&Body=a+b%26c',
    });
  });

  it.each(['GET', 'HEAD', 'DELETE'])('puts the parameters of %s into the query', async (method) => {
    const req = await request({
      ...account,
      path: 'Calls.json',
      method,
      query: { Page: 1 },
      params: { To: ['a', 'b'] },
    });
    expect(req).toEqual({
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Calls.json?Page=1&To=a&To=b',
      method,
      headers: { Authorization: 'Basic QUMxOnRvaw==' },
    });
  });

  it('keeps query and parameters of a POST apart, and sends no body without parameters', async () => {
    const req = await request({ ...account, path: 'x', method: 'POST', query: { a: 1 }, params: { b: null, c: true } });
    expect([new URL(req.url).search, req.body]).toEqual(['?a=1', 'c=true']);
    expect(await request({ ...account, path: 'x', method: 'POST' })).not.toHaveProperty('body');
  });

  it('takes a path with a leading slash as written, below any host of Twilio', async () => {
    const req = await request({ ...account, host: 'verify.twilio.com', path: '/v2/Services?PageSize=2' });
    expect(req.url).toBe('https://verify.twilio.com/v2/Services?PageSize=2');
    expect((await request({ ...account, host: 'a.b-c.twilio.com', path: '/' })).url).toBe('https://a.b-c.twilio.com/');
  });

  it('writes the credentials as UTF-8', async () => {
    const req = await request({ accountSid: 'AC1', authToken: 'pä€', path: 'x' });
    expect(req.headers['Authorization']).toBe(`Basic ${Buffer.from('AC1:pä€', 'utf8').toString('base64')}`);
  });

  it('warns of parameters that Twilio ignores', async () => {
    const call = hostCaller('twilio', functions);
    await call('request', { ...account, path: 'x', method: 'POST', params: { to: ['a', 'b'], body: 'c', Url: 'd' } });
    expect(call.warnings).toEqual([
      'twilio.request: Twilio ignores the parameter "to". Write "To".',
      'twilio.request: Twilio ignores the parameter "body". Write "Body".',
    ]);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['twilio'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(TWILIO_CALL_TIMEOUT_MS);
    expect([TWILIO_MAX_BODY_CHARS, TWILIO_MAX_URL_CHARS]).toEqual([REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS]);
  });
});
