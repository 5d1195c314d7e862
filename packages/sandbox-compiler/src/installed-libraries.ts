/**
 * What a pack depends on, as it is installed.
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { byCodeUnit } from './canonical-json.js';
import { collectLicenses } from './licenses.js';
import type { PackageLicense } from './outcome.js';
import { PackageRoots } from './package-root.js';
import type { DiscoveredPack } from './read-pack.js';
import { packagePlaces } from './track-inputs.js';

const OWN_SCOPE = '@nodetool-ai/';

/**
 * Version and licence of a pack's direct dependencies, packages of this project left out; of the pack itself when it has
 * no other. What is not installed is left out.
 */
export function installedLibraries({ dir, dependencies }: DiscoveredPack): PackageLicense[] {
  const manifests = dependencies
    .filter((name) => !name.startsWith(OWN_SCOPE))
    .map((name) => packagePlaces(dir, name, existsSync).at(-1))
    .filter((place): place is string => place !== undefined && existsSync(place));
  const found = manifests.length > 0 ? manifests : [join(dir, 'package.json')];
  return collectLicenses(found.sort(byCodeUnit), new PackageRoots());
}
