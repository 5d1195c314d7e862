/**
 * The route that serves modules to pages, as a function from a request to an answer.
 * @module
 */
import {
  SANDBOX_MODULES_PATH,
  type SandboxDeliveryRefusal,
  type SandboxModuleCatalog,
  type SandboxModuleDelivery,
} from '@nodetool-ai/protocol';
import { sha256 } from './canonical-json.js';
import { deliveryIndex } from './delivery-index.js';
import { DELIVERY_ID_MAX_CHARS } from './limits.js';

/** A catalog, or a function that gives the present one: a refreshed catalog is a new one. */
export type CatalogSource = SandboxModuleCatalog | undefined | (() => SandboxModuleCatalog | undefined);

/** Options of {@link createModuleRoute}. */
export interface ModuleRouteOptions {
  /** Path of the index; the files are below it. Default `/api/sandbox-modules`. */
  basePath?: string;
  /**
   * Whether a client may have a file, and see a module in the index; `moduleId` is a specifier, or
   * `<packName>::<fileId>`. Default: all of them. With it, answers are for private caches only.
   */
  mayDeliver?: (moduleId: string, request: Request) => boolean | Promise<boolean>;
}

/**
 * Serves a catalog to pages: `GET <basePath>` is the index, `GET <basePath>/<id>` one file of a module.
 *
 * An id is percent-decoded once and handed to `authorizeDelivery` as it is; it never becomes a path. Answers 200, 304
 * for a matching `If-None-Match`, 403 where `mayDeliver` says no, 404 for everything unknown, for `?v=` of another body
 * and for `?graph=` of a graph the file is no part of, 405 for other methods than GET and HEAD. With `?v=<sha256>` an
 * answer is immutable; without, it is to be revalidated. It checks nobody's identity: that is `mayDeliver`.
 *
 * @example
 * const route = createModuleRoute(await loadCatalog({ cwd: process.cwd() }));
 * const answer = await route(new Request('http://localhost/api/sandbox-modules'));
 */
export function createModuleRoute(
  source: CatalogSource,
  { basePath = SANDBOX_MODULES_PATH, mayDeliver }: ModuleRouteOptions = {},
): (request: Request) => Promise<Response> {
  const visibility = mayDeliver ? 'private' : 'public';
  return async (request) => {
    const url = new URL(request.url);
    const id = idOf(url.pathname, basePath);
    if (id === undefined) return refuse(request, 404, 'not-found', 'There is nothing here.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(request, 405, 'method-not-allowed', 'Use GET.', { Allow: 'GET, HEAD' });
    }
    const catalog = typeof source === 'function' ? source() : source;
    if (catalog === undefined) return refuse(request, 404, 'not-found', 'No modules are served here.');
    if (id === INDEX) return answerIndex(request, catalog, basePath, mayDeliver);
    if (id === '' || id.length > DELIVERY_ID_MAX_CHARS) return notFound(request);
    if (mayDeliver && !(await mayDeliver(id, request))) {
      return refuse(request, 403, 'forbidden', 'This module is not delivered to this client.');
    }
    const delivery = await catalog.authorizeDelivery(id);
    if (!delivery.authorized) return refuseAs(request, delivery);
    const version = url.searchParams.get('v');
    const graph = url.searchParams.get('graph');
    if (version !== null && version !== delivery.sha256) return notFound(request);
    if (graph !== null && !delivery.graphs.includes(graph)) return notFound(request);
    const caching = version === null ? 'no-cache' : `${visibility}, max-age=31536000, immutable`;
    const headers = headersOf(delivery, graph ?? delivery.contentDigest, caching);
    return answer(request, delivery.body, headers);
  };
}

/** What stands for the index where an id is expected; no id can hold it. */
const INDEX = '\0index';

/** The id a path names, percent-decoded once; `undefined` for a path that is not of this route. */
function idOf(pathname: string, basePath: string): string | undefined {
  if (pathname === basePath) return INDEX;
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  try {
    const id = decodeURIComponent(pathname.slice(basePath.length + 1));
    return id.includes('\0') ? '' : id;
  } catch {
    return '';
  }
}

async function answerIndex(
  request: Request,
  catalog: SandboxModuleCatalog,
  basePath: string,
  mayDeliver: ModuleRouteOptions['mayDeliver'],
): Promise<Response> {
  const modules = [];
  for (const entry of await deliveryIndex(catalog, basePath)) {
    if (!mayDeliver || (await mayDeliver(entry.specifier, request))) modules.push(entry);
  }
  const text = JSON.stringify({ modules });
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: `"${sha256(text)}"`,
    'X-Content-Type-Options': 'nosniff',
  });
  return answer(request, new TextEncoder().encode(text), headers);
}

function headersOf(delivery: SandboxModuleDelivery, graph: string, caching: string): Headers {
  const { type, sha256: digest, dependencies, packName, packVersion, fileId, internal, hostId, wasm } = delivery;
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': caching,
    ETag: `"${graph}"`,
    'X-Content-Digest': graph,
    'X-Content-Sha256': digest,
    'X-Content-Type-Options': 'nosniff',
    'X-Sandbox-Module-Dependencies': headerJson(dependencies),
    'X-Sandbox-Pack': packName,
    'X-Sandbox-File-Id': encodeURI(fileId),
    'X-Sandbox-Internal': internal ? '1' : '0',
  });
  if (packVersion !== undefined) headers.set('X-Sandbox-Pack-Version', encodeURI(packVersion));
  if (hostId !== undefined) headers.set('X-Sandbox-Host-Module', hostId);
  if (wasm !== undefined) headers.set('X-Sandbox-Wasm-Contract', headerJson(wasm));
  return headers;
}

/** JSON in the characters a header may hold. */
function headerJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function answer(request: Request, body: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  const wanted = request.headers.get('If-None-Match');
  if (wanted !== null && matches(wanted, headers.get('ETag') ?? '')) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  headers.set('Content-Length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers });
}

function matches(wanted: string, tag: string): boolean {
  return wanted.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

function notFound(request: Request): Response {
  return refuse(request, 404, 'not-found', 'There is no such module.');
}

function refuseAs(request: Request, { reason, message }: SandboxDeliveryRefusal): Response {
  return refuse(request, reason === 'forbidden' ? 403 : 404, reason, message);
}

function refuse(request: Request, status: number, error: string, message: string, more: Record<string, string> = {}) {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...more };
  return new Response(request.method === 'HEAD' ? null : JSON.stringify({ error, message }), { status, headers });
}
