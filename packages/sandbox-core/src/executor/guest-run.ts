/**
 * One run on the interpreter's thread: from a restored engine to a verdict.
 * @module
 */

import { encodeFailure } from '../bridges/answer.js';
import type { BridgeTable } from '../bridges/bridge.js';
import { type Engine, GuestMemoryError, NO_JOB } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import type { GuestImage } from '../engine/image.js';
import { ENTRY_MODULE_NAME } from '../entry/build-entry.js';
import type { EngineEntry } from '../guest/entries.js';
import { PRELUDE_ID } from '../modules/ids.js';
import { createModuleHost, emptyTables, type GuestModuleHost } from '../modules/normalizer.js';
import { BridgeCalls } from './bridge-calls.js';
import { nowMs, type RunControl } from './control.js';
import { Dispatcher } from './dispatcher.js';
import { Ending } from './ending.js';
import { Evaluation } from './evaluation.js';
import { Interrupts } from './interrupts.js';
import type { RunHost, RunJob, RunOutcome, RunVerdict } from './job.js';
import { ModuleCallbacks } from './module-callbacks.js';
import { imageWithPacks } from './prepare-packs.js';
import type { PackImages } from './prepared-packs.js';
import { Reports } from './reports.js';
import { RunMemory } from './run-memory.js';
import { Staging } from './staging.js';
import { Turns } from './turns.js';
import { WrittenBackGlobals } from './written-back.js';

/** Hooks into the thread that runs the interpreter. */
export interface GuestRunOptions {
  engine: Engine;
  image: GuestImage;
  job: RunJob;
  host: RunHost;
  control: RunControl;
  /** Packs of this thread that need no evaluation. */
  packs: PackImages;
  /** Bridges answered on this thread. */
  local: BridgeTable;
  /** Called whenever the guest has nothing to do but wait. */
  onIdle(): void;
  /** Called before an answer is taken by a guest that may have been waiting. */
  onBusy(): void;
}

