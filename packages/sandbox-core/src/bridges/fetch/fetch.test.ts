import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, type Handler, type LocalServer, serve } from '../../../test/local-server.js';
import { runInSandbox } from '../../index.node.js';

let server: LocalServer;
let answer: Handler;

beforeEach(async () => {
  answer = (_, response) => response.end('ok');
  server = await serve((request, response) => answer(request, response));
});
afterEach(() => server.close());

/** Runs a program that finds the server's address as `origin`, with private networks open. */
function run(code: string, { limits, globals, ...options }: Partial<RunSandboxOptions> = {}) {
  return runInSandbox({
    execution: 'inline',
    ...options,
    code,
    globals: { origin: server.origin, ...globals },
    limits: { allowPrivateNetwork: true, ...limits },
  });
}

async function resultOf(code: string, options?: Partial<RunSandboxOptions>): Promise<unknown> {
  const outcome = await run(code, options);
  if (!outcome.success) throw new Error(outcome.error);
  return outcome.result;
}

/** Name, message and code of what a call rejects with. */
const failureOf = (call: string, options?: Partial<RunSandboxOptions>) =>
  resultOf(
    `return await ${call}.then(() => 'resolved', (e) => ({ name: e.name, message: e.message, code: e.code, is: e instanceof Error }));`,
    options,
  );

/** Sends back what came in, as JSON. */
const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, rawHeaders } = request;
    const headers: Record<string, string> = {};
    for (let index = 0; index < rawHeaders.length; index += 2)
      headers[(rawHeaders[index] as string).toLowerCase()] = rawHeaders[index + 1] as string;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: [...Buffer.concat(chunks)] }));
  });
};

describe.each(['inline', 'worker'] as const)('fetch in %s mode', (execution) => {
  it('answers with plain data', async () => {
    answer = (_, response) => {
      response.sendDate = false;
      response.writeHead(201, 'Made', ['X-Two', 'a', 'x-two', 'b', 'Connection', 'close', 'Content-Length', '10']);
      response.end('{"a":"ä"}');
    };
    expect(await resultOf('return await fetch(origin + "/p?q=1#part");', { execution })).toEqual({
      ok: true,
      status: 201,
      statusText: 'Made',
      headers: { 'x-two': 'a, b', connection: 'close', 'content-length': '10' },
      url: `${server.origin}/p?q=1`,
      redirected: false,
      truncated: false,
      body: '{"a":"ä"}',
      json: { a: 'ä' },
    });
  });

  it('gives text and bytes any number of times, each a copy', async () => {
    expect(
      await resultOf(
        `const r = await fetch(origin);
        const a = await r.bytes(), b = await r.bytes(), buffer = await r.arrayBuffer();
        a[0] = 0;
        return [await r.text(), await r.text(), [...b], a.constructor.name, buffer.constructor.name, buffer.byteLength, r.json === undefined, 'json' in r];`,
        { execution },
      ),
    ).toEqual(['ok', 'ok', [111, 107], 'Uint8Array', 'ArrayBuffer', 2, true, true]);
  });

  it('counts parallel calls against the limit', async () => {
    const outcome = await run(
      'return (await Promise.allSettled(Array.from({ length: 6 }, () => fetch(origin)))).map((r) => r.status === "fulfilled" ? "ok" : r.reason.name + ": " + r.reason.message);',
      { execution, limits: { maxFetchCalls: 4 } },
    );
    expect(outcome.success && outcome.result).toEqual([
      ...Array(4).fill('ok'),
      ...Array(2).fill('RangeError: Fetch limit exceeded: max 4 calls in one run (maxFetchCalls)'),
    ]);
    expect(outcome.usage?.fetchCalls).toBe(6);
    expect(server.requests).toHaveLength(4);
  });

  it('counts calls that are refused', async () => {
    const outcome = await run(
      `const texts = [];
      for (const call of [() => fetch(), () => fetch("x:"), () => fetch(origin, 5), () => fetch(origin, { headers: 5 }), () => fetch(origin, { body: () => 1, method: "POST" }), () => fetch(origin, { body: 1n, method: "POST" })])
        texts.push(await call().catch((e) => e.name + ": " + e.message));
      return texts;`,
      { execution, limits: { maxFetchCalls: 5 } },
    );
    expect(outcome.success && outcome.result).toEqual([
      'TypeError: fetch: url must be a non-empty string or an object with a string href',
      'Error: fetch: unsupported scheme "x:". Use http or https',
      'TypeError: fetch: options must be an object',
      'TypeError: fetch: headers must be a plain object or an array of [name, value] pairs',
      'TypeError: fetch: body must be text, bytes or data, got a function',
      expect.stringContaining('Fetch limit exceeded: max 5'),
    ]);
    expect(outcome.usage?.fetchCalls).toBe(6);
  });

  it('fails the run with the limit when nobody catches it', async () => {
    const outcome = await run('await fetch(origin);', { execution, limits: { maxFetchCalls: 0 } });
    expect(outcome.errorInfo).toMatchObject({ code: 'LIMIT', limit: 'maxFetchCalls' });
  });

  it('closes the connection at once when the run is cancelled', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const ending = run('await fetch(origin);', { execution, signal: abort.signal });
    expect(await eventually(() => server.requests.length === 1)).toBe(true);
    const abortedAt = performance.now();
    abort.abort();
    expect((await ending).error).toBe('Execution cancelled');
    expect(await eventually(() => server.open() === 0)).toBe(true);
    expect(performance.now() - abortedAt).toBeLessThan(1500);
  });

  it('leaves no connection open after the run', async () => {
    await resultOf('await fetch(origin); await fetch(origin);', { execution });
    expect(server.connections()).toBe(1);
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });

  it('ends a fetch that nobody waited for with the run', async () => {
    answer = (_, response) => response.write('x');
    await resultOf('fetch(origin).catch(() => {}); while (globalThis.seen !== true) globalThis.seen = await tell();', {
      execution,
      globals: { tell: () => eventually(() => server.requests.length === 1) },
    });
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });

  it('rejects with `timed out` when a server does not answer', async () => {
    answer = () => undefined;
    expect(await failureOf('fetch(origin)', { execution, limits: { fetchTimeoutMs: 100 } })).toEqual({
      name: 'Error',
      message: `fetch: GET 127.0.0.1:${server.port} timed out: it was not complete after 100 ms. Ask for less, or for longer`,
      code: 'ETIMEDOUT',
      is: true,
    });
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });
});

