/**
 * How a run ends: the first reason stands, except that a stop or a broken engine outweighs what the guest says.
 * @module
 */
import { type Engine, GuestMemoryError } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import type { Interrupts } from './interrupts.js';
import type { RunVerdict, ThrownVerdict } from './job.js';
import type { ModuleCallbacks } from './module-callbacks.js';
import type { Staging } from './staging.js';

/** What of a program was at work when an error came out of it. */
export type Phase = ThrownVerdict['phase'];

/** The verdict of one run. */
export class Ending {
  verdict: RunVerdict | undefined;
  /** Whether the engine may serve another run. */
  isEngineSound = true;

  constructor(
    private readonly engine: Engine,
    private readonly interrupts: Interrupts,
    private readonly staging: Staging,
    private readonly modules: ModuleCallbacks,
  ) {}

  /** Whether there is a verdict. */
  get isReached(): boolean {
    return this.verdict !== undefined;
  }

  /** What an interrupted program still manages to say is not what ended it. */
  end(verdict: RunVerdict): void {
    this.verdict ??= this.interrupts.isStopped ? this.interrupts.verdict() : verdict;
  }

  /** Ends the run for the reason in the control block. */
  stop(): void {
    this.end(this.interrupts.verdict());
  }

  /** An exception has left the engine. All but lack of memory costs the engine. */
  endBy(exception: unknown): void {
    if (exception instanceof GuestMemoryError) this.end({ status: 'memory' });
    else this.endEngine(exception);
  }

  /** The engine has failed, whatever the guest has said before. */
  endEngine(exception: unknown): void {
    this.isEngineSound = false;
    this.verdict = isHostStackOverflow(exception)
      ? { status: 'stack' }
      : { status: 'engine', message: exception instanceof Error ? exception.message : String(exception) };
  }

  /** Ends the run when `value` is the engine's mark for an exception in the guest; answers whether it is. */
  endIfThrown(value: Pointer, phase: Phase): boolean {
    const error = this.engine.exception(value);
    if (error === 0) return false;
    this.endWithError(error, phase);
    return true;
  }

  /** An error that nobody in the guest caught. */
  endWithError(error: Pointer, phase: Phase): void {
    if (this.interrupts.isStopped) {
      this.stop();
      return;
    }
    const record = this.describe(error);
    if (record !== undefined) this.endWithRecord(record, phase);
  }

  /** As {@link endWithError}, of an error that the guest has described already. */
  endWithRecord(record: Uint8Array, phase: Phase): void {
    const hasRefusedMemory = this.engine.bounds.growthRefused;
    const denial = phase === 'link' ? this.modules.staticDenial : undefined;
    this.end({ status: 'threw', record, phase, denial, hasRefusedMemory });
  }

  /** Bytes of the record of an error, or `undefined` when the run ended while it was read. */
  describe(error: Pointer): Uint8Array | undefined {
    const value = this.interrupts.metered(() => this.engine.call(this.engine.entry('describe'), error));
    const second = this.engine.exception(value);
    if (second === 0) return this.staging.take();
    if (this.interrupts.isStopped) this.stop();
    else this.end({ status: 'memory' });
    return undefined;
  }

  /** Lets guest code run once more: the verdict stays, unless that code is stopped or breaks the engine. */
  reopen(work: () => void): void {
    const ended = this.verdict;
    this.verdict = undefined;
    try {
      work();
    } catch (error) {
      this.endEngine(error);
    }
    this.verdict ??= ended;
  }
}

function isHostStackOverflow(error: unknown): boolean {
  return (
    (error instanceof RangeError && /call stack/i.test(error.message)) ||
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
}
