/**
 * One run on the interpreter's thread: from a restored engine to a verdict.
 * @module
 */

import { encodeFailure, encodeSuccess } from '../bridges/answer.js';
import type { BridgeTable } from '../bridges/bridge.js';
import { type Engine, GuestMemoryError, NO_JOB } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { type GuestImage, restoreImage } from '../engine/image.js';
import { STACK_TOP } from '../engine/pinned.js';
import { randomSeed } from '../engine/random-seed.js';
import { ENTRY_MODULE_NAME } from '../entry/build-entry.js';
import type { EngineEntry } from '../guest/entries.js';
import { OP } from '../guest/paths.js';
import { PRELUDE_ID } from '../modules/ids.js';
import { createModuleHost, emptyTables, type GuestModuleHost } from '../modules/normalizer.js';
import { BridgeCalls } from './bridge-calls.js';
import { nowMs, type RunControl } from './control.js';
import { Interrupts } from './interrupts.js';
import type { RunHost, RunJob, RunOutcome, RunVerdict } from './job.js';
import { ModuleCallbacks } from './module-callbacks.js';
import { preparePacks } from './prepare-packs.js';
import type { PackImages } from './prepared-packs.js';
import { Reports } from './reports.js';
import { Staging } from './staging.js';
import { Turns } from './turns.js';
import { WrittenBackGlobals } from './written-back.js';

/** Where the numbers of a call with numbers stand among the dispatcher's arguments, and how many there may be. */
const FIRST_NUMBER = 4;
const MAX_NUMBERS = 2;
/** Packs that need more than this are evaluated in each run. */
const MAX_PREPARED_BYTES = 64 * 1024 * 1024;
/** States of a promise, as the engine numbers them. Negative: not a promise. */
const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;

