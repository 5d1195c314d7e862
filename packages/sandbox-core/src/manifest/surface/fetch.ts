/**
 * `fetch`.
 * @module
 */
import { MAX_FETCH_REDIRECTS } from '../../limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface } from './shape.js';

export const FETCH: BridgeSurface = {
  kind: 'function',
  description: 'Sends one HTTP request and resolves with the whole response.',
  details: [
    'An HTTP error status is a response, not an error: read `ok` or `status`.',
    'Rejects when the address is private or not http or https, when a limit is passed, when the connection fails or breaks, and on timeout.',
    `At most ${grouped(MAX_FETCH_REDIRECTS)} redirects are followed; credential headers do not follow to another origin.`,
    'There is no `signal`, `mode`, `credentials`, cookie jar or cache.',
  ],
  members: [
    {
      name: 'fetch',
      forms: ['(url: string | { readonly href: string }, options?: FetchOptions): Promise<FetchResponse>'],
      description: 'Sends one HTTP request and resolves with the whole response.',
    },
  ],
  types: [
    `/** Options of \`fetch\`; others are ignored. */
interface FetchOptions {
  /** Default \`GET\`; \`CONNECT\`, \`TRACE\` and \`TRACK\` are refused. */
  method?: string;
  /** Values are turned into text; \`undefined\` and \`null\` are left out. Headers of the connection itself are refused. */
  headers?: Readonly<Record<string, unknown>> | ReadonlyArray<readonly [string, unknown]>;
  /** Text, bytes or form fields as they are; anything else is sent as JSON. Not with \`GET\` or \`HEAD\`. */
  body?: unknown;
  /** Default \`follow\`; \`manual\` resolves with the 3xx response, \`error\` rejects. */
  redirect?: 'follow' | 'manual' | 'error';
  /** May lower the limit of the run, never raise it. */
  timeoutMs?: number;
}`,
    `/** What \`fetch\` resolves with: plain data and three functions that may be called any number of times. */
interface FetchResponse {
  /** Whether \`status\` is 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  /** Lower-case names; repeated headers are joined with \`, \`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the response, after redirects. */
  readonly url: string;
  readonly redirected: boolean;
  /** Whether the body was longer than \`maxResponseBodyBytes\` and was cut. */
  readonly truncated: boolean;
  /** The body as text; ends with \`...[truncated]\` when it was cut. */
  readonly body: string;
  /** The body parsed as JSON; \`undefined\` when it does not parse. */
  readonly json: any;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
}`,
  ],
};
