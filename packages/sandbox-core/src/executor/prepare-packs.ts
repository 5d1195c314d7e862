/**
 * Evaluates the packs of a run in an engine that has just been restored, and takes an image of it.
 * @module
 */
import { decodeEnvelope } from '../codec/decode.js';
import { encodeEnvelope } from '../codec/encode.js';
import type { Engine } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { type GuestImage, takePackImage } from '../engine/image.js';
import { BASE_PAGES } from '../engine/pinned.js';
import { ENTRY_MODULE_NAME } from '../entry/build-entry.js';
import type { EngineEntry } from '../guest/entries.js';
import type { GuestModuleHost } from '../modules/normalizer.js';
import type { Dispatcher } from './dispatcher.js';
import type { Ending } from './ending.js';
import type { Interrupts } from './interrupts.js';
import type { RunJob } from './job.js';
import type { PackImages, PreparedPacks } from './prepared-packs.js';
import type { RunMemory } from './run-memory.js';
import type { Staging } from './staging.js';

/** More than the base memory has: packs that want more must meet the bound of that, which tells us. */
const NO_LIMIT_BYTES = 512 * 1024 * 1024;
/**
 * Packs that take longer are evaluated in each run. An attack: the meters of a run begin when its packs are prepared, so
 * that a pack which knew that could take a multiple of its time.
 */
const MAX_PREPARING_MS = 1000;
const FULFILLED = 1;

/** What preparing needs of the run in which it happens. */
export interface Preparation {
  engine: Engine;
  /** The image without packs. */
  base: GuestImage;
  job: RunJob;
  host: GuestModuleHost;
  interrupts: Interrupts;
  staging: Staging;
  ending: Ending;
  dispatcher: Dispatcher;
  memory: RunMemory;
}

/** An image with the packs of the program inside, where there is one or one can be made; else the plain one. */
export function imageWithPacks(packs: PackImages, preparation: Preparation): GuestImage {
  const { base, job, interrupts, ending } = preparation;
  const plan = base.offsets === undefined ? 'evaluate' : packs.planFor(job);
  if (plan === 'evaluate') return base;
  if (plan !== 'prepare') return plan.image;
  const prepared = interrupts.limited(Math.min(MAX_PREPARING_MS, job.timeoutMs / 2), () => preparePacks(preparation));
  if (interrupts.isStopped) {
    // Which says nothing about the packs: the next run tries again.
    ending.stop();
    return base;
  }
  return packs.keep(job, prepared)?.image ?? base;
}

/**
 * The packs, evaluated, or `undefined` when they fail, need the host, or depend on the clock, on chance or on jobs.
 * They are evaluated twice, first under watch: the watch itself could be seen, and must not be in the image.
 * Afterwards the engine's memory must be restored in any case.
 */
function preparePacks(preparation: Preparation): PreparedPacks | undefined {
  const { engine, base, staging } = preparation;
  if (!restoreWith(preparation, 'watch') || !evaluate(preparation) || !call(preparation, 'watched')) return undefined;
  const looked = new Set(decodeEnvelope(staging.take()) as string[]);
  if (!restoreWith(preparation, 'setup') || !evaluate(preparation) || !call(preparation, 'prepared')) return undefined;
  return { image: takePackImage(engine, base), looked };
}

/** A restored guest that was given what packs may see: within the base memory, since an image must fit in there. */
function restoreWith(preparation: Preparation, entry: 'watch' | 'setup'): boolean {
  const { engine, base, job, interrupts, memory } = preparation;
  const { dispatchers, secretScope } = job;
  // Without the block that keeps a small limit small: an image must not hold it.
  memory.restore(base, NO_LIMIT_BYTES);
  engine.bounds.capPages = BASE_PAGES;
  interrupts.start();
  const parts = { globals: {}, writable: [], dispatchers, ...(secretScope !== null && { secretScope }) };
  return call(preparation, entry, encodeEnvelope(parts));
}

/** Evaluates the packs as if the program imported them, in its order; `false` when that cannot be kept. */
function evaluate(preparation: Preparation): boolean {
  const { engine, job, host, interrupts } = preparation;
  const before = traces(preparation);
  let value: Pointer = 0;
  const source = job.imports.map((specifier) => `import ${JSON.stringify(specifier)};`).join('');
  host.openStaticGraph();
  const calls = preparation.dispatcher.cutOff(() => {
    value = interrupts.metered(() => engine.evaluateModule(source, ENTRY_MODULE_NAME));
  });
  host.lockStaticGraph();
  if (engine.exception(value) !== 0) return false;
  const state = engine.ffi.QTS_PromiseState(engine.at.ctx, value);
  engine.free(value);
  if (state >= 0 && state !== FULFILLED) return false;
  // Packs that were refused memory, and went on, would go on so in a run that has more.
  if (calls > 0 || interrupts.isStopped || engine.hasJob || engine.bounds.growthRefused) return false;
  const after = traces(preparation);
  return before.every((trace, index) => trace === after[index]);
}

/** What moves when code asks for the time or for a random number. */
function traces({ engine, base }: Preparation): (number | bigint)[] {
  const random = base.offsets === undefined ? 0n : engine.readUint64(engine.at.ctx + base.offsets.randomState);
  return [random, engine.bounds.clockReads];
}

function call({ engine, interrupts }: Preparation, name: EngineEntry, argument?: Uint8Array): boolean {
  const envelope = argument === undefined ? undefined : engine.decode(argument);
  const value = interrupts.metered(() => engine.call(engine.entry(name), envelope));
  if (envelope !== undefined) engine.free(envelope);
  if (engine.exception(value) !== 0) return false;
  engine.free(value);
  return true;
}
