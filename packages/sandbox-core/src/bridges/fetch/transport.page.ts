/**
 * HTTP in a page: its own `fetch`. A page can neither resolve a name, nor choose where a socket leads, nor see a
 * redirect; so only the first URL of a fetch can be checked, and the page's own origin rules do the rest.
 * @module
 */
import type { HttpRequest, HttpResponse, HttpSession, HttpTransport } from './transport.js';

/** HTTP of a page or of a worker of one. */
export const pageHttpTransport: HttpTransport = {
  followsRedirects: true,
  openSession: async () => new PageHttpSession(),
};

class PageHttpSession implements HttpSession {
  private readonly open = new Set<AbortController>();

  async send({ url, method, headers, body, redirect, signal }: HttpRequest): Promise<HttpResponse> {
    if (redirect === 'manual') {
      throw new TypeError(
        'fetch: redirect "manual" is not possible in a browser, which shows no redirect. Use "follow"',
      );
    }
    const abort = new AbortController();
    const forward = () => abort.abort(signal.reason);
    if (signal.aborted) forward();
    signal.addEventListener('abort', forward, { once: true });
    this.open.add(abort);
    const close = (): void => {
      signal.removeEventListener('abort', forward);
      this.open.delete(abort);
      abort.abort();
    };
    try {
      const init = {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
        redirect,
        // Nothing of the person who has the page open goes out: no cookies, no address of the page, no cached answer.
        credentials: 'omit' as const,
        referrerPolicy: 'no-referrer' as const,
        cache: 'no-store' as const,
        signal: abort.signal,
      };
      const response = await globalThis.fetch(url.href, init);
      return {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        followed: { url: response.url, isRedirected: response.redirected },
        body: chunksOf(response.body),
        close,
      };
    } catch {
      close();
      // A page is not told which it was, so that it cannot look around in the network of the person.
      throw new Error(
        `fetch: ${url.host} could not be asked from this page: it does not answer, or does not let other pages read ` +
          'its answers (CORS). Check the URL and the CORS headers of the server',
      );
    }
  }

  close(): void {
    for (const abort of this.open) abort.abort();
  }
}

/** Not every browser iterates a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return;
  const reader = stream.getReader();
  for (;;) {
    const step = await reader.read();
    if (step.done) return;
    yield step.value;
  }
}
