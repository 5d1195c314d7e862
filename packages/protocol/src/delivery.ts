/**
 * How modules travel to a page: one file at a time, and an index of all of them.
 * @module
 */
import type { ResolvedSandboxModule, ResolvedWasmModule } from './modules.js';

/** Path under which a server offers modules. */
export const SANDBOX_MODULES_PATH = '/api/sandbox-modules';

/**
 * Id by which a page asks for a file of a pack; a module's own file also has its specifier. Neither part can hold `::`.
 * @example
 * sandboxDeliveryId('@acme/geo', 'sandbox/helper.js'); // '@acme/geo::sandbox/helper.js'
 */
export function sandboxDeliveryId(packName: string, fileId: string): string {
  return `${packName}::${fileId}`;
}

/**
 * Path of an id on a server; the hash of the body makes the answer immutable.
 * @param basePath - such as {@link SANDBOX_MODULES_PATH}
 * @param sha256 - 64 hex digits
 * @example
 * sandboxDeliveryPath('/api/sandbox-modules', '@acme/geo::a.js', digest); // '/api/sandbox-modules/%40acme/geo%3A%3Aa.js?v=…'
 */
export function sandboxDeliveryPath(basePath: string, id: string, sha256: string): string {
  return `${basePath}/${id.split('/').map(encodeURIComponent).join('/')}?v=${sha256}`;
}

/** One file on its way to a page. */
export interface SandboxModuleDelivery {
  authorized: true;
  /** As it was asked for. */
  moduleId: string;
  packName: string;
  packVersion?: string;
  /** Pack-relative. */
  fileId: string;
  kind: 'js' | 'host' | 'wasm' | 'asset';
  /** Media type of the body. */
  type: string;
  body: Uint8Array<ArrayBuffer>;
  /** Of the body, 64 hex digits. */
  sha256: string;
  /** Digest of the graph: the module's own, or for a file of several modules that of the first of them. */
  contentDigest: string;
  /** Digests of every graph the file is part of. */
  graphs: readonly string[];
  /** Ids of the files this one imports, as they are asked for. */
  dependencies: readonly string[];
  internal: boolean;
  /** Of a facade: id in the host-module registry. */
  hostId?: string;
  /** Of a binary: what a guest may call. */
  wasm?: ResolvedWasmModule['wasm'];
  /** Of a module: assets of its pack, as ids to ask for. */
  assets?: readonly string[];
}

/** Why a file is not delivered. */
export interface SandboxDeliveryRefusal {
  authorized: false;
  reason: 'not-found' | 'unavailable' | 'forbidden';
  message: string;
}

/** A file of the index. */
export interface SandboxDeliveryFile {
  /** Pack-relative; of an asset its name. */
  id: string;
  sha256: string;
  bytes: number;
}

/** A file that the host code of a pack loads in a page. */
export interface SandboxDeliveryAsset extends SandboxDeliveryFile {
  type: string;
  /** Path on the server, with the digest that makes it immutable. */
  url: string;
}

/** One module of the index. */
export interface SandboxModuleIndexEntry {
  specifier: string;
  packName: string;
  packVersion?: string;
  kind: ResolvedSandboxModule['kind'];
  description?: string;
  moduleId: string;
  contentDigest: string;
  /** Of the entry's body. */
  sha256: string;
  bytes: number;
  /** Whether it runs in a page as it is, with assets, or not at all. */
  page: 'yes' | 'assets' | 'no';
  /** Path of the entry on the server, with the digest that makes it immutable. */
  url: string;
  /** Further files of its graph. */
  files: SandboxDeliveryFile[];
  /** Modules of the same pack that its files import. */
  needs?: string[];
  assets?: SandboxDeliveryAsset[];
}

/** Answer of `GET /api/sandbox-modules`. */
export interface SandboxModuleIndex {
  modules: SandboxModuleIndexEntry[];
}

/** A module that a page fetched and checked. Plain data: it can be posted to a worker. */
export interface SandboxModuleRecord {
  module: ResolvedSandboxModule;
  page: SandboxModuleIndexEntry['page'];
  description?: string;
  /** Specifiers of further records that its files import. */
  needs?: string[];
  /** With absolute addresses. */
  assets?: SandboxDeliveryAsset[];
}
