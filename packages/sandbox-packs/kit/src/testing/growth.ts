/**
 * How much more a guest pack's call costs for twice the input.
 *
 * Steps are counted by the engine's own interrupt handler, so they are the same on every machine; they see calls, loops
 * and expressions that try a text at every place. Loops inside the engine's own functions show in the time only.
 * @module
 */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core';
import { bundleGuest } from './guest-engine.js';

/** Sizes at which a call is measured, in KiB. */
const SIZES_KIB = [10, 20, 40];

/** A call is repeated until it takes this many steps or this long, so that neither is a matter of rounding. */
const ENOUGH_STEPS = 50;
const ENOUGH_MS = 50;

/** Noise makes a time longer, never shorter: a growth that is measured once is true. */
const MOST_TRIES = 6;

interface Cost {
  steps: number;
  ms: number;
}

/**
 * The largest growth per doubling of a call's cost, in steps and in processor time, at 10, 20 and 40 KiB of input.
 * 2 is linear, 4 is quadratic.
 *
 * @param body function body that sees the pack's namespace as `pack`, and `input`
 * @param inputOf input of about so many KiB, as JSON can carry it
 * @example
 * expect(await growthPerDoubling(entry, 'pack.parse(input)', (kib) => 'a b\n'.repeat(kib * 256))).toBeLessThan(3);
 */
export async function growthPerDoubling(
  entryFile: string,
  body: string,
  inputOf: (kib: number) => unknown,
): Promise<number> {
  const measure = await openMeter(await bundleGuest(entryFile));
  const inputs = SIZES_KIB.map((kib) => JSON.stringify(inputOf(kib)));
  let times = 1;
  for (let first = measure(body, inputs[0] ?? 'null', 1); first.steps < ENOUGH_STEPS && first.ms < ENOUGH_MS; ) {
    times *= 2;
    first = measure(body, inputs[0] ?? 'null', times);
  }
  let best = inputs.map(() => ({ steps: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }));
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    best = inputs.map((input, at) => leastOf(best[at], measure(body, input, times)));
    if (turn > 0 && worstGrowth(best) < 3) break;
  }
  return worstGrowth(best);
}

/**
 * True when a call is still running after `steps` of the engine, and ends when it is told to stop: as a run ends a guest
 * at its deadline, but counted, so that it is the same on every machine.
 * @example
 * expect(await isStoppedAfter(entry, 'pack.rrulestr("FREQ=DAILY").all()', 500)).toBe(true);
 */
export async function isStoppedAfter(entryFile: string, body: string, steps: number): Promise<boolean> {
  const source = await bundleGuest(entryFile);
  const engine = await loadEngine();
  using runtime = engine.newRuntime({ maxStackSizeBytes: 512 * 1024 });
  runtime.setModuleLoader((name) => (name === 'pack' ? source : { error: new Error(`no module ${name}`) }));
  using context = runtime.newContext();
  run(context, 'import * as pack from "pack"; globalThis.pack = pack;', 'module');
  let left = steps;
  runtime.setInterruptHandler(() => {
    left -= 1;
    return left < 0;
  });
  context.evalCode(`(() => {\n${body}\n})()`, 'stopped.js').dispose();
  return left < 0;
}

function worstGrowth(costs: readonly Cost[]): number {
  const growths = costs.slice(1).flatMap(({ steps, ms }, at) => {
    const half = costs[at] ?? { steps, ms };
    // Fewer steps than these are a matter of rounding.
    return half.steps < ENOUGH_STEPS && steps < ENOUGH_STEPS * 4 ? [ms / half.ms] : [steps / half.steps, ms / half.ms];
  });
  return Math.max(...growths);
}

function leastOf(one: Cost | undefined, other: Cost): Cost {
  return { steps: Math.min(one?.steps ?? other.steps, other.steps), ms: Math.min(one?.ms ?? other.ms, other.ms) };
}

async function openMeter(source: string): Promise<(body: string, inputJson: string, times: number) => Cost> {
  const engine = await loadEngine();
  return (body, inputJson, times) => {
    // A fresh runtime for each measure: what an earlier one left in memory must not change the cost.
    using runtime = engine.newRuntime({ maxStackSizeBytes: 512 * 1024 });
    let steps = 0;
    runtime.setInterruptHandler(() => {
      steps += 1;
      return false;
    });
    runtime.setModuleLoader((name) => (name === 'pack' ? source : { error: new Error(`no module ${name}`) }));
    using context = runtime.newContext();
    context.newString(inputJson).consume((text) => context.setProp(context.global, 'inputJson', text));
    run(context, 'import * as pack from "pack"; globalThis.pack = pack;', 'module');
    run(context, `globalThis.call = ((pack, input) => () => {\n${body}\n})(pack, JSON.parse(inputJson));`, 'global');
    const before = steps;
    const start = process.cpuUsage();
    run(context, `for (let turn = 0; turn < ${times}; turn += 1) call();`, 'global');
    const { user, system } = process.cpuUsage(start);
    return { steps: steps - before, ms: (user + system) / 1000 };
  };
}

function loadEngine(): ReturnType<typeof newQuickJSWASMModuleFromVariant> {
  // The variant is typed as CommonJS; under Node's ESM its default export is the variant itself.
  return newQuickJSWASMModuleFromVariant(variant as Parameters<typeof newQuickJSWASMModuleFromVariant>[0]);
}

function run(context: QuickJSContext, code: string, type: 'global' | 'module'): void {
  context.unwrapResult(context.evalCode(code, 'growth.js', { type })).dispose();
}