interface Evaluation {
  value: Pointer;
  phase: 'prelude' | 'link';
  next(namespace: Pointer): void;
}

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
  private verdict: RunVerdict | undefined;
  private resolve: ((outcome: RunOutcome) => void) | undefined;
  private result: Uint8Array | undefined;
  private readonly reports: Reports;
  private readonly writtenBack: WrittenBackGlobals;
  private answers: { id: number; bytes: Uint8Array }[] = [];
  private isHeld = false;
  private evaluating: Evaluation | undefined;
  private restoredHeapEnd = 0;
  /** What the engine was restored to. */
  private image: GuestImage;
  /** Counts what is tried while nothing may reach the host. */
  private callsCutOff: number | undefined;
  private deadlock: ReturnType<typeof setTimeout> | undefined;
  /** Whether the engine may serve another run. */
  isSound = true;

  constructor(private readonly options: GuestRunOptions) {
    const { engine, image, job, control, host, local } = options;
    this.engine = engine;
    this.image = image;
    this.reports = new Reports(host);
    this.writtenBack = new WrittenBackGlobals(job.memoryLimitBytes);
    this.host = createModuleHost(job.modules ?? emptyTables());
    this.modules = new ModuleCallbacks(engine, this.host);
    this.interrupts = new Interrupts(engine, image, control, job.timeoutMs);
    this.staging = new Staging(engine, image, this.interrupts, job.mentionsToJSON);
    this.calls = new BridgeCalls({ job, host, control, local, onAnswer: (id, answer) => this.answer(id, answer) });
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
    if (this.verdict !== undefined) return;
    this.answers.push({ id, bytes });
    if (!this.isHeld) this.turns.take(() => this.takeAnswers());
  }

  /** The thread has come from other work, such as a message. */
  beginTurn(): void {
    this.turns.begin();
  }

  private takeAnswers(): void {
    if (this.verdict !== undefined || this.isHeld || this.answers.length === 0) return;
    this.options.onBusy();
    this.guarded(() => this.pump());
  }

  /** Ends a waiting run for the reason in the control block; a busy one sees the block itself. */
  stop(): void {
    if (this.verdict === undefined && !this.interrupts.isRunning && this.interrupts.isStopped) this.stopForReason();
  }

  private boot(): void {
    const { engine } = this;
    const { job } = this.options;
    engine.callbacks = {
      callFunction: (_a, _ctx, _self, argc, argv) => this.onDispatch(argc, argv),
      shouldInterrupt: () => (this.interrupts.shouldStop(this.verdict !== undefined) ? 1 : 0),
      loadModuleSource: (_a, _rt, _ctx, id) => this.modules.load(id),
      normalizeModule: (_a, _rt, _ctx, base, requested) => this.modules.normalize(base, requested),
      freeHostRef: () => undefined,
    };
    this.image = this.imageWithPacks();
    if (this.verdict !== undefined) return;
    this.restore(this.image, job.memoryLimitBytes);
    this.restoredHeapEnd = this.heapEnd();
    if (job.setup !== undefined) this.callEntry('setup', engine.decode(job.setup));
    // Compiling a hostile text may take long too.
    this.interrupts.start();
    if (job.probes !== undefined && !this.probesCompile(job.probes)) return;
    const runEntry = () => {
      this.interrupts.start();
      this.evaluate(job.source, ENTRY_MODULE_NAME, 'link', (namespace) => this.begin(namespace));
    };
    if (job.prelude === undefined) runEntry();
    else this.evaluate(job.prelude, PRELUDE_ID, 'prelude', runEntry);
    this.pump();
  }

  private restore(image: GuestImage, memoryLimitBytes: number): void {
    const { stackLimitBytes } = this.options.job;
    restoreImage(this.engine, image, {
      memoryLimitBytes,
      stackLimitBytes,
      random: randomSeed(),
      nowMs: performance.now(),
    });
  }

  /** An image with the packs of the program inside, where there is one or one can be made; else the plain one. */
  private imageWithPacks(): GuestImage {
    const { engine, image, job, packs } = this.options;
    const plan = image.offsets === undefined ? 'evaluate' : packs.planFor(job);
    if (plan === 'evaluate') return image;
    if (plan !== 'prepare') return plan.image;
    // Within the base memory, and without the block that keeps a small limit small: an image must not hold it.
    this.restore(image, MAX_PREPARED_BYTES);
    const { host, interrupts, staging } = this;
    interrupts.start();
    const prepared = preparePacks({
      engine,
      base: image,
      job,
      host,
      interrupts,
      staging,
      cutOff: (work) => this.cutOff(work),
    });
    if (interrupts.isStopped) this.stopForReason();
    return packs.keep(job, prepared)?.image ?? image;
  }

  private cutOff(work: () => void): number {
    this.callsCutOff = 0;
    try {
      work();
      return this.callsCutOff;
    } finally {
      this.callsCutOff = undefined;
    }
  }

  /** Evaluates a module and its static graph; `next` takes its namespace, at once or when the last `await` is over. */
  private evaluate(source: string, id: string, phase: 'prelude' | 'link', next: (namespace: Pointer) => void): void {
    this.host.openStaticGraph();
    const value = this.interrupts.metered(() => this.engine.evaluateModule(source, id));
    // A dynamic import runs as a job: no job of this graph has run yet.
    this.host.lockStaticGraph();
    if (this.endIfThrown(value, phase)) return;
    this.evaluating = { value, phase, next };
    this.continueEvaluation();
  }

  /** A module of the graph that awaits at its top level leaves a promise of the namespace. */
  private continueEvaluation(): boolean {
    const { evaluating, engine } = this;
    if (evaluating === undefined) return false;
    const { value, phase, next } = evaluating;
    const state = engine.ffi.QTS_PromiseState(engine.at.ctx, value);
    if (state === PENDING) return false;
    this.evaluating = undefined;
    if (state === REJECTED) this.endWithError(engine.ffi.QTS_PromiseResult(engine.at.ctx, value), phase);
    else next(state === FULFILLED ? engine.ffi.QTS_PromiseResult(engine.at.ctx, value) : value);
    return true;
  }

  private begin(namespace: Pointer): void {
    this.callEntry('begin', namespace);
  }

  /** Text that our own parser refuses must compile in both wrappers, else the first one's complaint is reported. */
  private probesCompile(probes: [string, string]): boolean {
    for (const probe of probes) {
      const value = this.interrupts.metered(() => this.engine.compileModule(probe, ENTRY_MODULE_NAME));
      const error = this.engine.exception(value);
      if (error === 0) continue;
      const record = this.describe(error);
      if (record !== undefined) this.end({ status: 'syntax', record });
      return false;
    }
    return true;
  }

  /** Delivers what has been answered and runs jobs, until the guest waits or the run has ended. */
  private pump(): void {
    while (this.verdict === undefined) {
      const answers = this.answers;
      this.answers = [];
      for (const { id, bytes } of answers) this.deliver(id, bytes);
      if (this.runJobs() === 'stopped') return;
      if (this.continueEvaluation()) continue;
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
      if (this.engine.bounds.growthRefused) this.end({ status: 'memory' });
      else if (this.options.job.deadlockGraceMs === 0) this.end({ status: 'timeout', isDeadlock: true });
      else return this.endAsDeadlockSoon();
    }
  }

  private endAsDeadlockSoon(): void {
    this.deadlock = setTimeout(
      () => {
        this.end({ status: 'timeout', isDeadlock: true });
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

  private runJobs(): 'idle' | 'stopped' {
    this.interrupts.metered(() => {
      // An interrupted job may well end without an error; no other may run after it.
      while (this.verdict === undefined && this.engine.runJob() !== NO_JOB) if (this.interrupts.isStopped) break;
    });
    if (this.verdict === undefined && this.interrupts.isStopped) this.stopForReason();
    return this.verdict === undefined ? 'idle' : 'stopped';
  }

  private callEntry(name: EngineEntry, argument?: Pointer): void {
    const value = this.interrupts.metered(() => this.engine.call(this.engine.entry(name), argument));
    if (argument !== undefined) this.engine.free(argument);
    this.endIfThrown(value, 'body');
  }

  private onDispatch(argc: number, argv: Pointer): Pointer {
    try {
      return this.dispatch(argc, argv);
    } catch (error) {
      // An exception must not cross the engine's frames. Lack of memory reads as "could not"; all else ends the run.
      if (!(error instanceof GuestMemoryError)) this.endEngine(error);
      return 0;
    }
  }

  private dispatch(argc: number, argv: Pointer): Pointer {
    const { engine } = this;
    if (this.callsCutOff !== undefined) {
      this.callsCutOff++;
      return 0;
    }
    const op = engine.readUint32(argv);
    const argument = (index: number): number => (index < argc ? engine.readInt32(argv + 8 * index) : 0);
    switch (op) {
      case OP.stage:
        return this.staging.stage(engine.ffi.QTS_ArgvGetJSValueConstPointer(argv, 1), argument(2));
      case OP.part:
        return this.staging.addPart(engine.ffi.QTS_ArgvGetJSValueConstPointer(argv, 1), argument(2), argument(3));
      case OP.call:
        return this.startCall(argument(1), argument(2), argument(3));
      case OP.callWithNumbers:
        return this.startCallWithNumbers(argument(1), argument(2), argument(3), argv);
      case OP.callNow:
        return engine.decode(this.calls.callNow(argument(1), this.staging.take()));
      case OP.log:
        this.reports.log(argument(1), this.staging.take());
        return 0;
      case OP.progress:
        this.reports.progress(this.staging.take());
        return 0;
      case OP.result:
        this.result = this.staging.take();
        return 0;
      case OP.done:
        if (this.result === undefined) throw new Error('the guest ended without a result');
        this.end({ status: 'returned', result: this.result });
        return 0;
      case OP.fail:
        this.endWithRecord(this.staging.take(), 'body');
        return 0;
      case OP.writeBack:
        this.writtenBack.value(argument(1), this.staging.take());
        return 0;
      case OP.writeBackFailed:
        this.writtenBack.problem(argument(1), this.staging.take());
        return 0;
      default:
        return 0;
    }
  }

  private startCall(id: number, path: number, functionId: number): Pointer {
    const args = this.staging.take();
    const answer = this.interrupts.unmetered(() => this.calls.start(id, path, functionId, args));
    return answer === undefined ? 0 : this.answerAtOnce(id, answer);
  }

  private startCallWithNumbers(id: number, functionId: number, count: number, argv: Pointer): Pointer {
    const { ffi, at } = this.engine;
    const numbers: number[] = [];
    for (let index = 0; index < count && index < MAX_NUMBERS; index++)
      numbers.push(ffi.QTS_GetFloat64(at.ctx, ffi.QTS_ArgvGetJSValueConstPointer(argv, FIRST_NUMBER + index)));
    const answer = this.interrupts.unmetered(() => this.calls.startWithNumbers(id, functionId, numbers));
    if (answer === undefined) return 0;
    if (typeof answer !== 'number') return this.answerAtOnce(id, answer);
    return this.turns.isOver ? this.answerAtOnce(id, encodeSuccess(id, answer)) : ffi.QTS_NewFloat64(at.ctx, answer);
  }

  /** Answers at once what is known at once, but not for longer than a turn. */
  private answerAtOnce(id: number, answer: Uint8Array): Pointer {
    if (!this.turns.isOver) {
      try {
        return this.engine.decode(answer);
      } catch (error) {
        if (!(error instanceof GuestMemoryError)) throw error;
      }
    }
    this.calls.later(id, answer);
    return 0;
  }

  /** Runs engine work; an exception that leaves the engine ends the run and costs the engine. */
  private guarded(work: () => void): void {
    if (this.isHeld) return;
    this.isHeld = true;
    try {
      work();
    } catch (error) {
      if (error instanceof GuestMemoryError) this.end({ status: 'memory' });
      else this.endEngine(error);
    } finally {
      this.isHeld = false;
    }
    this.settle();
  }

  private endEngine(error: unknown): void {
    this.isSound = false;
    this.verdict = isHostStackOverflow(error)
      ? { status: 'stack' }
      : { status: 'engine', message: error instanceof Error ? error.message : String(error) };
  }

  private stopForReason(): void {
    this.end(this.interrupts.verdict());
    this.settle();
  }

  /** What an interrupted program still manages to say is not what ended it. */
  private end(verdict: RunVerdict): void {
    this.verdict ??= this.interrupts.isStopped ? this.interrupts.verdict() : verdict;
  }

  private endIfThrown(value: Pointer, phase: 'prelude' | 'link' | 'body'): boolean {
    const error = this.engine.exception(value);
    if (error === 0) return false;
    this.endWithError(error, phase);
    return true;
  }

  private endWithError(error: Pointer, phase: 'prelude' | 'link' | 'body'): void {
    if (this.interrupts.isStopped) {
      this.stopForReason();
      return;
    }
    const record = this.describe(error);
    if (record !== undefined) this.endWithRecord(record, phase);
  }

  private endWithRecord(record: Uint8Array, phase: 'prelude' | 'link' | 'body'): void {
    const hasRefusedMemory = this.engine.bounds.growthRefused;
    const denial = phase === 'link' ? this.modules.staticDenial : undefined;
    this.end({ status: 'threw', record, phase, denial, hasRefusedMemory });
  }

  /** Bytes of the record of an error, or `undefined` when the run ended while it was read. */
  private describe(error: Pointer): Uint8Array | undefined {
    const value = this.interrupts.metered(() => this.engine.call(this.engine.entry('describe'), error));
    const second = this.engine.exception(value);
    if (second === 0) return this.staging.take();
    if (this.interrupts.isStopped) this.stopForReason();
    else this.end({ status: 'memory' });
    return undefined;
  }

  private settle(): void {
    const { verdict, resolve } = this;
    if (verdict === undefined || resolve === undefined || this.isHeld) return;
    this.resolve = undefined;
    clearTimeout(this.deadlock);
    if (this.isSound && (verdict.status === 'returned' || verdict.status === 'threw')) this.readGlobals();
    const { control } = this.options;
    this.calls.end();
    resolve({
      verdict: this.verdict as RunVerdict,
      writtenBack: this.writtenBack.all,
      cpuMs: control.cpuBefore,
      wallMs: control.startedAt === 0 ? 0 : nowMs() - control.startedAt,
      suspendedMs: control.credit,
      peakMemoryBytes: this.memoryInUse(),
      bridgeCalls: this.calls.made,
    });
  }

  private readGlobals(): void {
    const ended = this.verdict as RunVerdict;
    this.verdict = undefined;
    try {
      const value = this.interrupts.metered(() => this.engine.call(this.engine.entry('writeBack')));
      const error = this.engine.exception(value);
      if (error !== 0 && this.interrupts.isStopped) {
        this.writtenBack.clear();
        this.end(this.interrupts.verdict());
      }
    } catch (error) {
      this.endEngine(error);
    }
    this.verdict ??= ended;
  }

  /** The guest's own world included, the block that keeps a small limit small excluded. */
  private memoryInUse(): number {
    const ballast = this.restoredHeapEnd - this.image.heapEnd;
    return Math.max(0, this.heapEnd() - STACK_TOP - ballast);
  }

  private heapEnd(): number {
    const { offsets } = this.options.image;
    return offsets === undefined ? 0 : this.engine.readUint32(offsets.heapEndAddress);
  }
}

function isHostStackOverflow(error: unknown): boolean {
  return (
    (error instanceof RangeError && /call stack/i.test(error.message)) ||
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
}
