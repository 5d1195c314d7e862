/**
 * The executors of this process, made when the first run needs them.
 * @module
 */
import { useConstantAtoms } from './codec/atoms.js';
import type { GuestImage } from './engine/image.js';
import { readImage } from './engine/image-file.js';
import { EnginePool } from './engine/pool.js';
import type { WasmModule } from './engine/webassembly.js';
import { type Executor, WorkerUnavailable } from './executor/executor.js';
import { InlineExecutor } from './executor/inline.js';
import { WorkerExecutor } from './executor/worker-executor.js';
import { MAX_WORKERS, WorkerPool } from './executor/worker-pool.js';
import { GUEST_DIGEST } from './generated/guest-digest.js';
import { currentPlatform } from './platform.js';

interface Prepared {
  compiled: WasmModule;
  image: GuestImage;
}

let prepared: Promise<Prepared> | undefined;
let inline: Promise<Executor> | undefined;
let worker: Promise<WorkerExecutor> | undefined;
let hasWarned = false;

async function prepare(): Promise<Prepared> {
  const [compiled, file] = await Promise.all([currentPlatform().compileEngine(), currentPlatform().loadImage?.()]);
  const image = file === undefined ? undefined : readImage(file, GUEST_DIGEST);
  // The engine's file was checked against its digest: what was found out about it at build time holds.
  if (image !== undefined) useConstantAtoms(image.atoms);
  return { compiled, image: image ?? (await prepareHere(compiled)) };
}

/** A page may fail to fetch the engine: the next run tries again. */
function forget(error: unknown): never {
  prepared = undefined;
  inline = undefined;
  worker = undefined;
  throw error;
}

/** The guest's own code is loaded only where it has to be evaluated. */
async function prepareHere(compiled: WasmModule): Promise<GuestImage> {
  const { buildImage } = await import('./engine/build-image.js');
  return buildImage(compiled);
}

function once(): Promise<Prepared> {
  prepared ??= prepare().catch(forget);
  return prepared;
}

function inlineExecutor(): Promise<Executor> {
  inline ??= once().then(({ compiled, image }) => new InlineExecutor(new EnginePool(compiled, image)));
  return inline;
}

function workerExecutor(): Promise<WorkerExecutor> | undefined {
  const { startWorker } = currentPlatform();
  if (startWorker === undefined) return undefined;
  worker ??= once().then(
    ({ compiled, image }) =>
      new WorkerExecutor(new WorkerPool(startWorker, compiled, image, { maxWorkers: wantedWorkers() })),
  );
  return worker;
}

/** The environment may ask for fewer workers than there may be; anything but a number of 1 or more asks for nothing. */
function wantedWorkers(): number {
  const wanted = Number(currentPlatform().environment('NODETOOL_SANDBOX_WORKERS'));
  return Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, MAX_WORKERS) : MAX_WORKERS;
}

/** Where a run is asked to be interpreted, the environment's wish included. */
export function resolveExecution(option: unknown): 'auto' | 'worker' | 'inline' {
  const { environment } = currentPlatform();
  if (option === 'worker' || environment('NODETOOL_SANDBOX_WORKER') === 'require') return 'worker';
  if (option === 'inline' || environment('NODETOOL_SANDBOX_INPROC') === '1') return 'inline';
  return 'auto';
}

/** The executor for a run, or why the worker it demands cannot be had. */
export async function chooseExecutor(
  execution: 'auto' | 'worker' | 'inline',
  signal: AbortSignal | undefined,
): Promise<Executor | string> {
  if (execution === 'inline') return inlineExecutor();
  const chosen = await workerExecutor();
  if (execution === 'worker') {
    if (chosen === undefined) return 'this platform cannot start one';
    return (await chosen.whyUnavailable(signal)) ?? chosen;
  }
  return chosen === undefined ? unplannedInlineExecutor() : withFallback(chosen);
}

/** Runs in a worker; a run for which none can be started is interpreted on this thread. */
function withFallback(first: Executor): Executor {
  return {
    async execute(job, host, conditions) {
      try {
        return await first.execute(job, host, conditions);
      } catch (error) {
        if (!(error instanceof WorkerUnavailable)) throw error;
        return (await unplannedInlineExecutor(error.message)).execute(job, host, conditions);
      }
    },
  };
}

/** Nobody asked for it, so somebody should know. */
function unplannedInlineExecutor(why?: string): Promise<Executor> {
  if (!hasWarned) {
    hasWarned = true;
    const reason = why === undefined ? '' : ` (${why})`;
    console.warn(
      `sandbox: no worker can be started here${reason}; programs run on the calling thread, without a watchdog`,
    );
  }
  return inlineExecutor();
}
