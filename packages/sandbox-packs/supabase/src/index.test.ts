import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS } from '@nodetool-ai/sandbox-pack-kit';
import { describe, expect, it } from 'vitest';
import type * as Supabase from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { SUPABASE_CALL_TIMEOUT_MS, SUPABASE_MAX_BODY_CHARS, SUPABASE_MAX_URL_CHARS } from './limits.js';

// The guest's types describe this entry.
const { from, rpc } = index as unknown as typeof Supabase;
const project = { url: 'https://p.supabase.co', key: 'k' };
const table = { ...project, table: 't' };

/** The query as PostgREST decodes it. */
const queryOf = ({ url }: { url: string }): [string, string][] => [...new URL(url).searchParams];

describe('from', () => {
  it('builds a page of filtered rows', async () => {
    expect(
      await from({ ...project, table: 'my table', filters: { age: { gte: 18, lt: 65 } }, order: 'id.desc', limit: 5 }),
    ).toEqual({
      url: 'https://p.supabase.co/rest/v1/my%20table?age=gte.18&age=lt.65&order=id.desc&limit=5',
      method: 'GET',
      headers: { apikey: 'k', Authorization: 'Bearer k', Prefer: 'return=representation' },
    });
  });

  it('upserts, counts and returns as asked', async () => {
    const req = await from({ ...table, method: 'post', body: [{ email: 'a' }], onConflict: ['email', 'org'] });
    expect(req.headers['Prefer']).toBe('return=representation,resolution=merge-duplicates');
    expect(req.headers['Content-Type']).toBe('application/json');
    expect([req.method, req.body, queryOf(req)]).toEqual(['POST', '[{"email":"a"}]', [['on_conflict', 'email,org']]]);
    const counted = await from({ ...table, method: 'HEAD', count: 'exact', returning: 'minimal' });
    expect(counted.headers['Prefer']).toBe('return=minimal,count=exact');
  });

  it('writes filters of every form', async () => {
    const filters = {
      a: 'eq.open',
      b: 'not.is.null',
      c: 'like(any).{a*,b*}',
      d: 'fts(english).cat',
      e: 5,
      f: false,
      g: { is: null, 'not.in': [1, 'x y'], neq: 'z' },
      'data->>k.x': 'eq.1',
      or: '(x.eq.1,y.eq.2)',
    };
    expect(queryOf(await from({ ...table, filters }))).toEqual([
      ['a', 'eq.open'],
      ['b', 'not.is.null'],
      ['c', 'like(any).{a*,b*}'],
      ['d', 'fts(english).cat'],
      ['e', 'eq.5'],
      ['f', 'eq.false'],
      ['g', 'is.null'],
      ['g', 'not.in.(1,"x y")'],
      ['g', 'neq.z'],
      ['data->>k.x', 'eq.1'],
      ['or', '(x.eq.1,y.eq.2)'],
    ]);
  });

  it('quotes what would end a list or an item', async () => {
    const req = await from({ ...table, filters: { n: ['a,b', 'c'], m: [1, '(', 'q"', 'b\\', '', 'ü'], o: [] } });
    expect(queryOf(req)).toEqual([
      ['n', 'in.("a,b",c)'],
      ['m', 'in.(1,"(","q\\"","b\\\\","",ü)'],
      ['o', 'in.()'],
    ]);
  });

  it('takes lists of columns and further parameters', async () => {
    const req = await from({
      ...table,
      select: ['id', 'owner(name)'],
      order: '',
      offset: 0,
      query: { apikey: null, x: 1 },
    });
    expect(queryOf(req)).toEqual([
      ['select', 'id,owner(name)'],
      ['offset', '0'],
      ['x', '1'],
    ]);
  });

  it('changes all rows on demand only', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      await expect(from({ ...table, method, body: { a: 1 } })).rejects.toThrow(
        /would change every row. .*allRows: true/,
      );
      expect(await from({ ...table, method, allRows: true })).toMatchObject({ method });
      expect(await from({ ...table, method, filters: { id: 'eq.1' } })).toMatchObject({ method });
      expect(await from({ ...table, method, filters: { '"a.b"': 1 } })).toMatchObject({ method });
    }
  });

  it('takes the URL of a project, of its API and of a local one', async () => {
    for (const url of ['https://p.supabase.co/', 'https://p.supabase.co/rest/v1', 'https://P.supabase.co:443/rest/v1/'])
      expect((await from({ ...table, url })).url).toBe('https://p.supabase.co/rest/v1/t');
    expect((await from({ ...table, url: 'http://127.0.0.1:54321' })).url).toBe('http://127.0.0.1:54321/rest/v1/t');
  });
});

describe('rpc', () => {
  it('posts arguments as JSON', async () => {
    expect(await rpc({ ...project, fn: 'f' })).toEqual({
      url: 'https://p.supabase.co/rest/v1/rpc/f',
      method: 'POST',
      headers: { apikey: 'k', Authorization: 'Bearer k', 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect((await rpc({ ...project, fn: 'f', args: { a: [1], b: null } })).body).toBe('{"a":[1],"b":null}');
  });

  it('puts the arguments of GET into the query', async () => {
    const args = { a: 1, b: 'x y', c: [1, 'a,b', null, 'null', '{'], d: null };
    const req = await rpc({ ...project, fn: 'my fn', args, method: 'GET', query: { limit: 1 } });
    expect(req).not.toHaveProperty('body');
    expect(req.url).toMatch(/\/rest\/v1\/rpc\/my%20fn\?/);
    expect(queryOf(req)).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['c', '{1,"a,b",NULL,"null","{"}'],
      ['limit', '1'],
    ]);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['supabase'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(SUPABASE_CALL_TIMEOUT_MS);
    expect([SUPABASE_MAX_BODY_CHARS, SUPABASE_MAX_URL_CHARS]).toEqual([REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS]);
  });
});
