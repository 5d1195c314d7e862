/**
 * The HTTP connections of one run in Node.
 *
 * Node's own client, and no library over it: per request it lets us choose the addresses, and end it while its socket
 * still connects. It takes no proxy from the environment for an agent of one's own, and follows no redirect.
 * @module
 */
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { SandboxNetwork } from '@nodetool-ai/protocol/core';
import { MAX_RESPONSE_HEAD_BYTES } from '../../limits.js';
import { connectPinned, type PinnedTarget } from './connect.node.js';
import { ACCEPT_ENCODING, decompressed } from './decompress.node.js';
import { bareHostname } from './guard.js';
import type { HeaderPair, HttpRequest, HttpResponse, HttpSession } from './transport.js';

/** How long in ms a connection is kept for the next request of the run. Servers close theirs after 5 s and more. */
const IDLE_MS = 4000;
/** They may be sent twice: a kept connection may have been closed by the server just when it is used again. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a request tells the agent, beside Node's own options. */
interface Pinned {
  pinned: PinnedTarget;
}
type OnSocket = (error: Error | null, socket?: Socket) => void;

/** Node gives an agent the options of the request. A kept connection leads to an address that was checked as well. */
function createConnection(options: object, onSocket: OnSocket): undefined {
  connectPinned((options as Pinned).pinned).then(
    (socket) => onSocket(null, socket),
    (error: Error) => onSocket(error),
  );
  return undefined;
}

/** Sockets of one run, kept alive between its requests. */
export class NodeHttpSession implements HttpSession {
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  private readonly tlsAgent = new TlsAgent({ keepAlive: true, timeout: IDLE_MS });
  private hasEnded = false;

  /** @param ca - certificates of further authorities, as PEM; Node's own and those of `NODE_EXTRA_CA_CERTS` hold anyway */
  constructor(
    private readonly network: SandboxNetwork | undefined,
    private readonly ca?: string,
  ) {
    // An agent may answer later, with the callback; the types only know the other way.
    (this.agent as unknown as { createConnection: typeof createConnection }).createConnection = createConnection;
    (this.tlsAgent as unknown as { createConnection: typeof createConnection }).createConnection = createConnection;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    for (;;) {
      if (this.hasEnded) throw new Error('the run has ended');
      request.signal.throwIfAborted();
      const sent = this.start(request);
      try {
        return responseOf(sent, await answerOf(sent), request.signal);
      } catch (error) {
        const isStale = sent.reusedSocket && isReset(error) && REPEATABLE.has(request.method);
        if (!isStale || request.signal.aborted) throw error;
      }
    }
  }

  close(): void {
    this.hasEnded = true;
    this.agent.destroy();
    this.tlsAgent.destroy();
  }

  private start({ url, method, headers, body, addresses, signal }: HttpRequest): ClientRequest {
    const isTls = url.protocol === 'https:';
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const hostname = bareHostname(url);
    const pinned: PinnedTarget = { hostname, port, isTls, addresses, network: this.network, ca: this.ca, signal };
    const options = {
      host: hostname,
      port,
      method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(withDefaults(url, headers, body)),
      maxHeaderSize: MAX_RESPONSE_HEAD_BYTES,
      insecureHTTPParser: false,
      pinned,
    };
    const sent = isTls
      ? requestHttps({ ...options, agent: this.tlsAgent })
      : requestHttp({ ...options, agent: this.agent });
    const abort = () => sent.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    sent.once('close', () => signal.removeEventListener('abort', abort));
    sent.end(body);
    return sent;
  }
}

function withDefaults(url: URL, headers: readonly HeaderPair[], body: Uint8Array | undefined): HeaderPair[] {
  const all: HeaderPair[] = [['Host', url.host], ...headers];
  const has = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted);
  if (!has('accept')) all.push(['Accept', '*/*']);
  if (!has('accept-encoding')) all.push(['Accept-Encoding', ACCEPT_ENCODING]);
  if (body !== undefined) all.push(['Content-Length', String(body.byteLength)]);
  return all;
}

function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // Stays for the time after the response: Node reports a broken connection there as well.
    sent.on('error', reject);
    sent.once('close', () => reject(resetError()));
  });
}

function responseOf(sent: ClientRequest, message: IncomingMessage, signal: AbortSignal): HttpResponse {
  const headers: HeaderPair[] = [];
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.push([message.rawHeaders[index] as string, message.rawHeaders[index + 1] as string]);
  }
  const close = (): void => {
    message.destroy();
    sent.destroy();
  };
  // Without a listener Node would keep to itself that the connection broke.
  message.on('error', () => undefined);
  const abort = () => message.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  message.once('close', () => signal.removeEventListener('abort', abort));
  return {
    status: message.statusCode as number,
    statusText: message.statusMessage ?? '',
    headers,
    body: decompressed(message, message.headers['content-encoding']),
    close,
  };
}

function isReset(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function resetError(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}
