/**
 * Talks to a server of modules. What it gives was compared with the index, byte for byte.
 * @module
 */
import {
  type ResolvedWasmModule,
  SANDBOX_MODULES_PATH,
  type SandboxDeliveryFile,
  type SandboxModuleIndexEntry,
  sandboxDeliveryPath,
} from '@nodetool-ai/protocol/core';
import { sha256 } from '../../sha256.js';
import { SandboxDeliveryError } from './delivery-error.js';
import { MAX_INDEX_BYTES, MAX_KEPT_BYTES, MAX_KEPT_FILES } from './limits.js';
import { readDependencies, readWasmContract } from './read-contract.js';
import { ModuleIndex } from './read-index.js';

/** One checked file. */
export interface DeliveredFile {
  body: Uint8Array<ArrayBuffer>;
  /** Pack-relative. */
  dependencies: string[];
  internal: boolean;
  hostId?: string;
  wasm?: ResolvedWasmModule['wasm'];
}

/** The server no longer has what its index named: it was updated in between. */
export class StaleIndex extends Error {}

/** `fetch`, as far as it is used. */
export type FetchModules = (url: string, init: { signal?: AbortSignal; cache?: RequestCache }) => Promise<Response>;
type RequestCache = 'default' | 'no-cache' | 'reload';

/** Checked files by id and digest; a file of the same digest is the same file, whoever sent it. */
const kept = new Map<string, DeliveredFile>();
let keptBytes = 0;

/** One server, for one call. */
export class ModuleServer {
  readonly base: string;
  readonly #fetched = new Map<string, DeliveredFile>();

  constructor(
    baseUrl: string,
    private readonly fetch: FetchModules,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.base = `${baseUrl.replace(/\/+$/, '')}${SANDBOX_MODULES_PATH}`;
  }

  async index(): Promise<ModuleIndex> {
    const response = await this.#ask(this.base, 'no-cache');
    if (response.status !== 200) {
      const message = `${this.base} answered with status ${response.status}. Check baseUrl, and that the server offers modules`;
      throw new SandboxDeliveryError('module-unavailable', message);
    }
    const bytes = await readAtMost(response, MAX_INDEX_BYTES);
    if (bytes === undefined) {
      const message = `the index at ${this.base} is larger than ${MAX_INDEX_BYTES} bytes`;
      throw new SandboxDeliveryError('module-unavailable', message);
    }
    return new ModuleIndex(new TextDecoder().decode(bytes));
  }

