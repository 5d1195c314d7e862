import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type LocalServer, serve } from '../../../test/local-server.js';
import { runInSandbox } from '../../index.node.js';

/** What a server does with one request. */
type Answer =
  | { kind: 'body'; codings: ('gzip' | 'br' | 'deflate')[]; text: string; cutAt: number; flipAt: number; ends: End }
  | { kind: 'raw'; bytes: Uint8Array; ends: End }
  | { kind: 'redirect'; status: number; location: string };
type End = 'end' | 'destroy' | 'reset' | 'hang';

const ends = fc.constantFrom<End>('end', 'end', 'destroy', 'reset', 'hang');
const head = fc.constantFrom(
  '',
  'HTTP/1.1 200 OK\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'HTTP/1.1 999 \r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\nContent-Length: 0\r\n\r\n',
);
const answers: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({
    kind: fc.constant('body' as const),
    codings: fc.array(fc.constantFrom('gzip' as const, 'br' as const, 'deflate' as const), { maxLength: 3 }),
    text: fc.string({ maxLength: 3000 }),
    cutAt: fc.double({ min: 0, max: 2, noNaN: true }),
    flipAt: fc.double({ min: 0, max: 4, noNaN: true }),
    ends,
  }),
  fc.record({
    kind: fc.constant('raw' as const),
    bytes: fc
      .tuple(head, fc.uint8Array({ maxLength: 40 }))
      .map(([text, tail]) => Buffer.concat([Buffer.from(text, 'latin1'), tail])),
    ends,
  }),
  fc.record({
    kind: fc.constant('redirect' as const),
    status: fc.constantFrom(301, 302, 303, 307, 308),
    location: fc.constantFrom('/0', '/1', '/2', '//[', 'file:///', '', '?', 'http://127.0.0.1:1/'),
  }),
);

const ENCODERS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

function give(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const finish = (how: End): void => {
    if (how === 'destroy') socket.destroy();
    if (how === 'reset') socket.resetAndDestroy();
  };
  if (answer.kind === 'redirect') {
    response.writeHead(answer.status, { location: answer.location }).end();
    return;
  }
  if (answer.kind === 'raw') {
    if (answer.ends === 'end') socket.end(answer.bytes);
    else socket.write(answer.bytes, () => finish(answer.ends));
    return;
  }
  let bytes: Buffer = Buffer.from(answer.text);
  for (const coding of answer.codings) bytes = ENCODERS[coding](bytes);
  bytes = bytes.subarray(0, Math.ceil(bytes.length * answer.cutAt));
  const flipped = Math.floor(bytes.length * answer.flipAt);
  if (flipped < bytes.length) bytes[flipped] = (bytes[flipped] as number) ^ 0x10;
  if (answer.codings.length > 0) response.setHeader('content-encoding', answer.codings.join(', '));
  if (answer.ends === 'end') response.end(bytes);
  else response.write(bytes.length > 0 ? bytes : 'x', () => finish(answer.ends));
}

let server: LocalServer;
let plan: readonly Answer[] = [];
beforeAll(async () => {
  server = await serve((request, response) => {
    const index = Number(request.url?.slice(1).split('?')[0]) || 0;
    give(plan[index % plan.length] as Answer, request, response);
  });
});
afterAll(() => server.close());

describe('whatever servers answer', () => {
  // An exception that nobody catches on the host's side fails the run of tests by itself.
  it('each fetch settles in the words of fetch, and no connection is left', async () => {
    const methods = fc.constantFrom('GET', 'HEAD', 'POST');
    const cancels = fc.option(fc.nat(40), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(answers, { minLength: 3, maxLength: 3 }),
        methods,
        cancels,
        async (given, method, cancelMs) => {
          plan = given;
          const abort = new AbortController();
          if (cancelMs !== undefined) setTimeout(() => abort.abort(), cancelMs);
          const outcome = await runInSandbox({
            code: `const one = (i) => fetch(origin + '/' + i, { method }).then((r) => typeof r.body, (e) => e.message);
            return await Promise.all([0, 1, 2, 0].map(one));`,
            globals: { origin: server.origin, method },
            limits: { allowPrivateNetwork: true, maxResponseBodyBytes: 1024, fetchTimeoutMs: 150 },
            signal: abort.signal,
            execution: 'inline',
          });
          const texts = outcome.success ? (outcome.result as string[]) : [outcome.error];
          for (const text of texts) expect(text).toMatch(/^(?:string|fetch: .+|Execution cancelled)$/s);
          expect(await eventually(() => server.open() === 0)).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  }, 120_000);
});