/** Interprets one job. Create, {@link start}, and feed it answers until it resolves. */
export class GuestRun {
  private readonly engine: Engine;
  private readonly host: GuestModuleHost;
  private readonly modules: ModuleCallbacks;
  private readonly interrupts: Interrupts;
  private readonly staging: Staging;
  private readonly calls: BridgeCalls;
  private readonly turns = new Turns();
  private readonly writtenBack: WrittenBackGlobals;
  private readonly ending: Ending;
  private readonly evaluation: Evaluation;
  private readonly dispatcher: Dispatcher;
  private readonly memory: RunMemory;
  private resolve: ((outcome: RunOutcome) => void) | undefined;
  private answers: { id: number; bytes: Uint8Array }[] = [];
  private isHeld = false;
  private deadlock: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: GuestRunOptions) {
    const { engine, image, job, control, host, local } = options;
    this.engine = engine;
    this.writtenBack = new WrittenBackGlobals(job.memoryLimitBytes);
    this.host = createModuleHost(job.modules ?? emptyTables());
    this.modules = new ModuleCallbacks(engine, this.host);
    this.interrupts = new Interrupts(engine, image, control, job.timeoutMs);
    this.staging = new Staging(engine, image, this.interrupts, job.mentionsToJSON);
    this.calls = new BridgeCalls({ job, host, control, local, onAnswer: (id, answer) => this.answer(id, answer) });
    this.ending = new Ending(engine, this.interrupts, this.staging, this.modules);
    this.evaluation = new Evaluation(engine, this.host, this.interrupts, this.ending);
    this.memory = new RunMemory(engine, image, job.stackLimitBytes);
    const { interrupts, staging, calls, turns, writtenBack, ending } = this;
    const reports = new Reports(host);
    this.dispatcher = new Dispatcher({ engine, interrupts, staging, calls, turns, reports, writtenBack, ending });
  }

  /** Whether the engine may serve another run. */
  get isSound(): boolean {
    return this.ending.isEngineSound;
  }

  /** Runs until the guest waits or ends; resolves when it has ended. Never rejects. */
  start(): Promise<RunOutcome> {
    const ended = new Promise<RunOutcome>((resolve) => {
      this.resolve = resolve;
    });
    this.guarded(() => this.boot());
    return ended;
  }

  /** Takes the answer to a bridge call. */
  private answer(id: number, bytes: Uint8Array): void {
    if (this.ending.isReached) return;
    this.answers.push({ id, bytes });
    if (!this.isHeld) this.turns.take(() => this.takeAnswers());
  }

  /** The thread has come from other work, such as a message. */
  beginTurn(): void {
    this.turns.begin();
  }

  private takeAnswers(): void {
    if (this.ending.isReached || this.isHeld || this.answers.length === 0) return;
    this.options.onBusy();
    this.guarded(() => this.pump());
  }

  /** Ends a waiting run for the reason in the control block; a busy one sees the block itself. */
  stop(): void {
    if (this.ending.isReached || this.interrupts.isRunning || !this.interrupts.isStopped) return;
    this.ending.stop();
    this.settle();
  }

  private boot(): void {
    const { engine, host, interrupts, staging, ending, dispatcher, memory } = this;
    const { job, image, packs } = this.options;
    engine.callbacks = {
      callFunction: (_a, _ctx, _self, argc, argv) => dispatcher.onCall(argc, argv),
      shouldInterrupt: () => (interrupts.shouldStop(ending.isReached) ? 1 : 0),
      loadModuleSource: (_a, _rt, _ctx, id) => this.modules.load(id),
      normalizeModule: (_a, _rt, _ctx, base, requested) => this.modules.normalize(base, requested),
      freeHostRef: () => undefined,
    };
    const surroundings = { engine, base: image, job, host, interrupts, staging, ending, dispatcher, memory };
    const restored = imageWithPacks(packs, surroundings);
    if (ending.isReached) return;
    memory.begin(restored, job.memoryLimitBytes);
    if (job.setup !== undefined) this.callEntry('setup', engine.decode(job.setup));
    // Compiling a hostile text may take long too.
    interrupts.start();
    if (job.probes !== undefined && !this.evaluation.probesCompile(job.probes)) return;
    const runEntry = () => {
      interrupts.start();
      this.evaluation.begin(job.source, ENTRY_MODULE_NAME, 'link', (namespace) => this.callEntry('begin', namespace));
    };
    if (job.prelude === undefined) runEntry();
    else this.evaluation.begin(job.prelude, PRELUDE_ID, 'prelude', runEntry);
    this.pump();
  }

  /** Delivers what has been answered and runs jobs, until the guest waits or the run has ended. */
  private pump(): void {
    const { ending } = this;
    while (!ending.isReached) {
      const answers = this.answers;
      this.answers = [];
      for (const { id, bytes } of answers) this.deliver(id, bytes);
      this.runJobs();
      if (ending.isReached) return;
      if (this.evaluation.proceed()) continue;
      if (this.answers.length > 0) {
        if (!this.turns.isOver) continue;
        this.turns.next(() => this.takeAnswers());
        this.options.onIdle();
        return;
      }
      if (this.calls.isWaiting) {
        this.options.onIdle();
        return;
      }
      if (this.engine.bounds.growthRefused) ending.end({ status: 'memory' });
      else if (this.options.job.deadlockGraceMs === 0) ending.end({ status: 'timeout', isDeadlock: true });
      else return this.endAsDeadlockSoon();
    }
  }

  private endAsDeadlockSoon(): void {
    this.deadlock = setTimeout(
      () => {
        this.ending.end({ status: 'timeout', isDeadlock: true });
        this.settle();
      },
      Math.min(this.options.job.deadlockGraceMs, this.options.job.timeoutMs),
    );
  }

  private deliver(id: number, bytes: Uint8Array): void {
    this.calls.answered();
    let value: Pointer;
    try {
      value = this.engine.decode(bytes);
    } catch (error) {
      if (!(error instanceof GuestMemoryError)) throw error;
      // The value does not fit: the call fails instead of the run.
      value = this.engine.decode(encodeFailure(id, { name: 'InternalError', message: 'out of memory' }));
    }
    this.callEntry('settle', value);
  }

  private runJobs(): void {
    const { engine, interrupts, ending } = this;
    interrupts.metered(() => {
      // An interrupted job may well end without an error; no other may run after it.
      while (!ending.isReached && engine.runJob() !== NO_JOB) if (interrupts.isStopped) break;
    });
    if (!ending.isReached && interrupts.isStopped) ending.stop();
  }

  private callEntry(name: EngineEntry, argument?: Pointer): void {
    const value = this.interrupts.metered(() => this.engine.call(this.engine.entry(name), argument));
    if (argument !== undefined) this.engine.free(argument);
    this.ending.endIfThrown(value, 'body');
  }

  /** Runs engine work; an exception that leaves the engine ends the run and costs the engine. */
  private guarded(work: () => void): void {
    if (this.isHeld) return;
    this.isHeld = true;
    try {
      work();
    } catch (error) {
      this.ending.endBy(error);
    } finally {
      this.isHeld = false;
    }
    this.settle();
  }

  private settle(): void {
    const { ending, resolve } = this;
    const { verdict } = ending;
    if (verdict === undefined || resolve === undefined || this.isHeld) return;
    this.resolve = undefined;
    clearTimeout(this.deadlock);
    if (this.isSound && (verdict.status === 'returned' || verdict.status === 'threw')) this.readGlobals();
    const { control } = this.options;
    this.calls.end();
    resolve({
      verdict: ending.verdict as RunVerdict,
      writtenBack: this.writtenBack.all,
      cpuMs: control.cpuBefore,
      wallMs: control.startedAt === 0 ? 0 : nowMs() - control.startedAt,
      suspendedMs: control.credit,
      peakMemoryBytes: this.memory.inUse,
      bridgeCalls: this.calls.made,
    });
  }

  private readGlobals(): void {
    this.ending.reopen(() => {
      const value = this.interrupts.metered(() => this.engine.call(this.engine.entry('writeBack')));
      const error = this.engine.exception(value);
      if (error !== 0 && this.interrupts.isStopped) {
        this.writtenBack.clear();
        this.ending.stop();
      }
    });
  }
}
