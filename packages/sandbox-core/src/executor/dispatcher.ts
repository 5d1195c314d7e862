/**
 * What the guest says to the host while it runs: one function with an operation number. All of it is untrusted.
 * @module
 */
import { encodeSuccess } from '../bridges/answer.js';
import { type Engine, GuestMemoryError } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { OP } from '../guest/paths.js';
import type { BridgeCalls } from './bridge-calls.js';
import type { Ending } from './ending.js';
import type { Interrupts } from './interrupts.js';
import type { Reports } from './reports.js';
import type { Staging } from './staging.js';
import type { Turns } from './turns.js';
import type { WrittenBackGlobals } from './written-back.js';

/** Where the numbers of a call with numbers stand among the dispatcher's arguments, and how many there may be. */
const FIRST_NUMBER = 4;
const MAX_NUMBERS = 2;

/** The parts of a run that the guest can reach. */
export interface DispatcherOptions {
  engine: Engine;
  interrupts: Interrupts;
  staging: Staging;
  calls: BridgeCalls;
  turns: Turns;
  reports: Reports;
  writtenBack: WrittenBackGlobals;
  ending: Ending;
}

/** Answers the guest's calls of one run. A pointer of 0 is `undefined` in the guest. */
export class Dispatcher {
  private readonly engine: Engine;
  private readonly interrupts: Interrupts;
  private readonly staging: Staging;
  private readonly calls: BridgeCalls;
  private readonly turns: Turns;
  private result: Uint8Array | undefined;
  /** Counts what is tried while nothing may reach the host. */
  private callsCutOff: number | undefined;

  constructor(private readonly options: DispatcherOptions) {
    this.engine = options.engine;
    this.interrupts = options.interrupts;
    this.staging = options.staging;
    this.calls = options.calls;
    this.turns = options.turns;
  }

  /** Does work during which nothing of the guest reaches the host; answers how often it tried. */
  cutOff(work: () => void): number {
    this.callsCutOff = 0;
    try {
      work();
      return this.callsCutOff;
    } finally {
      this.callsCutOff = undefined;
    }
  }

  /** The engine's callback for a call of the guest: `argc` arguments at `argv`, the operation first. Never throws. */
  onCall(argc: number, argv: Pointer): Pointer {
    try {
      return this.dispatch(argc, argv);
    } catch (error) {
      // An exception must not cross the engine's frames. Lack of memory reads as "could not"; all else ends the run.
      if (!(error instanceof GuestMemoryError)) this.options.ending.endEngine(error);
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
        this.options.reports.log(argument(1), this.staging.take());
        return 0;
      case OP.progress:
        this.options.reports.progress(this.staging.take());
        return 0;
      case OP.result:
        this.result = this.staging.take();
        return 0;
      case OP.done:
        if (this.result === undefined) throw new Error('the guest ended without a result');
        this.options.ending.end({ status: 'returned', result: this.result });
        return 0;
      case OP.fail:
        this.options.ending.endWithRecord(this.staging.take(), 'body');
        return 0;
      case OP.writeBack:
        this.options.writtenBack.value(argument(1), this.staging.take());
        return 0;
      case OP.writeBackFailed:
        this.options.writtenBack.problem(argument(1), this.staging.take());
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
}
