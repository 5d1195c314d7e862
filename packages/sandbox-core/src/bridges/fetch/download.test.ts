import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, type Handler, type LocalServer, serve } from '../../../test/local-server.js';
import '../../index.node.js';
import { resolveSandboxLimits } from '../../limits.js';
import type { RunScope } from '../bridge.js';
import { createFetches, guardedDownload } from './fetch.js';

let server: LocalServer;
let answer: Handler;
let end: () => void;
beforeEach(async () => {
  server = await serve((request, response) => answer(request, response));
});
afterEach(async () => {
  end();
  await server.close();
});

/** A run, as far as a download needs one. */
function scope(limits: object = {}): RunScope {
  const owned = new Map<unknown, unknown>();
  const tasks: (() => void)[] = [];
  end = () => {
    for (const task of tasks) task();
  };
  const run = {
    options: { code: '' },
    limits: resolveSandboxLimits({ allowPrivateNetwork: true, ...limits }),
    own(make: (run: RunScope) => object): object {
      if (!owned.has(make)) owned.set(make, make(run));
      return owned.get(make) as object;
    },
    onEnd: (task: () => void) => tasks.push(task),
  } as unknown as RunScope;
  return run;
}

function download(run: RunScope, path = '/a.png', maxBytes = 100, signal = new AbortController().signal) {
  return guardedDownload(run, server.origin + path, { maxBytes, where: 'media.bytes', signal });
}

describe('guardedDownload', () => {
  it('resolves with the bytes and their type', async () => {
    answer = (_, response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(100, 7));
    const run = scope();
    expect(await download(run)).toEqual({ bytes: new Uint8Array(100).fill(7), contentType: 'image/png' });
    expect(run.own(createFetches).calls).toBe(1);
  });

  it('counts as a fetch, with those of the program', async () => {
    answer = (_, response) => response.end('x');
    const run = scope({ maxFetchCalls: 1 });
    await download(run);
    await expect(download(run)).rejects.toMatchObject({ limit: 'maxFetchCalls' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['says how long it is', true],
    ['does not say how long it is', false],
  ])('refuses a file that is too large and %s', async (_, saysLength) => {
    answer = (_request, response) => {
      if (saysLength) response.setHeader('content-length', '1000');
      response.write(Buffer.alloc(500));
    };
    await expect(download(scope())).rejects.toThrow(
      `media.bytes: the file at 127.0.0.1:${server.port} is larger than 100 bytes. Use a smaller one`,
    );
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });

  it('refuses an answer that is no file', async () => {
    answer = (_, response) => response.writeHead(404).end('not found');
    await expect(download(scope())).rejects.toThrow(/^media\.bytes: 127\.0\.0\.1:\d+ answered with status 404/);
  });

  it('follows redirects through the same guard', async () => {
    answer = (request, response) =>
      response.writeHead(302, { location: request.url === '/a.png' ? '/b' : 'file:///x' }).end();
    await expect(download(scope())).rejects.toThrow(/unsupported scheme/);
    await expect(download(scope({ allowPrivateNetwork: false }))).rejects.toThrow(/blocked/);
    expect(server.requests).toEqual(['GET /a.png', 'GET /b']);
  });

  it('ends with its signal', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const ending = download(scope(), '/', 100, abort.signal);
    const refused = expect(ending).rejects.toThrow('Execution cancelled');
    expect(await eventually(() => server.requests.length === 1)).toBe(true);
    abort.abort();
    await refused;
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });
});
