/**
 * A guest that sends what it likes: the dispatcher of a real run is called as code in the guest's memory could call it.
 * @module
 */
import type { RunSandboxResult } from '@nodetool-ai/protocol';
import { localBridges } from '../../../packages/sandbox-core/src/bridges/local.js';
import { decodeEnvelope } from '../../../packages/sandbox-core/src/codec/decode.js';
import { buildImage } from '../../../packages/sandbox-core/src/engine/build-image.js';
import type { Engine } from '../../../packages/sandbox-core/src/engine/engine.js';
import type { EngineCallbacks, Pointer } from '../../../packages/sandbox-core/src/engine/ffi.js';
import { EnginePool } from '../../../packages/sandbox-core/src/engine/pool.js';
import { buildEntry } from '../../../packages/sandbox-core/src/entry/build-entry.js';
import { RunControl } from '../../../packages/sandbox-core/src/executor/control.js';
import { bareOutcome } from '../../../packages/sandbox-core/src/executor/executor.js';
import { GuestRun } from '../../../packages/sandbox-core/src/executor/guest-run.js';
import type { RunVerdict } from '../../../packages/sandbox-core/src/executor/job.js';
import { PackImages } from '../../../packages/sandbox-core/src/executor/prepared-packs.js';
import { writeBackGlobals } from '../../../packages/sandbox-core/src/globals.js';
import { resolveSandboxLimits } from '../../../packages/sandbox-core/src/limits.js';
import { type ModulePlan, planModules } from '../../../packages/sandbox-core/src/modules/plan.js';
import { nodePlatform } from '../../../packages/sandbox-core/src/platform.node.js';
import { RunBridges } from '../../../packages/sandbox-core/src/run-bridges.js';
import { completeResult } from '../../../packages/sandbox-core/src/run-result.js';
import { jobOf } from '../../../packages/sandbox-core/test/run-job.js';

/** A value in the guest, as an argument of the dispatcher. */
interface GuestValue {
  value: Pointer;
}

/** Calls the dispatcher; whether it gave something back. */
export type Dispatch = (op: number, ...args: (number | GuestValue)[]) => boolean;

/** What came of a forgery. */
export interface Forged {
  result: RunSandboxResult;
  seen: { lines: number; reports: number; kept: number; hasEnded: boolean };
}

const limits = resolveSandboxLimits();
const plan = planModules(undefined, undefined) as ModulePlan;
const entry = buildEntry('return 1');
const bridgesOfRun = () =>
  new RunBridges({ options: { code: '' }, limits, functions: [() => 'called'], plan, clock: undefined });

let pool: Promise<EnginePool> | undefined;
const engines = (): Promise<EnginePool> => {
  pool ??= nodePlatform.compileEngine().then(async (compiled) => new EnginePool(compiled, await buildImage(compiled)));
  return pool;
};

/** A value made in the guest by a script. */
export function script(engine: Engine, source: string): GuestValue {
  return { value: engine.evaluateScript(`(${source})`, 'forged') };
}

