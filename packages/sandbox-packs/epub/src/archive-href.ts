/**
 * References of a book, relative to the archive.
 * @module
 */
import { entryPath } from '@nodetool-ai/sandbox-pack-kit/archive';

/** A reference split: `path` is the name of an entry, `href` the same with what follows `#`. */
export interface ArchiveHref {
  readonly path: string;
  readonly href: string;
}

const NOWHERE: ArchiveHref = { path: '', href: '' };

/**
 * Resolves a reference that stands in the entry `base`. One that leaves the archive, by too many `..` or by naming
 * another place, is `""`.
 */
export function resolveHref(base: string, reference: string): ArchiveHref {
  const trimmed = reference.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(trimmed)) return NOWHERE;
  const hash = trimmed.indexOf('#');
  const fragment = hash < 0 ? '' : trimmed.slice(hash);
  const target = (hash < 0 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*$/s, '');
  const path = target === '' ? base : entryPath(base.slice(0, base.lastIndexOf('/') + 1), target);
  return path === undefined || path === '' ? NOWHERE : { path, href: path + fragment };
}
