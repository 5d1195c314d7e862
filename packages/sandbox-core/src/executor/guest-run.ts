/**
 * One run on the interpreter's thread: from a restored engine to a verdict.
 * @module
 */

import { encodeAnswer, encodeAnswerNow, encodeFailure } from '../bridges/answer.js';
import type { BridgeTable } from '../bridges/bridge.js';
import { decodeEnvelope } from '../codec/decode.js';
import { encodeEnvelope } from '../codec/encode.js';
import { joinPayload } from '../codec/payload.js';
import { scanRaw } from '../codec/scan-raw.js';
import { type Engine, GuestMemoryError, NO_JOB } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { type GuestImage, restoreImage } from '../engine/image.js';
import { STACK_TOP, WASM_PAGE_BYTES } from '../engine/pinned.js';
import { readText } from '../engine/read-text.js';
import { BRIDGE_PATHS, OP } from '../guest/paths.js';
import { type ModulePlan, planModules } from '../modules/plan.js';
import { nowMs, type RunControl, STOP } from './control.js';
import type { RunHost, RunJob, RunOutcome, RunVerdict, WrittenBack } from './job.js';

const DENIED_ID = 'nodetool-sandbox:denied';
const ENTRY_ID = 'user-code';
const PRELUDE_ID = 'sandbox-prelude';
/** The engine asks whether to stop after this many loop edges or calls. */
const POLL_INTERVAL = 250;
const STEPS_TO_THROW = 10;
/** Memory that the engine's own writer may claim for one attempt: 16 MiB. */
const ATTEMPT_PAGES = 256;
/** Bytes of one list of arguments: 64 MiB of binary data and 16 MiB of anything else. */
const MAX_ARGUMENT_BYTES = 80 * 1024 * 1024;
/** Mode of a value that the guest's own code has packed. */
const PACKED = -1;

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
  /** Bridges answered on this thread. */
  local: BridgeTable;
  /** Called whenever the guest has nothing to do but wait; `answered` counts the answers it has had so far. */
  onIdle(answered: number): void;
  /** Called before an answer is taken by a guest that may have been waiting. */
  onBusy(): void;
}

/** Interprets one job. Create, {@link start}, and feed it answers until it resolves. */
export class GuestRun {
  private readonly engine: Engine;
  private readonly plan: ModulePlan;
  private abort: AbortController | undefined;
  private verdict: RunVerdict | undefined;
  private resolve: ((outcome: RunOutcome) => void) | undefined;
  private staged: Uint8Array | undefined;
  private parts: Uint8Array[] = [];
  private result: Uint8Array | undefined;
  private readonly writtenBack: WrittenBack[] = [];
  private answers: Uint8Array[] = [];
  private readonly held: (() => void)[] = [];
  private inFlight = 0;
  private answered = 0;
  private bridgeCalls = 0;
  private isEncoding = false;
  private isRunning = false;
  private isHeld = false;
  private denial: string | undefined;
  private evaluating: Evaluation | undefined;
  private interruptedAt: string | undefined;
  private stepsToPlace = 50;
  private restoredHeapEnd = 0;
  private deadlock: ReturnType<typeof setTimeout> | undefined;
  /** Whether the engine may serve another run. */
  isSound = true;

