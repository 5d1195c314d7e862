/**
 * Assets of packs: files of npm packages that host code loads in a page, from the fixed list in a pack's `assets.json`.
 * @module
 */
import { existsSync, realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  packPathViolation,
  type SandboxDeliveryRefusal,
  type SandboxModuleDelivery,
  sandboxDeliveryId,
} from '@nodetool-ai/protocol';
import { z } from 'zod';
import { sha256 } from './canonical-json.js';
import { PackProblem } from './findings.js';
import { ASSET_LIST_MAX_BYTES, ASSET_MAX_BYTES } from './limits.js';
import { isInside, readPackFile } from './pack-files.js';
import type { DiscoveredPack } from './read-pack.js';
import { packagePlaces } from './track-inputs.js';

const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const assetList = z.strictObject({
  assets: z.array(
    z.strictObject({
      name: z.string().regex(new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`), 'must be names of files, joined by "/"'),
      file: z.string().refine((path) => packPathViolation(path) === undefined, { message: 'must be a path' }),
      type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'must be a media type'),
    }),
  ),
});
type Asset = z.infer<typeof assetList>['assets'][number];

/** What the assets of all packs are asked for. */
export interface DeliveryAssets {
  /** Ids of a pack's assets, in the order of its list. */
  idsOf(packName: string): string[];
  /** `undefined` for an id that no list has. */
  deliver(id: string): Promise<SandboxModuleDelivery | SandboxDeliveryRefusal | undefined>;
}

/** Reads the lists of packs with host modules in trusted roots; those of others are not looked at. */
export function deliveryAssets(packs: readonly DiscoveredPack[]): DeliveryAssets {
  const assets = new Map<string, { pack: DiscoveredPack; asset: Asset }>();
  for (const pack of packs) {
    if (!pack.trusted || !pack.modules.some(({ entry }) => entry.kind === 'host')) continue;
    for (const asset of readList(pack))
      assets.set(sandboxDeliveryId(pack.packName, `assets/${asset.name}`), { pack, asset });
  }
  return {
    idsOf: (packName) => [...assets].flatMap(([id, { pack }]) => (pack.packName === packName ? [id] : [])),
    async deliver(id) {
      const found = assets.get(id);
      if (found === undefined) return undefined;
      const { pack, asset } = found;
      const body = await readAsset(pack, asset.file);
      if (body === undefined) {
        const message = `The asset "${asset.name}" of ${pack.packName} cannot be read. Install the pack again.`;
        return { authorized: false, reason: 'unavailable', message };
      }
      const digest = sha256(body);
      return {
        authorized: true,
        moduleId: id,
        packName: pack.packName,
        ...(pack.packVersion === undefined ? {} : { packVersion: pack.packVersion }),
        fileId: `assets/${asset.name}`,
        kind: 'asset',
        type: asset.type,
        body,
        sha256: digest,
        // An asset is part of no graph: it stands for itself.
        contentDigest: digest,
        graphs: [digest],
        dependencies: [],
        internal: false,
      };
    },
  };
}

/** A list that is not one counts as empty: the pack then says itself that it lacks its assets. */
function readList(pack: DiscoveredPack): Asset[] {
  try {
    const text = readPackFile(pack.dir, 'assets.json', ASSET_LIST_MAX_BYTES).toString('utf8');
    return assetList.parse(JSON.parse(text)).assets;
  } catch (error) {
    if (error instanceof PackProblem || error instanceof SyntaxError || error instanceof z.ZodError) return [];
    throw error;
  }
}

/** Bytes of `<npm package>/<path>`; the package is the pack itself or one it depends on. */
async function readAsset(pack: DiscoveredPack, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [packageName, path] = splitPackage(file);
  const isOwn = packageName === pack.packName;
  if (path === '' || !(isOwn || pack.dependencies.includes(packageName))) return undefined;
  try {
    const place = isOwn ? undefined : packagePlaces(pack.dir, packageName, existsSync).at(-1);
    const folder = realpathSync(place === undefined ? pack.dir : dirname(place));
    const real = realpathSync(join(folder, path));
    const facts = await stat(real);
    if (!isInside(folder, real) || !facts.isFile() || facts.size > ASSET_MAX_BYTES) return undefined;
    return Uint8Array.from(await readFile(real));
  } catch {
    return undefined;
  }
}

function splitPackage(file: string): [packageName: string, path: string] {
  const segments = file.split('/');
  const count = file.startsWith('@') ? 2 : 1;
  return [segments.slice(0, count).join('/'), segments.slice(count).join('/')];
}
