/**
 * Decides what an import request means. It never throws and hands out only ids of the plan.
 * @module
 */
import { HOST_BRIDGE_SPECIFIER, PRIVATE_BRIDGE_SPECIFIERS, packFileId, splitPackFileId } from './ids.js';
import { nearestName } from './nearest.js';

/** What the normalizer and the loader look things up in. */
export interface ModuleTables {
  /** Module id by declared specifier. */
  entries: Map<string, string>;
  /** Source by module id. */
  sources: Map<string, string>;
  /** Ids of generated host facades. */
  hostFacades: Set<string>;
  /** Why a specifier that was asked for could not be had. */
  reasons: Map<string, string>;
}

/** An engine id, or why there is none. */
export type NormalizeAnswer = { id: string; denied?: undefined } | { denied: string; id?: undefined };

/** One refused request. */
export interface ModuleDenial {
  base: string;
  requested: string;
  message: string;
  /** True when the graph was already linked: the run goes on and the import rejects. */
  dynamic: boolean;
}

/** A program may ask in a loop; the host keeps no more than this. */
const MAX_KEPT_DENIALS = 100;
const MAX_SHOWN_CHARS = 200;

/** Makes the normalizer of one run. */
export function createNormalizer(tables: ModuleTables): {
  normalize(base: string, requested: string): NormalizeAnswer;
  lockStaticGraph(): void;
  denials: readonly ModuleDenial[];
} {
  let locked = false;
  const denials: ModuleDenial[] = [];

  const deny = (base: string, requested: string, message: string): NormalizeAnswer => {
    if (denials.length < MAX_KEPT_DENIALS) denials.push({ base, requested, message, dynamic: locked });
    return { denied: message };
  };

  return {
    denials,
    lockStaticGraph() {
      locked = true;
    },
    normalize(base, requested) {
      if (locked) return deny(base, requested, dynamicText(requested));
      if (PRIVATE_BRIDGE_SPECIFIERS.includes(requested)) {
        const mayUse = requested === HOST_BRIDGE_SPECIFIER && tables.hostFacades.has(base);
        return mayUse
          ? { id: requested }
          : deny(base, requested, `import of ${show(requested)} refused: it is private to the sandbox`);
      }
      const entry = tables.entries.get(requested);
      if (entry !== undefined) return { id: entry };
      const from = splitPackFileId(base);
      if (from && requested.startsWith('.')) {
        const id = findRelative(tables, from, requested);
        return id === undefined ? deny(base, requested, relativeText(from, requested)) : { id };
      }
      return deny(base, requested, unknownText(tables, requested));
    },
  };
}

function findRelative(
  tables: ModuleTables,
  from: { packName: string; fileId: string },
  requested: string,
): string | undefined {
  const path = from.fileId.split('/').slice(0, -1);
  for (const segment of requested.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') path.push(segment);
    // Above the pack's root there is nothing.
    else if (path.pop() === undefined) return undefined;
  }
  const exact = packFileId(from.packName, path.join('/'));
  return [exact, `${exact}.js`, `${exact}/index.js`].find((id) => tables.sources.has(id));
}

function dynamicText(requested: string): string {
  return `import of ${show(requested)} refused: dynamic import() is not available. Use a static import in the program`;
}

function relativeText(from: { packName: string; fileId: string }, requested: string): string {
  return `import of ${show(requested)} refused: pack ${from.packName} has no such file next to "${from.fileId}"`;
}

function unknownText(tables: ModuleTables, requested: string): string {
  const base = `import of ${show(requested)} refused: not a sandbox package this run serves`;
  const reason = tables.reasons.get(requested);
  if (reason !== undefined) return `${base}. ${reason}`;
  const near = nearestName(requested, tables.entries.keys());
  if (near !== undefined) return `${base}. Did you mean "${near}"?`;
  const known = [...tables.entries.keys()].sort();
  if (known.length === 0) return `${base}; it serves none`;
  const shown = known
    .slice(0, 10)
    .map((name) => `"${name}"`)
    .join(', ');
  return `${base}. It serves ${shown}${known.length > 10 ? ` and ${known.length - 10} more` : ''}`;
}

/** Quotes without escaping, so that the text holds what the program wrote; cut to what a reader can use. */
function show(requested: string): string {
  return requested.length > MAX_SHOWN_CHARS ? `"${requested.slice(0, MAX_SHOWN_CHARS)}…"` : `"${requested}"`;
}
