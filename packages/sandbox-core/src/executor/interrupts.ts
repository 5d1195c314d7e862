/**
 * The meters of a run, and what the engine is told when it asks whether to go on.
 * @module
 */
import type { Engine } from '../engine/engine.js';
import type { GuestImage } from '../engine/image.js';
import { readText } from '../engine/read-text.js';
import { ENTRY_MODULE_NAME } from '../entry/build-entry.js';
import { nowMs, type RunControl, STOP } from './control.js';
import type { RunVerdict } from './job.js';

/** The engine asks whether to stop after this many loop edges or calls. */
const POLL_INTERVAL = 250;
/** Enough for one native call. */
const STEPS_TO_THROW = 10;
/** Steps that an async program may still make until one of them has a place in its text. */
const MAX_STEPS_TO_PLACE = 50;

/** Decides, inside the engine's own polling, when a program has to stop. */
export class Interrupts {
  private isClosed = false;
  private interruptedAt: string | undefined;
  private stepsToPlace = MAX_STEPS_TO_PLACE;
  private givenUpAt = Number.POSITIVE_INFINITY;
  /** Whether guest code runs at this moment. */
  isRunning = false;

  constructor(
    private readonly engine: Engine,
    private readonly image: GuestImage,
    private readonly control: RunControl,
    private readonly timeoutMs: number,
  ) {}

  get isStopped(): boolean {
    return this.control.stop !== STOP.no;
  }

  /** Both meters begin at zero. */
  start(): void {
    this.control.cpuBefore = 0;
    this.control.startedAt = nowMs();
  }

  /** Does work that is given up after so many ms; the run goes on without it. */
  limited<T>(ms: number, work: () => T): T {
    this.givenUpAt = nowMs() + ms;
    try {
      return work();
    } finally {
      this.givenUpAt = Number.POSITIVE_INFINITY;
    }
  }

  /** Runs guest code on the CPU meter. */
  metered<T>(work: () => T): T {
    this.isRunning = true;
    this.control.sliceStart = nowMs();
    try {
      return work();
    } finally {
      this.pause();
    }
  }

  /** Does work of the host within {@link metered}: it is not charged to the guest. */
  unmetered<T>(work: () => T): T {
    this.pause();
    // The guest is still on the stack: a stop must wait for it.
    this.isRunning = true;
    try {
      return work();
    } finally {
      this.control.sliceStart = nowMs();
    }
  }

  private pause(): void {
    const { control } = this;
    this.isRunning = false;
    if (control.startedAt !== 0 && control.sliceStart !== 0) control.cpuBefore += nowMs() - control.sliceStart;
    control.sliceStart = 0;
  }

  /** Does native work during which the first step of any guest code ends the attempt. */
  closed<T>(work: () => T): T {
    this.setCounter(0);
    this.isClosed = true;
    try {
      return work();
    } finally {
      this.isClosed = false;
      // A program that calls out in each turn of a loop would start the count anew each time, and never be asked.
      this.setCounter(this.isStopped || this.isTimeOver() ? 0 : POLL_INTERVAL);
    }
  }

  /** The engine's question. `hasEnded` says that the run has its verdict. */
  shouldStop(hasEnded: boolean): boolean {
    if (this.isClosed) return true;
    const { control } = this;
    this.setCounter(POLL_INTERVAL);
    if (hasEnded || this.isStopped || nowMs() >= this.givenUpAt) return true;
    if (!this.isTimeOver()) return false;
    this.noteWhere();
    if (this.interruptedAt === undefined && this.stepsToPlace-- > 0) {
      // Between two steps of an async function nothing of the program is on the stack: its next step has a place.
      this.setCounter(1);
      return false;
    }
    control.requestStop(STOP.timeout);
    return true;
  }

  /** How a stopped run ended. */
  verdict(): RunVerdict {
    if (this.control.stop === STOP.cancelled) return { status: 'cancelled' };
    return { status: 'timeout', isDeadlock: false, ...(this.interruptedAt && { stack: this.interruptedAt }) };
  }

  private isTimeOver(): boolean {
    const { control, timeoutMs } = this;
    if (control.startedAt === 0) return false;
    const now = nowMs();
    const cpuMs = control.cpuBefore + now - control.sliceStart;
    if (cpuMs >= timeoutMs) return true;
    // Where the clock is on another thread a wait that has just ended may not be credited yet.
    return !control.isWallKeptOutside && now - control.startedAt - control.credit >= timeoutMs;
  }

  /** Keeps the place at which a program is being interrupted: that of an error made at this moment. */
  private noteWhere(): void {
    const { engine } = this;
    this.isClosed = true;
    try {
      // Called with nothing it throws, and its error carries the stack.
      this.setCounter(STEPS_TO_THROW);
      const error = engine.exception(engine.call(engine.entry('getPrototypeOf')));
      this.setCounter(0);
      const stack = error === 0 ? undefined : readText(engine, error, 'stack');
      if (stack?.includes(`${ENTRY_MODULE_NAME}:`)) this.interruptedAt = stack.slice(stack.indexOf('\n') + 1);
    } catch {
      // No memory left: the run ends without a place.
    } finally {
      this.isClosed = false;
    }
  }

  /** How many loop edges or calls the engine makes before it asks again. */
  private setCounter(value: number): void {
    const { offsets } = this.image;
    if (offsets !== undefined) this.engine.writeInt32(this.engine.at.ctx + offsets.interruptCounter, value);
  }
}
