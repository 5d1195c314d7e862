/** Builds requests to Notion and reads what it gives; nothing is sent. Every call returns a promise. */

/** A value of the query. */
export type NotionValue = string | number | boolean | bigint | null | undefined;

/** Options of {@link request}. */
export interface NotionRequestOptions {
  /** Visible ASCII, at most 8192 characters. */
  token: string;
  /** Below `/v1/` without a leading `/`, with one as written; at most 2048 characters. A query after `?` is kept. */
  path: string;
  /** In any letter case; default `"GET"`. */
  method?: string;
  /** An object, not JSON text: at most 1 048 576 characters of JSON. Not with GET and HEAD. */
  body?: object | null;
  /** `null` and `undefined` are dropped, arrays repeat their name. The URL has at most 65 536 characters. */
  query?: Record<string, NotionValue | readonly NotionValue[]> | null;
  /** Date of the API version; default `"2022-06-28"`. */
  version?: string;
}

/** Goes whole into `fetch(req.url, req)`. It holds the token: do not show it. */
export interface NotionRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers: Record<string, string>;
  body?: string;
}

/**
 * Builds a request to `https://api.notion.com`; whatever the path holds, it goes nowhere else.
 * @throws codes `notion.bad-argument`, `notion.too-large`, `notion.too-many`, `notion.too-deep`; no message holds the token
 * @example
 * const req = await request({ token, path: 'search', method: 'POST', body: { query: 'x' } });
 * const res = await fetch(req.url, req);
 */
export function request(options: NotionRequestOptions): Promise<NotionRequest>;

/**
 * Text of rich text: a list gives the joined `plain_text` (else `text.content`) of its items, a string itself, all
 * else `''`. At most 100 000 items and 1 048 576 characters.
 * @throws codes `notion.too-large`, `notion.too-many`
 * @example
 * await plainText(page.properties.Name.title); // 'My page'
 */
export function plainText(richText: unknown): Promise<string>;

/**
 * Markdown of headings, paragraphs, list items, check boxes, quotes, callouts, toggles, code and dividers, with their
 * `children` where the caller attached them. Text is taken as it is, without bold, links and escapes.
 * Other kinds leave nothing, and one warning counts them.
 * At most 10 000 blocks, 50 levels, 100 000 items and lines of rich text, 1 048 576 characters.
 * @throws codes `notion.bad-argument`, `notion.too-many`, `notion.too-deep`, `notion.too-large`
 * @example
 * await toMarkdown(res.json.results); // '## A\n\n- x\n- y'
 */
export function toMarkdown(blocks: readonly object[]): Promise<string>;

declare const notion: {
  readonly request: typeof request;
  readonly plainText: typeof plainText;
  readonly toMarkdown: typeof toMarkdown;
};
export default notion;
