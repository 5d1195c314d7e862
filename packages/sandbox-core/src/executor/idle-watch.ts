/**
 * Keeps the wall meter of a run on the caller's side, less the time the clock stood while the guest was idle.
 * @module
 */
import type { RunClock } from '../clock.js';
import { MAX_ENGINE_TIMEOUT_MS } from '../limits.js';
import { nowMs, type RunControl, STOP } from './control.js';

/** A timer may fire a little early: asking again at once would spin. */
const MIN_TIMER_MS = 5;
/** A caller's clock does not say when it goes on again; it is asked this often when little time is left. */
const CLOCK_POLL_MS = 20;
/** The same while the run itself holds the clock: only a clock that does not keep its word makes a difference then. */
const HELD_POLL_MS = 1000;

/**
 * Lives on the caller's side of one run. Without a clock it watches a guest that waits; one that runs looks at the time
 * itself. With a clock it watches both, because the interpreter's thread cannot ask the clock.
 */
export class IdleWatch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  private suspendedBefore = 0;
  private isIdle = false;

  constructor(
    private readonly control: RunControl,
    private readonly timeoutMs: number,
    private readonly clock: RunClock | undefined,
    private readonly allowanceMs: number,
    private readonly onExpired: () => void,
  ) {}

  /** The guest has begun to wait. */
  idle(): void {
    // One that begins to wait again before its waking was told has been busy in between.
    this.settle(this.control.wokeAt);
    this.since = nowMs();
    this.suspendedBefore = this.clock?.suspendedMs() ?? 0;
    this.isIdle = true;
    this.arm();
  }

  /** The guest goes on, or has done so at `at`: what it waited while the clock stood is credited. */
  busy(at: number = nowMs()): void {
    if (!this.isIdle) return;
    this.settle(at);
    // Without a clock the timer stands: the end does not move, and to set one for each wait costs more than a call.
    if (this.clock !== undefined) this.arm();
  }

  /** The run has ended. Returns the suspended time of the whole run in ms. */
  end(): number {
    this.settle(nowMs());
    clearTimeout(this.timer);
    return this.control.credit;
  }

  /** Suspended time so far in ms that is not charged, a wait that is not over included. */
  creditedMs(until: number = nowMs()): number {
    const { clock, control } = this;
    if (clock === undefined || !this.isIdle) return control.credit;
    // A guest that woke by itself may have run for a while before its message is read.
    const idleUntil = control.wokeAt > this.since ? Math.min(until, control.wokeAt) : until;
    const suspendedMs = Math.min(clock.suspendedMs() - this.suspendedBefore, idleUntil - this.since);
    return Math.min(control.credit + Math.max(0, suspendedMs), Math.max(control.credit, this.allowanceMs));
  }

  private settle(until: number): void {
    if (!this.isIdle) return;
    this.control.credit = this.creditedMs(until);
    this.isIdle = false;
  }

  private remainingMs(creditedMs: number): number {
    return this.control.startedAt + this.timeoutMs + creditedMs - nowMs();
  }

  private arm(): void {
    if (this.control.startedAt === 0) return;
    if (this.clock === undefined && this.timer !== undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), Math.min(MAX_ENGINE_TIMEOUT_MS, Math.ceil(this.delayMs())));
  }

  private delayMs(): number {
    const creditedMs = this.creditedMs();
    const remaining = this.remainingMs(creditedMs);
    if (this.clock === undefined) return Math.max(MIN_TIMER_MS, remaining);
    const isHeld = this.isIdle && this.clock.isHeld;
    const poll = isHeld ? Math.min(HELD_POLL_MS, remaining + this.allowanceMs - creditedMs) : 0;
    return Math.max(CLOCK_POLL_MS, remaining, poll);
  }

  private check(): void {
    this.timer = undefined;
    // A guest that runs looks at the time itself, where there is no clock.
    if (this.clock === undefined && !this.isIdle) return;
    if (this.remainingMs(this.creditedMs()) > 0) {
      this.arm();
      return;
    }
    this.settle(nowMs());
    this.control.requestStop(STOP.timeout);
    this.onExpired();
  }
}
