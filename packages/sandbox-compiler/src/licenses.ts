/**
 * Licences of the packages that went into a bundle: bundling strips them, so they are kept beside it.
 * @module
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byCodeUnit } from './canonical-json.js';
import { LICENSE_MAX_BYTES } from './limits.js';
import type { PackageLicense } from './outcome.js';
import { readCapped } from './pack-files.js';
import type { PackageRoot, PackageRoots } from './package-root.js';

const LICENSE_FILE = /^(?:licen[cs]e|copying)(?:[.-].*)?$/i;

/** One row per package, sorted by name and version. `files` are absolute paths of the bundle's inputs. */
export function collectLicenses(files: Iterable<string>, roots: PackageRoots): PackageLicense[] {
  const packages = new Map<string, PackageRoot>();
  for (const file of files) {
    const root = roots.of(file);
    packages.set(`${root.name}@${root.version}`, root);
  }
  return [...packages]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, { dir, name, version, license }]) => {
      const text = licenseText(dir);
      return text === undefined ? { name, version, license } : { name, version, license, text };
    });
}

function licenseText(dir: string): string | undefined {
  try {
    const file = readdirSync(dir)
      .sort(byCodeUnit)
      .find((name) => LICENSE_FILE.test(name));
    return file === undefined ? undefined : readCapped(join(dir, file), LICENSE_MAX_BYTES)?.toString('utf8');
  } catch {
    return undefined; // a package without a readable licence file is listed by its expression
  }
}
