/**
 * HTTP as a platform brings it: one request, one response. What may be asked for was decided before.
 * @module
 */
import type { SandboxNetwork } from '@nodetool-ai/protocol/core';

/** One header line. */
export type HeaderPair = readonly [name: string, value: string];

/** What a program wants done with a redirect. */
export type RedirectMode = 'follow' | 'manual' | 'error';

/** A request whose target was checked. */
export interface HttpRequest {
  url: URL;
  method: string;
  headers: readonly HeaderPair[];
  body: Uint8Array | undefined;
  /** Sockets lead to these and to no others; empty where the platform gives no say in that. */
  addresses: readonly string[];
  /** Only read by a platform that follows redirects by itself. */
  redirect: RedirectMode;
  /** Ends the request, also while its body is read; its connection is closed. */
  signal: AbortSignal;
}

/** The head of a response, and its body as it comes in. */
export interface HttpResponse {
  status: number;
  statusText: string;
  headers: readonly HeaderPair[];
  /** Set by a platform that follows redirects by itself: where they led. */
  followed?: { url: string; isRedirected: boolean };
  /** Decompressed; throws when the connection breaks before the end. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection, whatever of the body is still to come. */
  close(): void;
}

/** The connections of one run. They are never shared with another run. */
export interface HttpSession {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes every connection. */
  close(): void;
}

/** HTTP of a platform. */
export interface HttpTransport {
  openSession(network: SandboxNetwork | undefined): Promise<HttpSession>;
  /** All addresses of a name. Absent in a page, which can neither resolve a name nor choose where a socket leads. */
  resolveHost?(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether the platform follows redirects by itself and never shows them. */
  readonly followsRedirects: boolean;
}
