/**
 * Decides what an import request means. It never throws and hands out only ids of the plan.
 * @module
 */
import { isFirstPartyPack } from '@nodetool-ai/protocol/core';
import { PRIVATE_BRIDGE_SPECIFIERS, packFileId, splitPackFileId } from './ids.js';
import { nameValue } from './name-value.js';
import { nearestName } from './nearest.js';

/** What the normalizer and the loader look things up in. Plain data, so that it can go to a worker. */
export interface ModuleTables {
  /** Module id by declared specifier. */
  entries: Map<string, string>;
  /** Source by module id. */
  sources: Map<string, string>;
  /** The bridge that a facade may import, by the facade's id. */
  facades: Map<string, string>;
  /** Why a specifier that was asked for could not be had. */
  reasons: Map<string, string>;
  /** Modules that stand for capabilities nobody mounted, by specifier; only packs of this project get them. */
  standIns: Map<string, string>;
}

/** Tables of a run that may import nothing. */
export function emptyTables(): ModuleTables {
  return { entries: new Map(), sources: new Map(), facades: new Map(), reasons: new Map(), standIns: new Map() };
}

/** An engine id, or why there is none; `dynamic` as in {@link ModuleDenial}. */
export type NormalizeAnswer = { id: string; denied?: undefined } | { denied: string; dynamic: boolean; id?: undefined };

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

/**
 * The module host of one run: decides what each import means, and holds the texts. Nothing of it throws.
 *
 * Always ask `normalize`, also for a module that is loaded already: the engine's cache never reaches the loader.
 */
export interface GuestModuleHost {
  /** Engine id for what the module `base` asks for, or the text of the refusal. */
  normalize(base: string, requested: string): NormalizeAnswer;
  /** Text of a module by an id that `normalize` gave; `undefined` for any other. */
  load(id: string): string | undefined;
  /**
   * From now on every request is a dynamic one and refused, whatever it names. Call it once a static graph is linked,
   * before any job of the guest: a top-level `import()` of a pack is a job.
   */
  lockStaticGraph(): void;
  /** Requests are static again: another text, after a prelude, is about to be linked. */
  openStaticGraph(): void;
  /** Refusals so far, at most 100 kept. */
  readonly denials: readonly ModuleDenial[];
}

/** Makes the module host of one run. */
export function createModuleHost(tables: ModuleTables): GuestModuleHost {
  let isLocked = false;
  const denials: ModuleDenial[] = [];

  const deny = (base: string, requested: string, message: string): NormalizeAnswer => {
    if (denials.length < MAX_KEPT_DENIALS) denials.push({ base, requested, message, dynamic: isLocked });
    return { denied: message, dynamic: isLocked };
  };

  return {
    denials,
    lockStaticGraph() {
      isLocked = true;
    },
    openStaticGraph() {
      isLocked = false;
    },
    load: (id) => tables.sources.get(id),
    normalize(base, requested) {
      if (isLocked) return deny(base, requested, dynamicText(requested));
      if (PRIVATE_BRIDGE_SPECIFIERS.includes(requested)) {
        // An attack: whoever holds a bridge calls the host past the facades, with whatever key it likes.
        return tables.facades.get(base) === requested
          ? { id: requested }
          : deny(base, requested, `import of ${nameValue(requested)} refused: it is private to the sandbox`);
      }
      const entry = tables.entries.get(requested);
      if (entry !== undefined) return { id: entry };
      const from = tables.facades.has(base) ? undefined : splitPackFileId(base);
      if (from && requested.startsWith('.')) {
        const id = findRelative(tables, from, requested);
        return id === undefined ? deny(base, requested, relativeText(from, requested)) : { id };
      }
      const standIn = from && isFirstPartyPack(from.packName) ? tables.standIns.get(requested) : undefined;
      if (standIn !== undefined) return { id: standIn };
      return deny(base, requested, unknownText(tables, requested, from));
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
  return `import of ${nameValue(requested)} refused: dynamic import() is not available. Use a static import in the program`;
}

function relativeText(from: { packName: string; fileId: string }, requested: string): string {
  return `import of ${nameValue(requested)} refused: pack ${from.packName} has no such file next to "${from.fileId}"`;
}

function unknownText(
  tables: ModuleTables,
  requested: string,
  from: { packName: string; fileId: string } | undefined,
): string {
  const asker = from === undefined ? '' : ` (asked for by ${from.packName}/${from.fileId})`;
  const base = `import of ${nameValue(requested)} refused: not a sandbox package this run serves${asker}`;
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
