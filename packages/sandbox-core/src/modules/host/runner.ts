/**
 * Runs host functions: in the worker pool when their source is a module, on the caller's thread when the embedder
 * handed the functions over.
 * @module
 */
import { type HostFunctions, type HostModuleSource, SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol/core';
import { cancelledError, HostCallError, timeoutError, toWireError, unavailableError } from './errors.js';
import { type HostCallResult, HostWorkerPool } from './pool.js';
import { callFunction, refuseOversized } from './serve.js';
import { movableBuffers } from './transfers.js';
import type { HostWorker } from './wire.js';

/** No call of a host function lasts longer unless its caller says so, whatever its row in the registry says. */
const MAX_CALL_MS = 60_000;

/** One call of a host function. The arguments belong to the callee: their buffers move to the worker. */
export interface HostFunctionCall {
  /** Absent: the pinned package's `./host`, as the application resolves it. */
  source?: HostModuleSource | undefined;
  hostId: string;
  exportName: string;
  args: unknown[];
  /** Names the call in errors; default `"<hostId>.<exportName>"`. */
  where?: string;
  /** Counts from the call's start, not from its arrival in the queue. Default: the registry's, at most 60 000. */
  deadlineMs?: number;
  signal: AbortSignal;
  /** Whose call it is: those who wait for a worker take turns. Default: each call for itself. */
  owner?: object;
}

/** Runs host functions for any number of runs. */
export interface HostModuleRunner {
  /**
   * Rejects with a {@link HostCallError}: the pack's own error, or code `<id>.timeout`, `<id>.internal`,
   * `<id>.too-large`, `<id>.unavailable`, `<id>.bad-argument`, or `CANCELLED`.
   */
  callHostFunction(call: HostFunctionCall): Promise<HostCallResult>;
  /** Ends all workers; calls under way reject. */
  close(): void;
}

/** What a runner needs from its platform. */
export interface HostModulePlatform {
  spawn(): HostWorker;
  /** URL of a package's host entry, or `undefined` when the application cannot see the package. */
  resolve(packName: string): URL | undefined;
  /** What to do about a package the application cannot see; default: to install it. */
  readonly advice?: string;
  /** Imports a module on the caller's thread, for rows marked `inline`. */
  importHere(url: string): Promise<unknown>;
}

/** Builds a runner over a platform. `poolSize` is clamped to 1…8. */
export function createRunner(platform: HostModulePlatform, poolSize = 2): HostModuleRunner {
  const pool = new HostWorkerPool(platform.spawn, Math.min(8, Math.max(1, Math.floor(poolSize) || 1)));
  const urls = new Map<string, string>();

  const urlOf = (hostId: string, where: string, source: URL | string | undefined): string => {
    if (source !== undefined) return String(source);
    const known = urls.get(hostId);
    if (known !== undefined) return known;
    const row = Object.hasOwn(SANDBOX_HOST_MODULES, hostId) ? SANDBOX_HOST_MODULES[hostId] : undefined;
    if (!row)
      throw unavailableError(
        hostId,
        where,
        `"${hostId}" is not a registered host module`,
        'Pass its functions as hostModules',
      );
    const url = platform.resolve(row.packName);
    if (!url) {
      const what = `the package ${row.packName} is not available in this runtime`;
      const install = `Install it where the application runs: npm install ${row.packName}`;
      throw unavailableError(hostId, where, what, platform.advice ?? install);
    }
    urls.set(hostId, url.href);
    return url.href;
  };

  return {
    async callHostFunction({ source, hostId, exportName, args, signal, owner = signal, ...rest }) {
      const where = rest.where ?? `${hostId}.${exportName}`;
      if (signal.aborted) throw cancelledError(where);
      const row = Object.hasOwn(SANDBOX_HOST_MODULES, hostId) ? SANDBOX_HOST_MODULES[hostId] : undefined;
      const deadlineMs = rest.deadlineMs ?? Math.min(row?.callTimeoutMs ?? MAX_CALL_MS, MAX_CALL_MS);
      const call = { hostId, exportName, where, args, deadlineMs };
      if (source !== undefined && typeof source !== 'string' && !(source instanceof URL))
        return callHere(source, call, signal);
      const url = urlOf(hostId, where, source);
      if (row?.inline) return callHere(await importFunctions(platform, url, hostId, where), call, signal);
      return pool.run({ message: { url, ...call }, transfer: movableBuffers(args), signal, owner });
    },
    close: () => pool.close(),
  };
}

async function importFunctions(
  platform: HostModulePlatform,
  url: string,
  hostId: string,
  where: string,
): Promise<HostFunctions> {
  let module: unknown;
  try {
    module = await platform.importHere(url);
  } catch {
    module = undefined;
  }
  const functions: unknown =
    module !== null && typeof module === 'object' && 'functions' in module ? module.functions : undefined;
  if (functions !== null && typeof functions === 'object') return functions as HostFunctions;
  throw unavailableError(
    hostId,
    where,
    `host module "${hostId}" cannot be loaded and is not available in this runtime`,
    'Install its package again',
  );
}

/** A synchronous loop of `functions` holds this thread: neither deadline nor abort can end it. */
async function callHere(
  functions: HostFunctions,
  call: { hostId: string; exportName: string; where: string; args: unknown[]; deadlineMs: number },
  signal: AbortSignal,
): Promise<HostCallResult> {
  const { hostId, where, deadlineMs } = call;
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = new Promise<never>((_resolve, reject) => {
    const stop = (error: HostCallError): void => {
      reject(error);
      ended.abort(error);
    };
    signal.addEventListener('abort', () => stop(cancelledError(where)), { once: true, signal: ended.signal });
    if (deadlineMs <= 2_147_483_647)
      timer = setTimeout(() => stop(timeoutError(hostId, where, deadlineMs)), deadlineMs);
  });
  try {
    const result = await Promise.race([callFunction(functions, call, ended.signal), giveUp]);
    refuseOversized(result.value, hostId, where);
    return result;
  } catch (error) {
    throw error instanceof HostCallError ? error : new HostCallError(toWireError(error, where));
  } finally {
    clearTimeout(timer);
    // Takes the listener off the run's signal.
    ended.abort();
  }
}
