/**
 * Assets as files `<id>.<ext>` of one directory, with an index in JSON beside them.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type FilePlace, type LocalFiles, systemCode } from '../bridges/workspace/local-files.js';
import type { AssetStore, StoredAsset } from './assets.js';
import { UNBOUND } from './directory-workspace.node.js';
import { extensionFor } from './mime.js';
import { nameOfKey, shownPath, workspaceKey } from './paths.js';

const INDEX = 'index.json';
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** Ids come from programs as well: only these may become a part of a file's name. */
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** One asset in the index. */
export interface AssetIndexRow {
  file: string;
  name: string;
  contentType: string;
  size: number;
}

/** The file `index.json`. */
export interface AssetIndex {
  version: 1;
  assets: Record<string, AssetIndexRow>;
}

/** Two contexts of one process over the same directory write its index in turn. */
const turns = new Map<string, Promise<unknown>>();

/** The directory is made when the first asset is. */
export class DirectoryAssets implements AssetStore {
  constructor(
    readonly directory: string,
    private readonly files: LocalFiles,
  ) {}

  async add({ name, contentType, content }: StoredAsset): Promise<string> {
    const id = randomUUID();
    const file = `${id}.${extensionOf(name) ?? extensionFor(contentType)}`;
    await mkdir(this.directory, { recursive: true });
    await this.files.write(this.place(file), content, UNBOUND);
    await this.inTurn(async () => {
      const { assets } = await this.index();
      const rows = new Map(Object.entries(assets));
      rows.set(id, { file, name, contentType, size: content.byteLength });
      const index: AssetIndex = { version: 1, assets: Object.fromEntries(rows) };
      await this.files.write(this.place(INDEX), new TextEncoder().encode(JSON.stringify(index, null, 2)), UNBOUND);
    });
    return id;
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    if (!ID.test(id)) return undefined;
    const { assets } = await this.index();
    const row = Object.hasOwn(assets, id) ? assets[id] : undefined;
    return row === undefined ? undefined : this.read(row.file);
  }

  /** Bytes under a key, for `storage`. */
  async set(key: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await this.files.write(this.place(storedAt(key)), bytes, UNBOUND);
  }

  /** Bytes that were stored under a key. */
  async stored(key: string): Promise<Uint8Array | null> {
    return (await this.read(storedAt(key))) ?? null;
  }

  private async index(): Promise<AssetIndex> {
    const bytes = await this.read(INDEX);
    if (bytes === undefined) return { version: 1, assets: {} };
    const index = parsed(bytes);
    if (!isIndex(index)) {
      throw new Error(`the index of assets in ${shownPath(this.directory)} is damaged; restore or remove it`);
    }
    return index;
  }

  private async read(file: string): Promise<Uint8Array | undefined> {
    try {
      return await this.files.read(this.place(file), NO_LIMIT, UNBOUND);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  private place(key: string): FilePlace {
    return { root: this.directory, key, isContained: true };
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const before = turns.get(this.directory) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(this.directory) === settled) turns.delete(this.directory);
      });
    turns.set(this.directory, settled);
    return mine;
  }
}

/** Stored bytes are apart from assets, so that no key can name one, or the index. */
function storedAt(key: string): string {
  return `storage/${workspaceKey(key)}`;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function isIndex(value: unknown): value is AssetIndex {
  if (typeof value !== 'object' || value === null || !('assets' in value)) return false;
  const { assets } = value;
  if (typeof assets !== 'object' || assets === null) return false;
  // A file name with a slash would make an index that somebody edited read files of others.
  return Object.values(assets).every(
    (row: unknown) =>
      typeof row === 'object' &&
      row !== null &&
      'file' in row &&
      typeof row.file === 'string' &&
      /^[\w.-]+$/.test(row.file),
  );
}

function extensionOf(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,16})$/.exec(nameOfKey(name))?.[1]?.toLowerCase();
}