  /**
   * One file of a module; `id` is what it is asked for by.
   * @throws {StaleIndex} the server does not have it any more
   * @throws {SandboxDeliveryError} it is not what the index says
   */
  async file(root: SandboxModuleIndexEntry, id: string, expected: SandboxDeliveryFile): Promise<DeliveredFile> {
    const key = `${id} ${expected.sha256}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    let file: DeliveredFile;
    try {
      file = await this.#fetchFile(root, id, expected, 'default');
    } catch (error) {
      if (!(error instanceof SandboxDeliveryError) || error.code !== 'content-digest-mismatch') throw error;
      // The answer is immutable: a spoilt copy would stay in the page's cache for a year.
      file = await this.#fetchFile(root, id, expected, 'reload');
    }
    this.#fetched.set(key, file);
    return file;
  }

  async #fetchFile(
    root: SandboxModuleIndexEntry,
    id: string,
    expected: SandboxDeliveryFile,
    cache: RequestCache,
  ): Promise<DeliveredFile> {
    const url = `${sandboxDeliveryPath(this.base, id, expected.sha256)}&graph=${root.contentDigest}`;
    const response = await this.#ask(url, cache);
    const { specifier } = root;
    if (response.status === 404) throw new StaleIndex(`the server has no "${id}" of this version`);
    if (response.status !== 200) {
      const why =
        response.status === 403 ? 'the server does not deliver it to this client' : `status ${response.status}`;
      throw new SandboxDeliveryError(
        'module-unavailable',
        `"${specifier}" cannot be fetched: ${why} (${id})`,
        specifier,
      );
    }
    const headers = readHeaders(response.headers, root, id, expected);
    return { ...headers, body: await this.#body(response, root, id, expected) };
  }

  /** Keeps what was fetched, for later calls. Only when all of it was found right: headers have no digest. */
  keep(): void {
    for (const [key, file] of this.#fetched) keep(key, file);
    this.#fetched.clear();
  }

  async #body(
    response: Response,
    { specifier }: SandboxModuleIndexEntry,
    id: string,
    { sha256: digest, bytes }: SandboxDeliveryFile,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const refuse = (why: string) => {
      const message = `"${id}" is not what the index of the server says: ${why}. A cache or proxy may have changed it; load the page again`;
      return new SandboxDeliveryError('content-digest-mismatch', message, specifier);
    };
    let body: Uint8Array<ArrayBuffer> | undefined;
    try {
      body = await readAtMost(response, bytes);
    } catch (error) {
      this.signal?.throwIfAborted();
      throw refuse(`its body ended early (${error instanceof Error ? error.message : String(error)})`);
    }
    if (body === undefined) throw refuse(`it is longer than ${bytes} bytes`);
    if (body.length !== bytes) throw refuse(`it has ${body.length} of ${bytes} bytes`);
    if ((await sha256(body)) !== digest) throw refuse('its SHA-256 differs');
    return body;
  }

  async #ask(url: string, cache: RequestCache): Promise<Response> {
    try {
      return await this.fetch(url, { ...(this.signal && { signal: this.signal }), cache });
    } catch (error) {
      this.signal?.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new SandboxDeliveryError('module-unavailable', `${url.split('?')[0]} gave no answer (${why})`);
    }
  }
}

function readHeaders(
  headers: Headers,
  root: SandboxModuleIndexEntry,
  id: string,
  expected: SandboxDeliveryFile,
): Omit<DeliveredFile, 'body'> {
  const { specifier, packName, packVersion, contentDigest } = root;
  const fail = (code: 'content-digest-mismatch' | 'version-mismatch' | 'module-unavailable', why: string) =>
    new SandboxDeliveryError(code, `"${id}" of "${specifier}" is refused: ${why}`, specifier);
  const said = (name: string) => headers.get(name);
  if (said('X-Content-Sha256') !== expected.sha256) {
    throw fail('content-digest-mismatch', 'the digest in its header is not the one in the index');
  }
  if (said('X-Content-Digest') !== contentDigest || said('X-Sandbox-Pack') !== packName) {
    throw fail('version-mismatch', 'it belongs to another version of the module. Load the page again');
  }
  if (
    (said('X-Sandbox-Pack-Version') ?? undefined) !== (packVersion === undefined ? undefined : encodeURI(packVersion))
  ) {
    throw fail('version-mismatch', 'it belongs to another version of the pack. Load the page again');
  }
  if (said('X-Sandbox-File-Id') !== encodeURI(expected.id)) throw fail('version-mismatch', 'it is another file');
  const dependencies = readDependencies(said('X-Sandbox-Module-Dependencies'), packName);
  if (dependencies === undefined) throw fail('module-unavailable', 'the list of what it imports cannot be read');
  const file: Omit<DeliveredFile, 'body'> = { dependencies, internal: said('X-Sandbox-Internal') === '1' };
  const hostId = said('X-Sandbox-Host-Module');
  if (hostId !== null) file.hostId = hostId;
  const contract = said('X-Sandbox-Wasm-Contract');
  const wasm = contract === null ? undefined : readWasmContract(contract);
  if (contract !== null && wasm === undefined) throw fail('module-unavailable', 'its WASM contract cannot be read');
  if (wasm !== undefined) file.wasm = wasm;
  return file;
}

/** The body, or `undefined` when there is more of it. What comes after the cap is not read. */
async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const body = new Uint8Array(maxBytes);
  let used = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return body.slice(0, 0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return used === maxBytes ? body : body.slice(0, used);
    if (used + value.length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    body.set(value, used);
    used += value.length;
  }
}

function keep(key: string, file: DeliveredFile): void {
  if (kept.has(key)) return;
  kept.set(key, file);
  keptBytes += file.body.length;
  for (const [oldest, { body }] of kept) {
    if (kept.size <= MAX_KEPT_FILES && keptBytes <= MAX_KEPT_BYTES) break;
    kept.delete(oldest);
    keptBytes -= body.length;
  }
}
