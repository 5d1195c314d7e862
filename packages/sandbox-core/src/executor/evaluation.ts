/**
 * Evaluates the modules of a run, those that await at their top level included.
 * @module
 */
import type { Engine } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { ENTRY_MODULE_NAME } from '../entry/build-entry.js';
import type { GuestModuleHost } from '../modules/normalizer.js';
import type { Ending } from './ending.js';
import type { Interrupts } from './interrupts.js';

/** States of a promise, as the engine numbers them. Negative: not a promise. */
const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;

interface Evaluated {
  value: Pointer;
  phase: 'prelude' | 'link';
  next(namespace: Pointer): void;
}

/** The module that is being evaluated, if any. */
export class Evaluation {
  private evaluated: Evaluated | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly host: GuestModuleHost,
    private readonly interrupts: Interrupts,
    private readonly ending: Ending,
  ) {}

  /** Evaluates a module and its static graph; `next` takes its namespace, at once or when the last `await` is over. */
  begin(source: string, id: string, phase: 'prelude' | 'link', next: (namespace: Pointer) => void): void {
    this.host.openStaticGraph();
    const value = this.interrupts.metered(() => this.engine.evaluateModule(source, id));
    // A dynamic import runs as a job: no job of this graph has run yet.
    this.host.lockStaticGraph();
    if (this.ending.endIfThrown(value, phase)) return;
    this.evaluated = { value, phase, next };
    this.proceed();
  }

  /** A module of the graph that awaits at its top level leaves a promise of the namespace. Whether it went on. */
  proceed(): boolean {
    const { evaluated, engine } = this;
    if (evaluated === undefined) return false;
    const { value, phase, next } = evaluated;
    const state = engine.ffi.QTS_PromiseState(engine.at.ctx, value);
    if (state === PENDING) return false;
    this.evaluated = undefined;
    if (state === REJECTED) this.ending.endWithError(engine.ffi.QTS_PromiseResult(engine.at.ctx, value), phase);
    else next(state === FULFILLED ? engine.ffi.QTS_PromiseResult(engine.at.ctx, value) : value);
    return true;
  }

  /** Text that our own parser refuses must compile in both wrappers, else the first one's complaint is reported. */
  probesCompile(probes: [string, string]): boolean {
    for (const probe of probes) {
      const value = this.interrupts.metered(() => this.engine.compileModule(probe, ENTRY_MODULE_NAME));
      const error = this.engine.exception(value);
      if (error === 0) continue;
      const record = this.ending.describe(error);
      if (record !== undefined) this.ending.end({ status: 'syntax', record });
      return false;
    }
    return true;
  }
}
