/** Builds requests to Supabase (PostgREST); nothing is sent. Every call returns a promise. */

/** A single value. */
export type SupabaseValue = string | number | boolean | bigint;

/** `column: "eq.value"`, `column: value`, `column: [1, 2]` for `in`, or `column: { gte: 18, lt: 65 }`. */
export type SupabaseFilter =
  | SupabaseValue
  | readonly SupabaseValue[]
  | Record<string, SupabaseValue | readonly SupabaseValue[] | null>;

/** A value of the query; arrays repeat the name, `null` and `undefined` drop it. */
export type SupabaseQuery = Record<
  string,
  SupabaseValue | readonly (SupabaseValue | null | undefined)[] | null | undefined
>;

/** Goes whole into `fetch(req.url, req)`. It holds the key: do not show it. */
export interface SupabaseRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers: Record<string, string>;
  body?: string;
}

/** What both functions take. */
export interface SupabaseProject {
  /** URL of the project, `https:`; `http:` on loopback only. */
  url: string;
  /** Visible ASCII, at most 8192 characters. */
  key: string;
  /** More parameters, after the others. */
  query?: SupabaseQuery | null;
}

/** Options of {@link from}. */
export interface SupabaseFromOptions extends SupabaseProject {
  /** Table or view, as the database has it; at most 2048 characters. */
  table: string;
  /** In any letter case; default `"GET"`. */
  method?: string;
  /** Columns, as text of PostgREST or as a list. */
  select?: string | readonly string[] | null;
  /**
   * By column. A text begins with an operator of PostgREST (`"eq.open"`, `"not.is.null"`); numbers and booleans mean
   * `eq`; lists mean `in`; `or` and `and` take conditions in parentheses. `null`, `undefined` and `{}` are refused.
   */
  filters?: Record<string, SupabaseFilter> | null;
  /** `"id.desc"`, or a list. */
  order?: string | readonly string[] | null;
  /** Whole number, 0 to 1 000 000 000. */
  limit?: number | null;
  /** Whole number, 0 to 1 000 000 000. */
  offset?: number | null;
  /** A row or a list of rows; at most 1 048 576 characters of JSON. Not with GET and HEAD. */
  body?: object | null;
  /** Columns of the conflict; makes a POST an upsert. */
  onConflict?: string | readonly string[] | null;
  /** Counts all rows that match; the count is in the header `content-range`. */
  count?: 'exact' | 'planned' | 'estimated';
  /** Whether changed rows come back; default `"representation"`. */
  returning?: 'representation' | 'minimal';
  /** Allows PATCH and DELETE without filters; default `false`. */
  allRows?: boolean;
}

/**
 * Builds a request to a table. PATCH and DELETE need a filter on the table itself, or `allRows: true`.
 * The URL is certain to be below `<origin>/rest/v1/`, at most 65 536 characters; no message holds the key.
 * @throws codes `supabase.bad-argument`, `supabase.too-large`, `supabase.too-many`, `supabase.too-deep`
 * @example
 * const req = await from({ url, key, table: 'issues', select: 'id,title', filters: { status: 'eq.open' }, limit: 20 });
 * const rows = (await fetch(req.url, req)).json;
 */
export function from(options: SupabaseFromOptions): Promise<SupabaseRequest>;

/** Options of {@link rpc}. */
export interface SupabaseRpcOptions extends SupabaseProject {
  /** Function, as the database has it; at most 2048 characters. */
  fn: string;
  /** Arguments by name: JSON body of POST (at most 1 048 576 characters), query of GET and HEAD. Default `{}`. */
  args?: Record<string, unknown> | null;
  /** `POST` (default), `GET` or `HEAD`, in any letter case. */
  method?: string;
}

/**
 * Builds a call of a database function.
 * @throws codes `supabase.bad-argument`, `supabase.too-large`, `supabase.too-many`, `supabase.too-deep`
 * @example
 * const req = await rpc({ url, key, fn: 'add', args: { a: 1, b: 2 } });
 */
export function rpc(options: SupabaseRpcOptions): Promise<SupabaseRequest>;

declare const supabase: { readonly from: typeof from; readonly rpc: typeof rpc };
export default supabase;
