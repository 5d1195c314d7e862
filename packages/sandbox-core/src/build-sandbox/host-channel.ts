/**
 * Leads the calls of the world on the host to the bridges of a run.
 * @module
 */
import type { ResolvedSandboxLimits } from '@nodetool-ai/protocol/core';
import { cancelledError } from '../bridges/answer.js';
import { decodeArguments } from '../bridges/arguments.js';
import { localBridges } from '../bridges/local.js';
import { streamOpenBridge } from '../bridges/stream-open.js';
import { createSandboxClock, guardClock } from '../clock.js';
import { decodeEnvelope } from '../codec/decode.js';
import { encodeEnvelope } from '../codec/encode.js';
import { toNormalForm } from '../codec/normal-form.js';
import { BRIDGE_PATHS, type BridgePath } from '../guest/paths.js';
import { planModules } from '../modules/plan.js';
import { RunBridges } from '../run-bridges.js';
import type { HostChannel } from './channel.js';
import type { BuildSandboxOptions } from './options.js';

/** A run without a guest, and the way to its bridges. */
export function hostChannel(
  options: BuildSandboxOptions,
  limits: ResolvedSandboxLimits,
): { run: RunBridges; channel: HostChannel } {
  const plan = planModules(undefined);
  if ('violation' in plan) throw new Error(plan.violation);
  const clock = guardClock(options.clock ?? createSandboxClock(), (fault) => run.warn(fault));
  const run: RunBridges = new RunBridges({ options: { ...options, code: '' }, limits, functions: [], plan, clock });
  const locals = new Map([...localBridges(), ...streamOpenBridge(run.streams, (handle) => run.isStreamOpen(handle))]);
  const open = new OpenCalls();
  const onAbort = (): void => {
    run.seal();
    open.cancel();
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  let calls = 0;

  const callLocal = async (path: string, args: readonly unknown[]): Promise<[boolean, unknown]> => {
    const bridge = locals.get(path);
    if (bridge === undefined) throw new TypeError(`the sandbox has no bridge ${path}`);
    const abort = new AbortController();
    const end = () => abort.abort();
    open.cancels.add(end);
    try {
      return [true, await bridge(decodeArguments(encodeEnvelope(args)), { signal: abort.signal })];
    } finally {
      open.cancels.delete(end);
    }
  };
  const callRun = (path: string, args: readonly unknown[]): Promise<[boolean, unknown]> =>
    new Promise((resolve, reject) => {
      const cancel = () => reject(cancelledError());
      open.cancels.add(cancel);
      run.call(calls++, BRIDGE_PATHS.indexOf(path as BridgePath), 0, encodeEnvelope(crossing(path, args)), (answer) => {
        open.cancels.delete(cancel);
        const [, ok, value] = decodeEnvelope(answer) as [number, boolean, unknown];
        resolve([ok, value]);
      });
    });

  const channel: HostChannel = {
    async call(path, args) {
      if (run.isOver()) throw cancelledError();
      return locals.has(path) ? callLocal(path, args) : callRun(path, args);
    },
    callSync(path, args) {
      if (run.isOver()) throw cancelledError();
      return locals.get(path)?.([...args], { signal: new AbortController().signal });
    },
    log: (level, line) => run.log(level, line),
    progress: (percent, message) => run.progress(percent, message),
  };
  return { run, channel };
}

/** A delivery crosses in its normal form, as a guest's does; anything else crosses as it is. */
function crossing(path: string, args: readonly unknown[]): readonly unknown[] {
  if (path !== 'emit' && path !== 'output') return args;
  return [args[0], toNormalForm(args[1], { mode: 'emit' })];
}

/** Calls under way. */
class OpenCalls {
  readonly cancels = new Set<() => void>();

  cancel(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }
}