/** Starts a run that calls a bridge; within that call, with the guest on the stack, `attack` sends what it likes. */
export async function forge(attack: (engine: Engine, dispatch: Dispatch) => void): Promise<Forged> {
  const { image, lease } = await engines().then((known) => ({ image: known.image, lease: () => known.lease() }));
  const engine = await lease();
  let callbacks: EngineCallbacks | undefined;
  const watched = new Proxy(engine, {
    set(target, key, value) {
      if (key === 'callbacks') callbacks = value as EngineCallbacks;
      return Reflect.set(target, key, value, target);
    },
    get: (target, key) => {
      const member = Reflect.get(target, key, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const bridges = bridgesOfRun();
  const seen = { lines: 0, reports: 0, kept: 0, hasEnded: false };
  let hasAttacked = false;
  const run = new GuestRun({
    engine: watched,
    image,
    packs: new PackImages(),
    job: jobOf('try { await emit("start", 1) } catch {} return 1', {
      timeoutMs: 10_000,
      memoryLimitBytes: 64 << 20,
      maxBridgeCalls: 100_000,
    }),
    host: {
      log: (level, text) => {
        seen.lines++;
        bridges.log(level, text);
      },
      progress: (percent, message) => {
        seen.reports++;
        bridges.progress(percent, message);
      },
      call: (id, path, functionId, args, reply) => {
        if (!hasAttacked) {
          hasAttacked = true;
          attack(
            engine,
            dispatcherOf(engine, () => callbacks as EngineCallbacks),
          );
        }
        bridges.call(id, path, functionId, args, reply);
      },
      callWithNumbers: (...call) => bridges.callWithNumbers(...call),
      streams: 'absent',
      isStreamOpen: () => false,
      inShare: (task) => task(),
    },
    control: new RunControl(new ArrayBuffer(RunControl.BYTES)),
    local: localBridges(),
    onIdle: () => undefined,
    onBusy: () => undefined,
  });
  const outcome = await run.start();
  bridges.seal();
  seen.hasEnded = true;
  seen.kept = outcome.writtenBack.reduce(
    (sum, entryOf) => sum + ('bytes' in entryOf ? entryOf.bytes : entryOf.problem).length,
    0,
  );
  // A promise that nobody takes would come up now.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { result: completeResult({ outcome, bridges, entry, plan, limits, timeoutMs: 10_000 }), seen };
}

/** A value of the engine takes eight bytes; an integer has its number in the first four and 0 in the others. */
const VALUE_BYTES = 8;
const MAX_ARGUMENTS = 8;

function dispatcherOf(engine: Engine, callbacks: () => EngineCallbacks): Dispatch {
  const argv = engine.place(new Uint8Array(VALUE_BYTES * MAX_ARGUMENTS));
  return (op, ...args) => {
    [op, ...args].forEach((argument, index) => {
      const at = argv + VALUE_BYTES * index;
      if (typeof argument === 'number') {
        engine.writeInt32(at, argument);
        engine.writeInt32(at + 4, 0);
      } else engine.module.HEAPU8.copyWithin(at, argument.value, argument.value + VALUE_BYTES);
    });
    const answer = callbacks().callFunction(undefined, engine.at.ctx, 0, args.length + 1, argv, 0);
    if (answer !== 0) engine.free(answer);
    return answer !== 0;
  };
}

/** Text of what a bridge of the caller's side answers to bytes. */
export function answerTo(path: number, args: Uint8Array): Promise<string> {
  const bridges = bridgesOfRun();
  return new Promise((resolve) => {
    bridges.call(1, path, 1, args, (answer) => {
      bridges.seal();
      const [, ok, value] = decodeEnvelope(answer) as [number, boolean, { message?: string }];
      resolve(ok ? 'answered' : `refused: ${value.message}`);
    });
  });
}

function complete(verdict: RunVerdict): RunSandboxResult {
  return completeResult({
    outcome: bareOutcome(verdict),
    bridges: bridgesOfRun(),
    entry,
    plan,
    limits,
    timeoutMs: 1000,
  });
}

/** The result of a run that returned these bytes. */
export function readAsResult(payload: Uint8Array): RunSandboxResult {
  return complete({ status: 'returned', result: payload });
}

/** The result of a run whose error is these bytes. */
export function readAsRecord(payload: Uint8Array): RunSandboxResult {
  return complete({
    status: 'threw',
    record: payload,
    phase: 'body',
    denial: undefined,
    hasRefusedMemory: false,
  });
}

/** What comes of a global that was left as these bytes. */
export function readBack(payload: Uint8Array): { globals: object; warnings: string[] } {
  const globals = { state: { kept: 1 } };
  return { globals, warnings: writeBackGlobals(globals, ['state'], [{ index: 0, bytes: payload }], []) };
}