  constructor(private readonly options: GuestRunOptions) {
    this.engine = options.engine;
    const plan = planModules(options.job.modules);
    if ('violation' in plan) throw new Error(plan.violation); // The caller's side has checked it.
    this.plan = plan;
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
  answer(bytes: Uint8Array): void {
    if (this.verdict !== undefined) return;
    this.answers.push(bytes);
    if (this.isHeld) return;
    this.options.onBusy();
    this.guarded(() => this.pump());
  }

  /** Ends a waiting run for the reason in the control block; a busy one sees the block itself. */
  stop(): void {
    if (this.verdict === undefined && !this.isRunning && this.options.control.stop !== STOP.no) this.stopForReason();
  }

  private boot(): void {
    const { engine } = this;
    const { job, image } = this.options;
    restoreImage(engine, image, {
      memoryLimitBytes: job.memoryLimitBytes,
      stackLimitBytes: job.stackLimitBytes,
      random: randomState(),
      nowMs: performance.now(),
    });
    this.restoredHeapEnd = this.heapEnd();
    engine.callbacks = {
      callFunction: (_a, _ctx, _self, argc, argv) => this.onDispatch(argc, argv),
      shouldInterrupt: () => (this.shouldStop() ? 1 : 0),
      loadModuleSource: (_a, _rt, _ctx, id) => this.loadModule(id),
      normalizeModule: (_a, _rt, _ctx, base, requested) => this.normalizeModule(base, requested),
      freeHostRef: () => undefined,
    };
    if (job.setup !== undefined) this.callEntry('setup', engine.decode(job.setup));
    if (job.probes !== undefined && !this.probesCompile(job.probes)) return;
    this.startMeters();
    const runEntry = () => {
      this.startMeters();
      this.evaluate(job.source, ENTRY_ID, 'link', (namespace) => this.begin(namespace));
    };
    if (job.prelude === undefined) runEntry();
    else this.evaluate(job.prelude, PRELUDE_ID, 'prelude', runEntry);
    this.pump();
  }

  /** Evaluates a module and its static graph; `next` takes its namespace, at once or when the last `await` is over. */
  private evaluate(source: string, id: string, phase: 'prelude' | 'link', next: (namespace: Pointer) => void): void {
    this.enter();
    const value = this.engine.evaluateModule(source, id);
    this.leave();
    // A dynamic import runs as a job: no job of this graph has run yet.
    if (phase === 'link') this.plan.lockStaticGraph();
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
    this.enter();
    const begun = this.engine.call(this.entry('begin'), namespace);
    this.leave();
    this.endIfThrown(begun, 'body');
  }

  /** Text that our own parser refuses must compile in both wrappers, else the first one's complaint is reported. */
  private probesCompile(probes: [string, string]): boolean {
    for (const probe of probes) {
      const value = this.engine.compileModule(probe, ENTRY_ID);
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
      for (const bytes of answers) this.deliver(bytes);
      if (this.runJobs() === 'stopped') return;
      if (this.continueEvaluation() || this.answers.length > 0) continue;
      if (this.inFlight > 0 || this.held.length > 0) {
        this.options.onIdle(this.answered);
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

  private deliver(bytes: Uint8Array): void {
    this.inFlight--;
    this.answered++;
    this.held.shift()?.();
    let value: Pointer;
    try {
      value = this.engine.decode(bytes);
    } catch (error) {
      if (!(error instanceof GuestMemoryError)) throw error;
      // The value does not fit: the call fails instead of the run.
      const [id] = decodeEnvelope(bytes) as [number];
      value = this.engine.decode(encodeFailure(id, { name: 'InternalError', message: 'out of memory' }));
    }
    this.callEntry('settle', value);
  }

  private runJobs(): 'idle' | 'stopped' {
    this.enter();
    for (;;) {
      if (this.verdict !== undefined) break;
      const job = this.engine.runJob();
      if (job === NO_JOB) break;
      // An interrupted job may well end without an error; no other may run after it.
      if (this.options.control.stop !== STOP.no) break;
    }
    this.leave();
    if (this.verdict === undefined && this.options.control.stop !== STOP.no) this.stopForReason();
    return this.verdict === undefined ? 'idle' : 'stopped';
  }

  private callEntry(name: string, argument?: Pointer): void {
    this.enter();
    const value = this.engine.call(this.entry(name), argument);
    this.leave();
    if (argument !== undefined) this.engine.free(argument);
    this.endIfThrown(value, 'body');
  }

  private entry(name: string): Pointer {
    return this.engine.at.entries[name] as Pointer;
  }

  // --- what the guest asks for -----------------------------------------------------------------------------------

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
    const op = engine.readUint32(argv);
    const argument = (index: number): number =>
      index < argc ? new DataView(engine.bounds.memory.buffer).getInt32(argv + 8 * index, true) : 0;
    switch (op) {
      case OP.stage:
        return this.stage(engine.ffi.QTS_ArgvGetJSValueConstPointer(argv, 1), argument(2));
      case OP.part:
        this.parts.push(this.takePart(engine.ffi.QTS_ArgvGetJSValueConstPointer(argv, 1), argument(2), argument(3)));
        return this.yes();
      case OP.call:
        this.startCall(argument(1), argument(2), argument(3));
        return 0;
      case OP.callNow:
        return engine.decode(this.callNow(argument(1)));
      case OP.log:
        this.options.host.log(argument(1), decodeEnvelope(this.take()) as string);
        return 0;
      case OP.progress: {
        const [percent, message] = decodeEnvelope(this.take()) as [number, string | undefined];
        this.options.host.progress(percent, message);
        return 0;
      }
      case OP.result:
        this.result = this.take();
        return 0;
      case OP.done:
        this.end({ status: 'returned', result: this.result as Uint8Array });
        return 0;
      case OP.fail:
        this.endWithRecord(this.take(), 'body');
        return 0;
      case OP.writeBack:
        this.writtenBack.push({ index: argument(1), bytes: this.take() });
        return 0;
      case OP.writeBackFailed:
        this.writtenBack.push({ index: argument(1), problem: this.take() });
        return 0;
      default:
        return 0;
    }
  }

  /**
   * Keeps the bytes of a value. Answers the guest `true` when they are right as they are, with where to look when only
   * the guest can tell, and with nothing when the guest must pack the value.
   */
  private stage(value: Pointer, mode: number): Pointer {
    if (mode !== PACKED) this.parts = [];
    // Without the counter's address nothing would keep the writer from running guest code.
    const mayWrite = mode === PACKED || this.options.image.offsets !== undefined;
    this.staged = mayWrite ? this.writeNatively(value, mode !== PACKED) : undefined;
    if (this.staged === undefined) return 0;
    if (mode === PACKED) {
      this.staged = joinPayload(this.staged, this.parts);
      this.parts = [];
      return this.yes();
    }
    const judged = scanRaw(this.staged, mode as 0 | 1 | 2);
    if (judged.verdict === 'pack') return 0;
    if (judged.verdict === 'raw') return this.yes();
    return this.options.job.mentionsToJSON ? this.lookAt(judged.keys, judged.inArrays) : this.lookAt([], false);
  }

  private yes(): Pointer {
    return this.engine.ffi.QTS_DupValuePointer(this.engine.at.ctx, this.engine.ffi.QTS_GetTrue());
  }

  private lookAt(keys: readonly string[] | null, inArrays: boolean): Pointer {
    const { engine } = this;
    const envelope = engine.decode(encodeEnvelope([keys, inArrays]));
    const tree = engine.ffi.QTS_GetPropNumber(engine.at.ctx, envelope, 0);
    engine.free(envelope);
    return tree;
  }

  /**
   * The engine's own writer must run no guest code: the first step of any ends the attempt. When memory runs out it
   * leaves bytes away without a word, so that what it wrote is worth nothing.
   */
  private writeNatively(value: Pointer, isAttempt: boolean): Uint8Array | undefined {
    const { bounds } = this.engine;
    const { capPages, growthRefused } = bounds;
    // An attempt that needs much memory is given up: packing takes large bytes out beside the tree.
    if (isAttempt)
      bounds.capPages = Math.min(capPages, bounds.memory.buffer.byteLength / WASM_PAGE_BYTES + ATTEMPT_PAGES);
    bounds.growthRefused = false;
    this.setCounter(0);
    this.isEncoding = true;
    try {
      const bytes = this.engine.encode(value);
      return bounds.growthRefused ? undefined : bytes;
    } finally {
      this.isEncoding = false;
      this.setCounter(POLL_INTERVAL);
      bounds.capPages = capPages;
      bounds.growthRefused = growthRefused || (!isAttempt && bounds.growthRefused);
    }
  }

  private takePart(buffer: Pointer, byteOffset: number, byteLength: number): Uint8Array {
    const bytes = this.engine.copyBuffer(buffer, byteOffset, byteLength);
    if (bytes === undefined) throw new GuestMemoryError('out of memory');
    return bytes;
  }

  private take(): Uint8Array {
    const bytes = this.staged;
    if (bytes === undefined) throw new Error('the guest named a value that it had not staged');
    this.staged = undefined;
    return bytes;
  }

  private startCall(id: number, path: number, functionId: number): void {
    const { job, control } = this.options;
    const args = this.take();
    this.bridgeCalls++;
    if (control.stop === STOP.cancelled) return this.refuse(id, cancelled);
    if (this.bridgeCalls > job.maxBridgeCalls) return this.refuse(id, overLimit(job.maxBridgeCalls));
    if (args.length > MAX_ARGUMENT_BYTES) return this.refuse(id, tooLarge(args.length));
    const begin = () => {
      this.inFlight++;
      this.beginCall(id, path, functionId, args);
    };
    if (this.inFlight >= job.maxInFlightBridgeCalls) this.held.push(begin);
    else begin();
  }

  private refuse(id: number, error: { name: string; message: string; limit?: string }): void {
    this.inFlight++;
    this.answers.push(encodeFailure(id, error));
  }

  private beginCall(id: number, path: number, functionId: number, args: Uint8Array): void {
    const bridge = this.options.local.get(BRIDGE_PATHS[path] ?? '');
    if (bridge === undefined) {
      this.options.host.call(id, path, functionId, args, (answer) => this.answer(answer));
      return;
    }
    void encodeAnswer(id, async () => bridge(decodeArguments(args), { signal: this.signal() })).then((answer) =>
      this.answer(answer),
    );
  }

  private callNow(path: number): Uint8Array {
    const args = this.take();
    this.bridgeCalls++;
    const { job, control, local } = this.options;
    if (control.stop === STOP.cancelled) return encodeFailure(undefined, cancelled);
    if (this.bridgeCalls > job.maxBridgeCalls) return encodeFailure(undefined, overLimit(job.maxBridgeCalls));
    const bridge = local.get(BRIDGE_PATHS[path] ?? '');
    return encodeAnswerNow(() => bridge?.(decodeArguments(args), { signal: this.signal() }));
  }

  /** Most runs call no bridge that is to be aborted, and a controller costs more than a small run. */
  private signal(): AbortSignal {
    this.abort ??= new AbortController();
    return this.abort.signal;
  }

  // --- modules ---------------------------------------------------------------------------------------------------

  private normalizeModule(base: string, requested: string): Pointer {
    try {
      const found = this.plan.normalize(base, requested);
      if (found.id !== undefined) return this.engine.placeText(found.id).address;
      this.denial = found.denied;
      return this.engine.placeText(DENIED_ID).address;
    } catch {
      return 0;
    }
  }

  private loadModule(id: string): Pointer {
    try {
      const source = id === DENIED_ID ? undefined : this.plan.load(id);
      if (source !== undefined) return this.engine.placeText(source).address;
      this.throwInGuest(this.denial ?? `"${id}" is not a sandbox package this run serves`);
    } catch {
      // No memory for the text: the engine reports the missing module itself.
    }
    return 0;
  }

  private throwInGuest(message: string): void {
    const { engine } = this;
    const { ctx } = engine.at;
    const error = engine.ffi.QTS_NewError(ctx);
    const key = engine.ffi.QTS_NewString(ctx, engine.placeText('message').address);
    const text = engine.ffi.QTS_NewString(ctx, engine.placeText(message).address);
    engine.ffi.QTS_SetProp(ctx, error, key, text);
    engine.ffi.QTS_Throw(ctx, error);
  }

  // --- time ------------------------------------------------------------------------------------------------------

  private startMeters(): void {
    const { control } = this.options;
    control.cpuBefore = 0;
    control.startedAt = nowMs();
  }

  private enter(): void {
    this.isRunning = true;
    this.options.control.sliceStart = nowMs();
  }

  private leave(): void {
    const { control } = this.options;
    this.isRunning = false;
    if (control.startedAt !== 0) control.cpuBefore += nowMs() - control.sliceStart;
    control.sliceStart = 0;
  }

  private shouldStop(): boolean {
    if (this.isEncoding) return true;
    const { control, job } = this.options;
    this.setCounter(POLL_INTERVAL);
    if (this.verdict !== undefined || control.stop !== STOP.no) return true;
    if (control.startedAt === 0) return false;
    const now = nowMs();
    const cpuMs = control.cpuBefore + now - control.sliceStart;
    const wallMs = now - control.startedAt - control.credit;
    if (cpuMs < job.timeoutMs && wallMs < job.timeoutMs) return false;
    this.noteWhere();
    if (this.interruptedAt === undefined && this.stepsToPlace-- > 0) {
      // Between two steps of an async function nothing of the program is on the stack: its next step has a place.
      this.setCounter(1);
      return false;
    }
    control.requestStop(STOP.timeout);
    return true;
  }

  /** How many loop edges or calls the engine makes before it asks again. */
  private setCounter(value: number): void {
    const { offsets } = this.options.image;
    if (offsets !== undefined) this.engine.writeInt32(this.engine.at.ctx + offsets.interruptCounter, value);
  }

  // --- the end ---------------------------------------------------------------------------------------------------

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
      this.isRunning = false;
      this.options.control.sliceStart = 0;
    }
    this.settle();
  }

  private endEngine(error: unknown): void {
    this.isSound = false;
    this.verdict = isHostStackOverflow(error)
      ? { status: 'stack' }
      : { status: 'engine', message: error instanceof Error ? error.message : String(error) };
  }

  /** Keeps the place at which a program is being interrupted: that of an error made at this moment. */
  private noteWhere(): void {
    const { engine } = this;
    this.isEncoding = true;
    try {
      // Enough for the one native call, which throws because it is given nothing.
      this.setCounter(STEPS_TO_THROW);
      const error = engine.exception(engine.call(this.entry('getPrototypeOf')));
      this.setCounter(0);
      const stack = error === 0 ? undefined : readText(engine, error, 'stack');
      if (stack?.includes(`${ENTRY_ID}:`)) this.interruptedAt = stack.slice(stack.indexOf('\n') + 1);
    } catch {
      // No memory left: the run ends without a place.
    } finally {
      this.isEncoding = false;
    }
  }

  private stopVerdict(): RunVerdict {
    if (this.options.control.stop === STOP.cancelled) return { status: 'cancelled' };
    return { status: 'timeout', isDeadlock: false, ...(this.interruptedAt && { stack: this.interruptedAt }) };
  }

  private stopForReason(): void {
    this.end(this.stopVerdict());
    this.settle();
  }

  /** What an interrupted program still manages to say is not what ended it. */
  private end(verdict: RunVerdict): void {
    const isStopped =
      this.options.control.stop !== STOP.no && verdict.status !== 'stack' && verdict.status !== 'engine';
    this.verdict ??= isStopped ? this.stopVerdict() : verdict;
  }

  private endIfThrown(value: Pointer, phase: 'prelude' | 'link' | 'body'): boolean {
    const error = this.engine.exception(value);
    if (error === 0) return false;
    this.endWithError(error, phase);
    return true;
  }

  private endWithError(error: Pointer, phase: 'prelude' | 'link' | 'body'): void {
    if (this.options.control.stop !== STOP.no) {
      this.stopForReason();
      return;
    }
    const record = this.describe(error);
    if (record !== undefined) this.endWithRecord(record, phase);
  }

  private endWithRecord(record: Uint8Array, phase: 'prelude' | 'link' | 'body'): void {
    const hasRefusedMemory = this.engine.bounds.growthRefused;
    const denial = phase === 'link' ? this.denial : undefined;
    this.end({ status: 'threw', record, phase, denial, hasRefusedMemory });
  }

  /** Bytes of the record of an error, or `undefined` when the run ended while it was read. */
  private describe(error: Pointer): Uint8Array | undefined {
    this.enter();
    const value = this.engine.call(this.entry('describe'), error);
    this.leave();
    const second = this.engine.exception(value);
    if (second === 0) return this.take();
    if (this.options.control.stop !== STOP.no) this.stopForReason();
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
    this.abort?.abort();
    resolve({
      verdict: this.verdict as RunVerdict,
      writtenBack: this.writtenBack,
      cpuMs: control.cpuBefore,
      wallMs: control.startedAt === 0 ? 0 : nowMs() - control.startedAt,
      suspendedMs: control.credit,
      peakMemoryBytes: this.memoryInUse(),
      bridgeCalls: this.bridgeCalls,
    });
  }

  private readGlobals(): void {
    const ended = this.verdict as RunVerdict;
    this.verdict = undefined;
    try {
      this.enter();
      const value = this.engine.call(this.entry('writeBack'));
      this.leave();
      const error = this.engine.exception(value);
      if (error !== 0 && this.options.control.stop !== STOP.no) {
        this.writtenBack.length = 0;
        this.end(this.stopVerdict());
      }
    } catch (error) {
      this.endEngine(error);
    }
    this.verdict ??= ended;
  }

  /** The guest's own world included, the block that keeps a small limit small excluded. */
  private memoryInUse(): number {
    const ballast = this.restoredHeapEnd - this.options.image.heapEnd;
    return Math.max(0, this.heapEnd() - STACK_TOP - ballast);
  }

  private heapEnd(): number {
    const { offsets } = this.options.image;
    return offsets === undefined ? 0 : this.engine.readUint32(offsets.heapEndAddress);
  }
}

const cancelled = { name: 'ExecutionCancelled', message: 'Execution cancelled' };

const overLimit = (max: number) => ({
  name: 'RangeError',
  message: `the run has made ${max} bridge calls, its limit (maxBridgeCalls)`,
  limit: 'maxBridgeCalls',
});

const tooLarge = (bytes: number) => ({
  name: 'RangeError',
  message: `the arguments of one bridge call take ${bytes} bytes; at most ${MAX_ARGUMENT_BYTES} can cross at once`,
  limit: 'bridgeArguments',
});

function decodeArguments(bytes: Uint8Array): unknown[] {
  const args = decodeEnvelope(bytes);
  return Array.isArray(args) ? args : [];
}

function isHostStackOverflow(error: unknown): boolean {
  return (
    (error instanceof RangeError && /call stack/i.test(error.message)) ||
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
}

/** Seeds are drawn a hundred at a time: asking for random bytes costs more than many of them. */
const seeds = new BigUint64Array(100);
let seedsLeft = 0;

function randomState(): bigint {
  let seed = 0n;
  while (seed === 0n) {
    if (seedsLeft === 0) {
      crypto.getRandomValues(seeds);
      seedsLeft = seeds.length;
    }
    seed = seeds[--seedsLeft] as bigint;
  }
  return seed;
}
