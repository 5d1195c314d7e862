/**
 * Packs that programs import again and again, evaluated once per thread: an image with them inside is restored in a
 * fraction of the time that it takes to parse them.
 *
 * It must make no difference that can be seen. Only modules are prepared whose evaluation used nothing that differs
 * from run to run: no clock, no random number, no bridge, no job; and a run that brings a global which they looked for
 * evaluates them itself. Images hold the text of packs and the names of secrets, never data of a run.
 * @module
 */
import type { GuestImage } from '../engine/image.js';
import { LOOKED_AT_ALL } from '../guest/paths.js';
import type { ModuleTables } from '../modules/normalizer.js';
import type { RunJob } from './job.js';

/** Images of one thread. Each takes 1 to 7 MB. */
const MAX_IMAGES = 4;
/** Sets of packs that are remembered without an image. */
const MAX_SETS = 64;
/**
 * Characters of their texts, each set counted for itself. A thread gets its own copy with each run: a program that
 * imports large packs in one order after another would fill the host.
 */
const MAX_SET_CHARS = 32 * 1024 * 1024;
/** What a run needs beside its packs; with less left they are evaluated in the run, which then fails by its own limit. */
const MIN_ROOM_BYTES = 256 * 1024;

/** Packs in an image. */
export interface PreparedPacks {
  image: GuestImage;
  /** Names of globals that the packs looked for and did not find, or made. */
  looked: ReadonlySet<string>;
}

interface KnownSet {
  tables: ModuleTables;
  chars: number;
  /** `seen`: imported once. `never`: its evaluation depends on the run. */
  state: 'seen' | 'never' | PreparedPacks;
}

/** What to do about the packs of a run: restore them, prepare them now, or evaluate them as they are. */
export type PackPlan = PreparedPacks | 'prepare' | 'evaluate';

/** The prepared packs of one thread. */
export class PackImages {
  /** In the order of last use. */
  private readonly sets = new Map<string, KnownSet>();

  planFor(job: RunJob): PackPlan {
    const { modules } = job;
    if (modules === undefined || job.imports.length === 0 || job.prelude !== undefined || job.probes !== undefined)
      return 'evaluate';
    const key = keyOf(job);
    const known = this.sets.get(key);
    this.sets.delete(key);
    if (known === undefined || !areEqual(known.tables, modules)) {
      this.remember(key, { tables: modules, chars: charsOf(modules), state: 'seen' });
      return 'evaluate';
    }
    this.remember(key, known);
    const { state } = known;
    if (state === 'never') return 'evaluate';
    if (state === 'seen') return 'prepare';
    return suits(job, state) ? state : 'evaluate';
  }

  /** Keeps what was prepared for a job; `undefined` when it cannot be. Answers it if this very run can use it. */
  keep(job: RunJob, prepared: PreparedPacks | undefined): PreparedPacks | undefined {
    const known = this.sets.get(keyOf(job));
    if (known !== undefined) known.state = prepared ?? 'never';
    this.forgetOldImages();
    return prepared !== undefined && suits(job, prepared) ? prepared : undefined;
  }

  private remember(key: string, known: KnownSet): void {
    this.sets.set(key, known);
    let chars = 0;
    for (const set of this.sets.values()) chars += set.chars;
    for (const [oldest, set] of this.sets) {
      // The last one is kept, whatever its size: else large packs would never be prepared.
      if (oldest === key || (this.sets.size <= MAX_SETS && chars <= MAX_SET_CHARS)) return;
      this.sets.delete(oldest);
      chars -= set.chars;
    }
  }

  private forgetOldImages(): void {
    const withImage = [...this.sets].filter(([, { state }]) => typeof state === 'object');
    for (const [key] of withImage.slice(0, -MAX_IMAGES)) this.sets.delete(key);
  }
}

/** The order of imports is the order of evaluation. How deep packs can recurse is theirs to see. */
function keyOf({ imports, dispatchers, secretScope, stackLimitBytes }: RunJob): string {
  return JSON.stringify([imports, dispatchers, secretScope, stackLimitBytes]);
}

function charsOf({ entries, facades, sources }: ModuleTables): number {
  let chars = 0;
  for (const table of [entries, facades, sources]) for (const [key, text] of table) chars += key.length + text.length;
  return chars;
}

function suits(job: RunJob, { image, looked }: PreparedPacks): boolean {
  const packBytes = image.heapEnd - image.baseEnd;
  if (job.memoryLimitBytes < packBytes + MIN_ROOM_BYTES) return false;
  if (looked.has(LOOKED_AT_ALL)) return job.globalNames.length === 0;
  return !job.globalNames.some((name) => looked.has(name));
}

/** Texts are compared, not their digests: whoever made the resolution may have changed it since. */
function areEqual(a: ModuleTables, b: ModuleTables): boolean {
  return (
    haveEqualEntries(a.entries, b.entries) &&
    haveEqualEntries(a.facades, b.facades) &&
    haveEqualEntries(a.sources, b.sources)
  );
}

function haveEqualEntries(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, text] of a) if (b.get(key) !== text) return false;
  return true;
}
