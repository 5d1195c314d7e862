import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';

const call = hostCaller('supabase', functions);
const SECRET = 'S3CRETk3y';
const project = { url: 'https://p.supabase.co', key: SECRET };
const from = (options: object): Promise<unknown> => call('from', { ...project, table: 't', ...options });
const rpc = (options: object): Promise<unknown> => call('rpc', { ...project, fn: 'f', ...options });

async function expectRefused(outcome: Promise<unknown>, code = 'supabase.bad-argument'): Promise<void> {
  const error = await outcome.then(
    (value) => expect.fail(`answered ${JSON.stringify(value).slice(0, 200)}`),
    (reason: unknown) => reason as Error & { hint: string },
  );
  expect(error).toMatchObject({ code, message: expect.stringMatching(/^supabase\.(from|rpc): /) });
  expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain(SECRET);
}

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await from({})).toMatchObject({ method: 'GET' });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('supabase under attack', () => {
  it.each([
    '.',
    '..',
    '...',
    '%2e%2e',
    '..%2f..%2fauth',
    '../auth',
    '//evil.test',
    '/\\evil.test',
    '\ud800',
    'a\r\nb',
    '',
    7,
    null,
  ])('keeps the name %j below the API or refuses it', async (name) => {
    for (const outcome of [from({ table: name }), rpc({ fn: name })]) {
      const result = await outcome.catch((error: unknown) => error);
      expect(result).toMatchObject({ code: 'supabase.bad-argument' });
    }
  });

  it('percent-encodes what is special in a name', async () => {
    expect(await from({ table: 'a/b?c#d&e=f:g@h' })).toMatchObject({
      url: 'https://p.supabase.co/rest/v1/a%2Fb%3Fc%23d%26e%3Df%3Ag%40h',
    });
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'p.supabase.co',
    '//p.supabase.co',
    'https:p.supabase.co',
    'http://p.supabase.co',
    'ftp://p.supabase.co',
    'https://u:p@p.supabase.co',
    'https://p.supabase.co/x',
    'https://p.supabase.co/rest/v1/t',
    'https://p.supabase.co?x=1',
    'https://p.supabase.co#x',
    'https://p.supabase.co/\r\n',
    'https:\\\\p.supabase.co',
  ])('refuses the URL %j', async (url) => expectRefused(from({ url })));

  it('keeps the key to itself', async () => {
    for (const key of [
      `${SECRET}\n`,
      `${SECRET}\r\nX: y`,
      `${SECRET} x`,
      `${SECRET}ü`,
      '',
      null,
      undefined,
      7,
      [SECRET],
    ]) {
      await expectRefused(from({ key }));
      await expectRefused(rpc({ key }));
    }
    await expectRefused(from({ key: SECRET.repeat(1000) }), 'supabase.too-large');
    await expectRefused(from({ url: `https://${SECRET}@p.test` }));
    await expectRefused(from({ filters: { a: SECRET } }));
    await expectRefused(from({ filters: { a: { [SECRET]: 1 } } }));
    await expectRefused(from({ method: SECRET }));
    await expect(from({ key: undefined })).rejects.toThrow(/await nodetool.secrets.get\("SUPABASE_KEY"\)/);
  });

  it.each([
    ['open', /begin with an operator.*not\..*eq, neq, gt/],
    ['equal.x', /begin with an operator/],
    ['not.open', /begin with an operator/],
    ['eq', /begin with an operator/],
    ['', /begin with an operator/],
    [undefined, /is undefined/],
    [null, /is null/],
    [{}, /has no condition/],
    [{ equals: 1 }, /unknown operator/],
    [{ __proto__x: 1 }, /unknown operator/],
    [{ eq: null }, /must be text/],
    [{ eq: [1] }, /must be text/],
    [{ gt: {} }, /must be text/],
    [[null], /must be text/],
    [[[1]], /must be text/],
    [Number.NaN, /finite/],
    [new Date(0), /a Date/],
    [new Uint8Array(1), /a Uint8Array/],
  ])('refuses the filter %j', async (filter, text) => {
    await expect(from({ filters: { a: filter } })).rejects.toThrow(text);
    await expectRefused(from({ method: 'DELETE', filters: { a: filter } }));
  });

  it('does not let a filter vanish or widen a change', async () => {
    for (const column of ['order', 'limit', 'offset', 'select', 'columns', 'on_conflict', 'x.order', ''])
      await expectRefused(from({ method: 'DELETE', filters: { [column]: 'eq.1' } }));
    for (const filters of [{}, null, undefined, { 'x.name': 'eq.1' }, [], 'id=eq.1', 7, new Map([['id', 'eq.1']])])
      await expectRefused(from({ method: 'DELETE', filters }));
    for (const or of ['', '()', '( )', '(,)', 'a.eq.1', '(a.eq.1', 7, null, ['a.eq.1']])
      await expectRefused(from({ method: 'PATCH', filters: { or } }));
    await expectRefused(from({ method: 'DELETE', query: { id: 'eq.1' } }));
    await expectRefused(from({ method: 'DELETE', allRows: 'true' }));
    const odd: unknown = JSON.parse('{"__proto__":"eq.1","constructor":"eq.2"}');
    expect(await from({ method: 'DELETE', filters: odd })).toMatchObject({
      url: 'https://p.supabase.co/rest/v1/t?__proto__=eq.1&constructor=eq.2',
    });
  });

  it('refuses other kinds and options it does not know', async () => {
    for (const options of [7, 'x', [], new Map(), undefined, null, Promise.resolve({})]) {
      await expectRefused(call('from', options));
      await expectRefused(call('rpc', options));
    }
    await expect(from({ filter: {} })).rejects.toThrow('"filter". Allowed: url, key, table, method, select, filters');
    for (const bad of [
      { limit: -1 },
      { limit: 1.5 },
      { limit: '5' },
      { offset: Number.POSITIVE_INFINITY },
      { select: 7 },
      { select: [7] },
      { order: {} },
      { count: 'all' },
      { returning: 'none' },
      { method: 'TRACE' },
      { body: {} },
      { method: 'POST', body: '{}' },
      { method: 'POST', body: 7 },
      { method: 'POST', body: [new Uint8Array(1)] },
      { query: 7 },
      { query: { a: {} } },
    ])
      await expectRefused(from(bad));
    for (const bad of [
      { method: 'DELETE' },
      { args: [1] },
      { args: 'x' },
      { args: { a: 1n } },
      { args: { a: Number.NaN } },
    ])
      await expectRefused(rpc(bad));
    await expectRefused(rpc({ method: 'GET', args: { a: { b: 1 } } }));
    await expectAliveAndClean();
  });

  it('encodes line breaks in values', async () => {
    expect(await from({ filters: { 'a\r\nb': 'eq.c\r\nd' }, select: 'x\r\ny' })).toMatchObject({
      url: 'https://p.supabase.co/rest/v1/t?select=x%0D%0Ay&a%0D%0Ab=eq.c%0D%0Ad',
    });
  });

  it('counts what is sent, before it is put together', async () => {
    const body = (length: number) => from({ method: 'POST', body: ['x'.repeat(length)] });
    expect(((await body(1_048_572)) as { body: string }).body).toHaveLength(1_048_576);
    await expectRefused(body(1_048_573), 'supabase.too-large');
    await expectRefused(rpc({ args: { a: 'x'.repeat(1_048_576) } }), 'supabase.too-large');
    const long = 'x'.repeat(1_000_000);
    const list = Array.from({ length: 100_000 }, () => long);
    const started = performance.now();
    for (const options of [
      { select: list },
      { order: list },
      { filters: { a: list } },
      { filters: Object.fromEntries(list.slice(0, 1000).map((_item, at) => [`c${at}`, list.slice(0, 1)])) },
      { filters: { a: { in: list } } },
      { filters: { a: `eq.${long}` } },
      { filters: { or: `(${long}` + ')' } },
      { query: { a: list } },
    ])
      await expectRefused(from(options), 'supabase.too-large');
    await expectRefused(rpc({ method: 'GET', args: { a: list } }), 'supabase.too-large');
    await expectRefused(from({ method: 'POST', body: list }), 'supabase.too-large');
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    await expectRefused(from({ method: 'POST', body: deep as object }), 'supabase.too-deep');
    expect(performance.now() - started).toBeLessThan(20_000);
    await expectAliveAndClean();
  });
});
