/** Builds requests to Twilio; nothing is sent. Every call returns a promise. */

/** A value of a parameter; arrays repeat the parameter, `null` and `undefined` drop it. */
export type TwilioValue = string | number | boolean | bigint | null | undefined;

/** Options of {@link request}. */
export interface TwilioRequestOptions {
  /** Letters and digits, at most 64. */
  accountSid: string;
  /** Not empty, no control characters, at most 8192 characters. */
  authToken: string;
  /**
   * Without a leading `/` below `/2010-04-01/Accounts/<accountSid>/`, with one as written; at most 2048 characters.
   * A query after `?` is kept, as in the `next_page_uri` of a list.
   */
  path: string;
  /** In any letter case; default `"GET"`. */
  method?: string;
  /** Query of GET, HEAD and DELETE, form body of the others: at most 1 048 576 characters. Names are case-sensitive. */
  params?: Record<string, TwilioValue | readonly TwilioValue[]> | null;
  /** Always in the URL, which has at most 65 536 characters. */
  query?: Record<string, TwilioValue | readonly TwilioValue[]> | null;
  /** Below `twilio.com`, in small letters; default `"api.twilio.com"`. */
  host?: string;
}

/** Goes whole into `fetch(req.url, req)`. It holds the token: do not show it. */
export interface TwilioRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers: Record<string, string>;
  body?: string;
}

/**
 * Builds a request with Basic authentication. The URL is certain to be at `host`; no message holds the token.
 * @throws codes `twilio.bad-argument`, `twilio.too-large`, `twilio.too-many`
 * @example
 * const req = await request({ accountSid, authToken, path: 'Messages.json', method: 'POST', params: { To, From, Body } });
 * const res = await fetch(req.url, req);
 */
export function request(options: TwilioRequestOptions): Promise<TwilioRequest>;

declare const twilio: { readonly request: typeof request };
export default twilio;
