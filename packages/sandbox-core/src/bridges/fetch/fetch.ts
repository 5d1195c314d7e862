/**
 * Host side of `fetch`: counts, checks, sends, follows redirects and reads, under one timer.
 * @module
 */
import { SandboxLimitError } from '../../errors.js';
import { MAX_FETCH_REDIRECTS } from '../../limits.js';
import { currentPlatform } from '../../platform.js';
import type { BridgeFamily, RunScope } from '../bridge.js';
import { createSecretsRead } from '../secrets-read.js';
import { readBody, textOf } from './body.js';
import { withDeadline } from './deadline.js';
import { explained, explainedBody } from './faults.js';
import { checkTarget } from './guard.js';
import { combinedHeaders, headerOf } from './headers.js';
import { redirected, redirectLocation } from './redirect.js';
import { type FetchRequest, readRequest } from './request.js';
import type { HeaderPair, HttpResponse, HttpSession } from './transport.js';

/** What the guest's side makes a result of. */
export interface FetchAnswer {
  status: number;
  statusText: string;
  headers: HeaderPair[];
  url: string;
  redirected: boolean;
  truncated: boolean;
  text: string;
  bytes: Uint8Array;
}

interface Received {
  response: HttpResponse;
  url: string;
  isRedirected: boolean;
}

/** The fetches of one run. */
export class Fetches {
  /** Calls made, refused ones included. */
  calls = 0;
  private session: Promise<HttpSession> | undefined;

  constructor(private readonly run: RunScope) {}

  /** One call of a program. */
  async fetch(url: unknown, options: unknown, signal: AbortSignal): Promise<FetchAnswer> {
    this.count();
    const request = readRequest(url, options, this.defaults());
    const { maxResponseBodyBytes } = this.run.limits;
    return this.bounded(request, signal, async (ending) => {
      const { response, url: lastUrl, isRedirected } = await this.receive(request, ending);
      const body = await readBody(response, maxResponseBodyBytes);
      const { status, statusText, headers } = response;
      return {
        status,
        statusText,
        headers: combinedHeaders(headers),
        url: lastUrl,
        redirected: isRedirected,
        truncated: body.isTruncated,
        text: textOf(body, headers),
        bytes: body.bytes,
      };
    });
  }

  /** One file, whole or not at all. */
  async download(url: string, options: DownloadOptions): Promise<Download> {
    const { where, maxBytes, signal } = options;
    this.count();
    const request = readRequest(url, undefined, this.defaults());
    return this.bounded(request, signal, async (ending) => {
      const { response } = await this.receive(request, ending);
      const { status, headers } = response;
      const { host } = request.url;
      if (status < 200 || status > 299) {
        response.close();
        throw new Error(`${where}: ${host} answered with status ${status}, and with no file`);
      }
      const tooLarge = new RangeError(
        `${where}: the file at ${host} is larger than ${maxBytes} bytes. Use a smaller one`,
      );
      if (Number(headerOf(headers, 'content-length')) > maxBytes) {
        response.close();
        throw tooLarge;
      }
      const body = await readBody(response, maxBytes);
      if (body.isTruncated) throw tooLarge;
      return { bytes: body.bytes, contentType: headerOf(headers, 'content-type') };
    });
  }

  /** Before anything is looked at, so that refused calls are no free way to make the host work. */
  private count(): void {
    this.calls++;
    const { maxFetchCalls } = this.run.limits;
    if (this.calls <= maxFetchCalls) return;
    throw new SandboxLimitError(
      'maxFetchCalls',
      `Fetch limit exceeded: max ${maxFetchCalls} calls in one run (maxFetchCalls)`,
    );
  }

  private defaults() {
    const { userAgent, fetchTimeoutMs } = this.run.limits;
    return { userAgent, timeoutMs: fetchTimeoutMs };
  }

  private bounded<T>(
    { method, url, timeoutMs }: FetchRequest,
    signal: AbortSignal,
    work: (ending: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withDeadline({ what: `${method} ${url.host}`, timeoutMs, signal }, work);
  }

  private async receive(first: FetchRequest, signal: AbortSignal): Promise<Received> {
    const { http } = currentPlatform();
    let request = first;
    for (let hops = 0; ; hops++) {
      const response = await this.send(request, signal);
      if (http.followsRedirects) {
        const { url, isRedirected } = response.followed ?? { url: withoutHash(request.url), isRedirected: false };
        return { response, url, isRedirected };
      }
      const location = redirectLocation(response.status, response.headers);
      if (location === undefined || request.redirect === 'manual') {
        return { response, url: withoutHash(request.url), isRedirected: hops > 0 };
      }
      response.close();
      if (request.redirect === 'error') {
        throw new Error(`fetch: ${request.url.host} answered with a redirect, and redirect is "error"`);
      }
      if (hops === MAX_FETCH_REDIRECTS) {
        throw new Error(`fetch: too many redirects: ${first.url.host} leads through more than ${MAX_FETCH_REDIRECTS}`);
      }
      request = redirected(request, response.status, location, this.run.own(createSecretsRead).values);
    }
  }

  /** One hop: checked, and sent to what was checked. */
  private async send(request: FetchRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { host } = request.url;
    const resolve = this.resolver(signal);
    const addresses = await checkTarget(request.url, {
      allowPrivateNetwork: this.run.limits.allowPrivateNetwork,
      resolveHost: resolve && ((name) => explained(host, signal, () => resolve(name))),
    });
    const session = await this.openSession();
    signal.throwIfAborted();
    const response = await explained(host, signal, () => session.send({ ...request, addresses, signal }));
    return { ...response, body: explainedBody(host, signal, response.body) };
  }

  private resolver(signal: AbortSignal): ((name: string) => Promise<readonly string[]>) | undefined {
    const { network } = this.run.options;
    const { http } = currentPlatform();
    if (network?.resolveHost !== undefined) return async (name) => network.resolveHost?.(name) ?? [];
    return http.resolveHost && (async (name) => http.resolveHost?.(name, signal) ?? []);
  }

  private openSession(): Promise<HttpSession> {
    this.session ??= currentPlatform()
      .http.openSession(this.run.options.network)
      .then((session) => {
        this.run.onEnd(() => session.close());
        return session;
      });
    return this.session;
  }
}

/** What {@link guardedDownload} needs to know. */
export interface DownloadOptions {
  /** Most bytes of the file; a larger one is refused. */
  maxBytes: number;
  /** Name of the bridge, for error texts. */
  where: string;
  signal: AbortSignal;
}

/** A file and its type, as its server calls it. */
export interface Download {
  bytes: Uint8Array;
  contentType: string | undefined;
}

/**
 * Fetches a file for another bridge, under the same guard, counter, time limit and redirect rules as `fetch`.
 *
 * @throws SandboxLimitError `maxFetchCalls`; RangeError for a file past `maxBytes`, which is never cut; Error for a
 * refused target, a status other than 2xx and every fault of the network
 * @example
 * const { bytes } = await guardedDownload(run, 'https://example.com/a.png', { maxBytes: 1e6, where: 'media.bytes', signal });
 */
export function guardedDownload(run: RunScope, url: string, options: DownloadOptions): Promise<Download> {
  return run.own(createFetches).download(url, options);
}

/** For `RunScope.own`. */
export const createFetches = (run: RunScope): Fetches => new Fetches(run);

/** The bridge `fetch(url, options)`. */
export const fetchBridges: BridgeFamily = [
  ['fetch', (run, [url, options], { signal }) => run.own(createFetches).fetch(url, options, signal)],
];

function withoutHash(url: URL): string {
  const bare = new URL(url);
  bare.hash = '';
  return bare.href;
}
