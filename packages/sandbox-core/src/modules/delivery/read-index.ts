/**
 * Reads the index of a server: nothing of it is used before it was looked at.
 * @module
 */
import {
  isSandboxSpecifier,
  type SandboxDeliveryAsset,
  type SandboxDeliveryFile,
  type SandboxModuleIndexEntry,
  WASM_BUDGETS,
} from '@nodetool-ai/protocol/core';
import { packageNameOf } from '../ids.js';
import { isRecord } from '../is-record.js';
import { nearestName } from '../nearest.js';
import { SandboxDeliveryError } from './delivery-error.js';
import { MAX_SCRIPT_BYTES } from './limits.js';

const DIGEST = /^[0-9a-f]{64}$/;
const KINDS: readonly unknown[] = ['js', 'host', 'wasm'];
const PAGES: readonly unknown[] = ['yes', 'assets', 'no'];

/** The entries of an index by specifier; each is checked when it is asked for. */
export class ModuleIndex {
  readonly #entries = new Map<string, unknown>();

  constructor(text: string) {
    let index: unknown;
    try {
      index = JSON.parse(text);
    } catch {
      index = undefined;
    }
    if (!isRecord(index) || !Array.isArray(index.modules)) {
      const hint = 'Check baseUrl: it is where the server of the modules is';
      throw new SandboxDeliveryError('module-unavailable', `the answer is not an index of modules. ${hint}`);
    }
    for (const entry of index.modules as unknown[]) {
      if (isRecord(entry) && typeof entry.specifier === 'string') this.#entries.set(entry.specifier, entry);
    }
  }

  /** @throws {SandboxDeliveryError} `module-not-found`, or `module-unavailable` for an entry that is none */
  entry(specifier: string): SandboxModuleIndexEntry {
    const found = this.#entries.get(specifier);
    if (found === undefined) {
      const near = nearestName(specifier, this.#entries.keys());
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      const message = `${JSON.stringify(specifier)} is not installed on the server of the modules${hint}`;
      throw new SandboxDeliveryError('module-not-found', message, specifier);
    }
    const entry = readEntry(specifier, found);
    if (typeof entry !== 'string') return entry;
    const message = `the index says something about "${specifier}" that cannot be: ${entry}`;
    throw new SandboxDeliveryError('module-unavailable', message, specifier);
  }
}

/** The entry, or what is wrong with it. */
function readEntry(specifier: string, given: unknown): SandboxModuleIndexEntry | string {
  const entry = given as SandboxModuleIndexEntry;
  const { packName, packVersion, kind, description, moduleId, contentDigest, page, url, files, needs, assets } = entry;
  if (!isSandboxSpecifier(specifier) || packName !== packageNameOf(specifier)) return 'its package';
  if (!KINDS.includes(kind)) return 'its kind';
  if (!PAGES.includes(page)) return 'whether it runs in a page';
  if (typeof moduleId !== 'string' || moduleId === '') return 'its file';
  if (typeof contentDigest !== 'string' || !DIGEST.test(contentDigest)) return 'its digest';
  const most = kind === 'wasm' ? WASM_BUDGETS.binaryBytes.value : MAX_SCRIPT_BYTES;
  if (!isFile({ ...entry, id: moduleId }, most)) return 'its size or the digest of its body';
  if (typeof url !== 'string') return 'its address';
  if (!isText(packVersion) || !isText(description)) return 'its version or description';
  if (!isListOf(files, (file) => isFile(file, MAX_SCRIPT_BYTES))) return 'its files';
  const isOwn = (one: unknown) => typeof one === 'string' && isSandboxSpecifier(one) && packageNameOf(one) === packName;
  if (needs !== undefined && !isListOf(needs, isOwn)) return 'what it needs';
  if (assets !== undefined && !isListOf(assets, isAsset)) return 'its assets';
  return entry;
}

function isListOf(list: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(isOne);
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isFile(value: unknown, maxBytes: number): value is SandboxDeliveryFile {
  if (!isRecord(value)) return false;
  const { id, sha256, bytes } = value;
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof sha256 === 'string' &&
    DIGEST.test(sha256) &&
    Number.isInteger(bytes) &&
    (bytes as number) >= 0 &&
    (bytes as number) <= maxBytes
  );
}

function isAsset(value: unknown): value is SandboxDeliveryAsset {
  return isFile(value, Number.MAX_SAFE_INTEGER) && 'url' in value && 'type' in value && isText(value.url);
}