describe('request', () => {
  it('takes a URL object, or anything with a string href', async () => {
    answer = (request, response) => response.end(request.url);
    expect(
      await resultOf(
        'return [(await fetch(new URL("/a", origin))).body, (await fetch({ href: origin + "/b" })).body, await fetch({ href: 5 }).catch((e) => e.name)];',
      ),
    ).toEqual(['/a', '/b', 'TypeError']);
  });

  it('sends method, headers and the user agent of the host', async () => {
    answer = echo;
    const { json } = (await resultOf(
      `return await fetch(origin + "/x", { method: "patch", headers: { "X-A": 1, b: [1, 2], c: undefined, d: null, E: "ü" } });`,
      { limits: { userAgent: 'host/1' } },
    )) as { json: { method: string; headers: Record<string, string> } };
    expect(json.method).toBe('PATCH');
    expect(json.headers).toMatchObject({ 'x-a': '1', b: '1,2', e: 'ü', 'user-agent': 'host/1', 'content-length': '0' });
    expect(json.headers).not.toHaveProperty('c');
    expect(json.headers).not.toHaveProperty('d');
  });

  it('sends its own headers and no user agent when the host names none', async () => {
    answer = echo;
    const { json } = (await resultOf('return await fetch(origin);')) as { json: { headers: Record<string, string> } };
    expect(json.headers['host']).toBe(`127.0.0.1:${server.port}`);
    expect(Object.keys(json.headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  });

  it('takes headers as pairs', async () => {
    answer = echo;
    const { json } = (await resultOf(
      'return await fetch(origin, { headers: [["User-Agent", "mine"], ["x-a", 1], ["X-A", "2"], ["x-n", null]] });',
      { limits: { userAgent: 'host/1' } },
    )) as { json: { headers: Record<string, string> } };
    expect(json.headers).toMatchObject({ 'user-agent': 'mine', 'x-a': '1, 2' });
    expect(json.headers).not.toHaveProperty('x-n');
  });

  it.each(['new Map([["a", 1]])', '[["a"]]', '["ab"]', '"a: b"', 'new URLSearchParams("a=1")'])(
    'refuses the headers %s',
    async (headers) => {
      expect(await failureOf(`fetch(origin, { headers: ${headers} })`)).toMatchObject({ name: 'TypeError' });
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    ['"text ü"', undefined, [...Buffer.from('text ü')]],
    ['""', undefined, []],
    ['new Uint8Array([0, 255, 1]).subarray(1)', undefined, [255, 1]],
    ['new Uint16Array([258]).buffer', undefined, [2, 1]],
    ['new Float32Array([1])', undefined, [0, 0, 128, 63]],
    [
      'new URLSearchParams({ a: "b c&" })',
      'application/x-www-form-urlencoded;charset=UTF-8',
      [...Buffer.from('a=b+c%26')],
    ],
    ['{ a: [1] }', 'application/json', [...Buffer.from('{"a":[1]}')]],
    ['5', 'application/json', [53]],
    ['false', 'application/json', [...Buffer.from('false')]],
  ])('sends the body %s', async (body, contentType, bytes) => {
    answer = echo;
    const { json } = (await resultOf(`return await fetch(origin, { method: "POST", body: ${body} });`)) as {
      json: { headers: Record<string, string>; body: number[] };
    };
    expect(json.headers['content-type']).toBe(contentType);
    expect(json.headers['content-length']).toBe(String(bytes.length));
    expect(json.body).toEqual(bytes);
  });

  it('keeps the content type of the program, in any letter case', async () => {
    answer = echo;
    const { json } = (await resultOf(
      'return await fetch(origin, { method: "POST", body: {}, headers: { "CONTENT-TYPE": "application/ld+json" } });',
    )) as { json: { headers: Record<string, string> } };
    expect(json.headers['content-type']).toBe('application/ld+json');
  });

  it.each([
    ['{ body: "x" }', /GET request cannot have a body/],
    ['{ method: "HEAD", body: {} }', /HEAD request cannot have a body/],
    ['{ method: "CONNECT" }', /CONNECT is refused/],
    ['{ method: "GET x" }', /method must be/],
    ['{ method: {} }', /method must be/],
    ['{ headers: { Host: "evil" } }', /"Host" is refused/],
    ['{ headers: { a: "b\\r\\nc: d" } }', /line break/],
    ['{ headers: { "a\\r\\nb": "c" } }', /not the name of a header/],
    ['{ redirect: "never" }', /redirect must be/],
    ['{ timeoutMs: "5" }', /timeoutMs must be/],
    ['{ method: "POST", body: Promise.resolve() }', /body is a promise: await it first/],
    ['{ method: "POST", body: Symbol() }', /body must be/],
  ])('refuses the options %s', async (options, message) => {
    expect(await failureOf(`fetch(origin, ${options})`)).toEqual({
      name: 'TypeError',
      message: expect.stringMatching(message),
      is: true,
    });
    expect(server.requests).toEqual([]);
  });

  it('passes on what a program throws while its options are read, as a rejection', async () => {
    expect(
      await failureOf('fetch(origin, { headers: { a: { toString() { throw new RangeError("mine"); } } } })'),
    ).toMatchObject({ name: 'RangeError', message: 'mine' });
  });

  it('ignores the options it does not have', async () => {
    expect(
      await resultOf(
        'return (await fetch(origin, { signal: { aborted: true }, mode: "no-cors", credentials: "include", cache: "x", dispatcher: {}, get agent() { throw 1; } })).body;',
      ),
    ).toBe('ok');
  });

  it('is what it was after a program has replaced built-ins', async () => {
    answer = echo;
    const result = (await resultOf(
      `JSON.stringify = JSON.parse = String = () => { throw new Error("stolen"); };
      Array.prototype[Symbol.iterator] = Array.prototype.push = Promise.prototype.then = undefined;
      Object.defineProperty(Object.prototype, "0", { set() { throw new Error("stolen"); }, configurable: true });
      const r = await fetch(origin, { method: "POST", body: { a: 1 }, headers: { "X-A": 1 } });
      return [r.json.method, r.json.headers["x-a"], (await r.bytes()).length > 0];`,
    )) as unknown;
    expect(result).toEqual(['POST', '1', true]);
  });
});

describe('response', () => {
  it('has headers named like members of Object as its own', async () => {
    answer = (_, response) => {
      response.setHeader('__proto__', 'a');
      response.setHeader('constructor', 'b');
      response.setHeader('toString', 'c');
      response.end();
    };
    expect(
      await resultOf(
        `const { headers } = await fetch(origin);
        return [Object.hasOwn(headers, "__proto__"), headers["__proto__"], headers.constructor, headers.tostring, Object.getPrototypeOf(headers) === Object.prototype, ({}).a];`,
      ),
    ).toEqual([true, 'a', 'b', 'c', true, null]);
  });

  it('counts an error status as a response', async () => {
    answer = (_, response) => response.writeHead(404).end('no');
    expect(await resultOf('const { ok, status, body } = await fetch(origin); return [ok, status, body];')).toEqual([
      false,
      404,
      'no',
    ]);
  });

  it.each([
    ['text/plain; charset=iso-8859-1', [0xe4], 'ä'],
    ['text/plain;charset="windows-1252"', [0x80], '€'],
    ['text/plain; charset=utf-16le', [0x41, 0x00], 'A'],
    ['text/plain; charset=shift_jis', [0x82, 0xa0], 'あ'],
    ['text/plain; charset=nonsense', [0xc3, 0xa4], 'ä'],
    ['text/plain', [0xc3, 0xa4, 0xff], 'ä\ufffd'],
    ['text/plain', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ])('decodes %s', async (contentType, bytes, text) => {
    answer = (_, response) => response.setHeader('content-type', contentType).end(Buffer.from(bytes));
    expect(await resultOf('const r = await fetch(origin); return [r.body, [...await r.bytes()]];')).toEqual([
      text,
      bytes,
    ]);
  });

  it.each(['{', '', 'undefined', '[1,]', '<p>', `${'['.repeat(200_000)}`])(
    'has no json for a body such as %.10j',
    async (body) => {
      answer = (_, response) => response.end(body);
      expect(
        await resultOf('const r = await fetch(origin); return ["json" in r, typeof r.json, r.body.length];'),
      ).toEqual([true, 'undefined', body.length]);
    },
  );

  it('has no body after HEAD and 204, compressed or not', async () => {
    answer = (request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.writeHead(request.method === 'HEAD' ? 200 : 204).end();
    };
    expect(
      await resultOf(
        'const a = await fetch(origin, { method: "HEAD" }), b = await fetch(origin); return [a.status, a.body, b.status, b.body];',
      ),
    ).toEqual([200, '', 204, '']);
  });

  it('cuts a body at the limit, in text with a mark, and closes the connection', async () => {
    answer = (_, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    expect(
      await resultOf(
        'const r = await fetch(origin); const b = await r.bytes(); return [r.truncated, r.body === "x".repeat(2048) + "\\n...[truncated]", b.length, r.json === undefined];',
        { limits: { maxResponseBodyBytes: 2048 } },
      ),
    ).toEqual([true, true, 2048, true]);
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });

  it('does not cut a body of exactly the limit, nor a character in two', async () => {
    answer = (request, response) =>
      response.end(request.url === '/full' ? 'x'.repeat(1024) : `${'x'.repeat(1022)}€uro`);
    expect(
      await resultOf(
        'const a = await fetch(origin + "/full"), b = await fetch(origin + "/cut"); return [a.truncated, a.body.length, b.truncated, b.body.slice(1020), (await b.bytes()).length];',
        { limits: { maxResponseBodyBytes: 1024 } },
      ),
    ).toEqual([false, 1024, true, 'xx\n...[truncated]', 1024]);
  });

  it('rejects a body whose connection breaks before its end', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    expect(await failureOf('fetch(origin)')).toEqual({
      name: 'Error',
      message: `fetch: 127.0.0.1:${server.port} closed the connection before its answer was complete. Try again later (ECONNRESET)`,
      code: 'ECONNRESET',
      is: true,
    });
  });

  it('rejects a chunked body that breaks', async () => {
    answer = (_, response) => response.write('half', () => response.destroy());
    expect(await failureOf('fetch(origin)')).toMatchObject({ code: 'ECONNRESET' });
  });

  it('times out in the middle of a body', async () => {
    answer = (_, response) => response.write('x');
    expect(await failureOf('fetch(origin, { timeoutMs: 100 })')).toMatchObject({
      message: expect.stringContaining('timed out'),
    });
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });
});

describe('compressed bodies', () => {
  const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => `row ${index}`));
  const sendCoded =
    (coding: string, bytes: Buffer): Handler =>
    (_, response) =>
      response.setHeader('content-encoding', coding).end(bytes);

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('reads %s', async (coding, bytes) => {
    answer = sendCoded(coding, bytes);
    expect(await resultOf('return (await fetch(origin)).json.length;')).toBe(500);
  });

  it('leaves a coding it does not know as it is', async () => {
    answer = sendCoded('sdch', Buffer.from('raw'));
    expect(await resultOf('const r = await fetch(origin); return [r.body, r.headers["content-encoding"]];')).toEqual([
      'raw',
      'sdch',
    ]);
  });

  it.each([
    ['gzip', Buffer.from('no gzip at all')],
    ['gzip', gzipSync(text).subarray(0, -12)],
    ['br', Buffer.from('no brotli at all')],
  ])('rejects %s that is broken', async (coding, bytes) => {
    answer = sendCoded(coding, bytes);
    expect(await failureOf('fetch(origin)')).toMatchObject({
      message: expect.stringContaining('sent a compressed body that is broken'),
    });
  });

  it('refuses more codings than any server uses', async () => {
    answer = sendCoded(Array(6).fill('gzip').join(', '), Buffer.from('x'));
    expect(await failureOf('fetch(origin)')).toMatchObject({ message: expect.stringContaining('6 content codings') });
  });

  it.each(['gzip', 'br', 'deflate'])('stops a %s bomb at the limit and closes its connection', async (coding) => {
    const bomb = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[coding] as typeof gzipSync;
    // 64 MiB of zeros, again and again: far more than the run may read, and more than a socket holds.
    const part = bomb(Buffer.alloc(64 << 20));
    answer = (_, response) => {
      response.setHeader('content-encoding', coding);
      const more = () => {
        while (response.write(part));
      };
      response.on('drain', more);
      more();
    };
    const before = process.memoryUsage().arrayBuffers;
    expect(
      await resultOf('const r = await fetch(origin); return [r.truncated, (await r.bytes()).length];', {
        limits: { maxResponseBodyBytes: 100_000 },
      }),
    ).toEqual([true, 100_000]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
    expect(await eventually(() => server.open() === 0)).toBe(true);
  });
});

describe('redirects', () => {
  const redirect = (response: ServerResponse, status: number, location: string): unknown =>
    response.writeHead(status, { location }).end();

  it('are followed, and the last URL is told', async () => {
    answer = (request, response) => (request.url === '/a' ? redirect(response, 302, '/b?c') : response.end('there'));
    expect(
      await resultOf('const { url, redirected, body } = await fetch(origin + "/a#x"); return [url, redirected, body];'),
    ).toEqual([`${server.origin}/b?c`, true, 'there']);
  });

  it.each([
    [5, 'done'],
    [6, 'too many redirects'],
  ])('of %i hops give %s', async (hops, text) => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      return left === 0 ? response.end('done') : redirect(response, 302, `/${left - 1}`);
    };
    const outcome = await run(`return await fetch(origin + "/${hops}").then((r) => r.body, (e) => e.message);`);
    expect(outcome.success && outcome.result).toContain(text);
    expect(outcome.usage?.fetchCalls).toBe(1);
    expect(server.requests).toHaveLength(6);
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
    [302, 'HEAD', 'HEAD', ''],
  ])('%i turn %s into %s', async (status, method, then, body) => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      if (request.url === '/a') return redirect(response, status, '/b');
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        seen.push(request.method, text, request.headers['content-type']);
        response.end();
      });
    };
    const sent = method === 'HEAD' ? '' : ', body: "body", headers: { "content-type": "text/x" }';
    await resultOf(`await fetch(origin + "/a", { method: "${method}"${sent} });`);
    expect(seen).toEqual([then, body, body === '' ? undefined : 'text/x']);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x', 'http://u:p@127.0.0.1/', 'http://['])(
    'to %s are refused',
    async (location) => {
      answer = (_, response) => redirect(response, 302, location);
      expect(await failureOf('fetch(origin)')).toMatchObject({
        message: expect.stringMatching(/unsupported scheme|user name or password|invalid URL/),
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('are returned with "manual" and rejected with "error"', async () => {
    answer = (_, response) => redirect(response, 307, '/b');
    expect(
      await resultOf(
        'const r = await fetch(origin, { redirect: "manual" }); return [r.status, r.headers.location, r.redirected, await fetch(origin, { redirect: "error" }).catch((e) => e.message)];',
      ),
    ).toEqual([307, '/b', false, expect.stringContaining('redirect is "error"')]);
    expect(server.requests).toHaveLength(2);
  });

  it('without a location, and 304, are responses', async () => {
    answer = (request, response) => response.writeHead(request.url === '/304' ? 304 : 302).end();
    expect(
      await resultOf(
        'return [(await fetch(origin)).status, (await fetch(origin + "/304", { redirect: "error" })).status];',
      ),
    ).toEqual([302, 304]);
  });

  it('carry no credential and no secret to another port, and keep the rest', async () => {
    const other = await serve(echo);
    try {
      answer = (_, response) => redirect(response, 307, `${other.origin}/x`);
      const result = (await resultOf(
        `const secret = await getSecret("API");
        return await fetch(origin, { headers: { Authorization: "Bearer a", "X-Api-Key": "b", Cookie: "c", "X-Custom": "v1." + secret, "X-Keep": "1" } });`,
        { context: { getSecret: async () => 'value-of-the-secret' } },
      )) as { json: { headers: Record<string, string> } };
      const { headers } = result.json;
      expect(headers['x-keep']).toBe('1');
      for (const name of ['authorization', 'x-api-key', 'cookie', 'x-custom']) expect(headers).not.toHaveProperty(name);
    } finally {
      await other.close();
    }
  });

  it('within an origin keep every header', async () => {
    answer = (request, response) => (request.url === '/a' ? redirect(response, 302, '/b') : echo(request, response));
    const result = (await resultOf(
      'return await fetch(origin + "/a", { headers: { Authorization: "a", "X-Api-Key": "b", Cookie: "c" } });',
    )) as { json: { headers: object } };
    expect(result.json.headers).toMatchObject({ authorization: 'a', 'x-api-key': 'b', cookie: 'c' });
  });

  it('share one time limit', async () => {
    answer = (request, response) => {
      setTimeout(() => redirect(response, 302, `${request.url}x`), 60);
    };
    expect(await failureOf('fetch(origin + "/", { timeoutMs: 150 })')).toMatchObject({
      message: expect.stringContaining('timed out'),
    });
    expect(server.requests.length).toBeLessThan(5);
  });
});

describe('faults', () => {
  it('say that a port refuses', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    expect(await failureOf(`fetch("${gone.origin}")`)).toEqual({
      name: 'Error',
      message: `fetch: 127.0.0.1:${gone.port} refused the connection. Check the port, or try again later (ECONNREFUSED)`,
      code: 'ECONNREFUSED',
      is: true,
    });
  });

  it('say that a connection was closed without an answer', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failureOf('fetch(origin)')).toMatchObject({ code: 'ECONNRESET' });
  });

  it('say that an answer is not HTTP', async () => {
    answer = (request) => request.socket.end('SSH-2.0-OpenSSH\r\n');
    expect(await failureOf('fetch(origin)')).toMatchObject({
      message: expect.stringContaining('did not answer in valid HTTP'),
      code: expect.stringMatching(/^HPE_/),
    });
  });

  it('say that a head is too long', async () => {
    answer = (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end();
    expect(await failureOf('fetch(origin)')).toMatchObject({ code: 'HPE_HEADER_OVERFLOW' });
  });

  it('carry no stack of the host', async () => {
    answer = (request) => request.socket.destroy();
    const stack = await resultOf('return await fetch(origin).catch((e) => e.stack);');
    expect(stack).not.toMatch(/node:|\.ts|\.js:|node_modules/);
    expect(stack).toMatch(/user-code/);
  });
});

