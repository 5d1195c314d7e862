/**
 * Names files by the package they belong to, so that the same install in another folder has the same names.
 * @module
 */
import { dirname, join, relative, sep } from 'node:path';
import { PACKAGE_JSON_MAX_BYTES } from './limits.js';
import { readCapped } from './pack-files.js';

/** The package a file belongs to. */
export interface PackageRoot {
  dir: string;
  name: string;
  version: string;
  license: string;
}

/** Finds and remembers packages; one per compilation, since files may change between two. */
export class PackageRoots {
  readonly #byFolder = new Map<string, PackageRoot>();

  /** The nearest folder upward whose package.json has a name; that of the file system when there is none. */
  of(file: string): PackageRoot {
    return this.#find(dirname(file));
  }

  /** `<package>@<version>!/<path>` */
  nameOf(file: string): string {
    const root = this.of(file);
    return `${root.name}@${root.version}!/${slashes(relative(root.dir, file))}`;
  }

  /** The package.json files from a file's folder up to its package's root, the root's own last. */
  manifestsOf(file: string): string[] {
    const root = this.of(file);
    const paths: string[] = [];
    for (let dir = dirname(file); ; dir = dirname(dir)) {
      paths.push(join(dir, 'package.json'));
      if (dir === root.dir || dirname(dir) === dir) return paths;
    }
  }

  #find(dir: string): PackageRoot {
    const known = this.#byFolder.get(dir);
    if (known) return known;
    const root = readRoot(dir) ?? (dirname(dir) === dir ? noPackage(dir) : this.#find(dirname(dir)));
    this.#byFolder.set(dir, root);
    return root;
  }
}

/** A path with `/` between its segments. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

function readRoot(dir: string): PackageRoot | undefined {
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(readCapped(join(dir, 'package.json'), PACKAGE_JSON_MAX_BYTES)?.toString('utf8') ?? '') as Record<
      string,
      unknown
    >;
  } catch {
    return undefined;
  }
  // A nested package.json without a name only sets "type" for its folder.
  if (typeof json?.['name'] !== 'string') return undefined;
  const { name, version, license } = json;
  const legacy = Array.isArray(json['licenses']) ? (json['licenses'] as { type?: unknown }[]) : [];
  const expression =
    typeof license === 'string'
      ? license
      : ((license as { type?: string } | undefined)?.type ?? legacy.map((item) => String(item?.type)).join(' OR '));
  return {
    dir,
    name: String(name),
    version: typeof version === 'string' ? version : '0.0.0',
    license: expression || 'UNKNOWN',
  };
}

function noPackage(dir: string): PackageRoot {
  return { dir, name: '(no package)', version: '0.0.0', license: 'UNKNOWN' };
}
