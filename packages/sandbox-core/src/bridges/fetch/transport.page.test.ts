import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually, type Handler, type LocalServer, serve } from '../../../test/local-server.js';
import { runInSandbox } from '../../index.node.js';
import { installPlatform } from '../../platform.js';
import { nodePlatform } from '../../platform.node.js';
import { pageHttpTransport } from './transport.page.js';

// Node's own fetch has the interface of a page's, without the page's rules about origins.
beforeAll(() => installPlatform({ ...nodePlatform, http: pageHttpTransport }));
afterAll(() => installPlatform(nodePlatform));

let server: LocalServer;
let answer: Handler;
/** Connections that carried a request and are open. Node's fetch opens further ones beforehand. */
let used: Set<object>;
beforeEach(async () => {
  const sockets = new Set<object>();
  used = sockets;
  answer = (_, response) => response.end('ok');
  server = await serve((request, response) => {
    sockets.add(request.socket);
    request.socket.once('close', () => sockets.delete(request.socket));
    answer(request, response);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function run(code: string, limits = {}, signal?: AbortSignal) {
  const outcome = await runInSandbox({
    code,
    globals: { origin: server.origin },
    limits: { allowPrivateNetwork: true, ...limits },
    execution: 'inline',
    ...(signal !== undefined && { signal }),
  });
  return outcome.success ? outcome.result : outcome.error;
}

describe('fetch in a page', () => {
  it('answers as elsewhere', async () => {
    answer = (_, response) => response.writeHead(404, { 'X-A': 'b' }).end('{"a":1}');
    expect(
      await run(
        'const r = await fetch(origin + "/p#h"); return [r.ok, r.status, r.headers["x-a"], r.url, r.redirected, r.json];',
      ),
    ).toEqual([false, 404, 'b', `${server.origin}/p`, false, { a: 1 }]);
  });

  it('makes one request that the page follows, without cookies, referrer or cache', async () => {
    const spy = vi.spyOn(globalThis, 'fetch');
    answer = (request, response) =>
      request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('there');
    expect(
      await run(
        'const r = await fetch(origin + "/a", { method: "POST", body: {}, headers: { "X-A": 1 } }); return [r.url, r.redirected, r.body];',
      ),
    ).toEqual([`${server.origin}/b`, true, 'there']);
    expect(spy).toHaveBeenCalledTimes(1);
    expect(spy.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      redirect: 'follow',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: [
        ['X-A', '1'],
        ['Content-Type', 'application/json'],
      ],
    });
  });

  it('checks the names and literals of the first URL', async () => {
    for (const url of ['http://127.1/', 'http://localhost/', 'http://[::1]/', 'http://db.internal/'])
      expect(
        await run(`return await fetch("${url}").catch((e) => e.message);`, { allowPrivateNetwork: false }),
      ).toMatch(/blocked/);
    expect(server.requests).toEqual([]);
  });

  it('rejects redirects with "error" and cannot show them with "manual"', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/b' }).end();
    expect(await run('return await fetch(origin, { redirect: "error" }).catch((e) => e.message);')).toMatch(
      /could not be asked/,
    );
    expect(await run('return await fetch(origin, { redirect: "manual" }).catch((e) => e.name + e.message);')).toMatch(
      /^TypeError.*not possible in a browser/,
    );
  });

  it('cuts a body at the limit and closes its connection', async () => {
    answer = (_, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    expect(
      await run('const r = await fetch(origin); return [r.truncated, (await r.bytes()).length];', {
        maxResponseBodyBytes: 5000,
      }),
    ).toEqual([true, 5000]);
    expect(await eventually(() => used.size === 0)).toBe(true);
  });

  it('ends at its time limit, and when the run is cancelled', async () => {
    answer = (_, response) => response.write('x');
    expect(await run('return await fetch(origin, { timeoutMs: 100 }).catch((e) => e.message);')).toMatch(/timed out/);
    expect(await eventually(() => used.size === 0)).toBe(true);
    const abort = new AbortController();
    const ending = run('await fetch(origin);', {}, abort.signal);
    expect(await eventually(() => server.requests.length === 2)).toBe(true);
    abort.abort();
    expect(await ending).toBe('Execution cancelled');
    expect(await eventually(() => used.size === 0)).toBe(true);
  });

  it('says what a page can know of a failure', async () => {
    answer = (request) => request.socket.destroy();
    expect(await run('return await fetch(origin).catch((e) => e.name + ": " + e.message);')).toMatch(
      /^Error: fetch: 127\.0\.0\.1:\d+ could not be asked from this page.*CORS/,
    );
  });
});