describe('connections', () => {
  it('are kept within a run and not shared with another', async () => {
    await resultOf('for (let i = 0; i < 3; i++) await fetch(origin);');
    expect(server.connections()).toBe(1);
    await resultOf('await fetch(origin);');
    expect(server.connections()).toBe(2);
  });

  it('that the server has closed are replaced', async () => {
    answer = (request, response) => {
      response.end('ok');
      // Announces nothing: the client finds out when it uses the connection again.
      if (server.requests.length === 1) setTimeout(() => request.socket.destroy(), 0);
    };
    expect(
      await resultOf(
        'const a = await fetch(origin); await sleep(50); const b = await fetch(origin); return a.body + b.body;',
      ),
    ).toBe('okok');
  });

  it('work side by side', async () => {
    answer = (_, response) => {
      setTimeout(() => response.end('ok'), 150);
    };
    const startedAt = performance.now();
    expect(
      await resultOf(
        'return (await Promise.all([1, 2, 3, 4, 5].map(() => fetch(origin)))).map((r) => r.body).join("");',
      ),
    ).toBe('okokokokok');
    expect(performance.now() - startedAt).toBeLessThan(2100);
  });

  it('go past no proxy of the environment', async () => {
    const proxy = await serve((_, response) => response.end('proxied'));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'all_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    try {
      for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy.origin;
      expect(await resultOf('return (await fetch(origin)).body;')).toBe('ok');
      expect(proxy.requests).toEqual([]);
    } finally {
      names.forEach((name, index) => {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      });
      await proxy.close();
    }
  });
});
