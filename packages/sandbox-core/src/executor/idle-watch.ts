/**
 * Watches a run while its guest waits for the host: the wall meter goes on, less the time the caller's clock stood.
 * @module
 */
import type { SandboxClock } from '@nodetool-ai/protocol';
import { MAX_ENGINE_TIMEOUT_MS } from '../limits.js';
import { nowMs, type RunControl, STOP } from './control.js';

/** A timer may fire a little early: asking again at once would spin. */
const MIN_TIMER_MS = 5;

/** Lives on the caller's side of one run. */
export class IdleWatch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  private suspendedBefore = 0;
  private isIdle = false;

  constructor(
    private readonly control: RunControl,
    private readonly timeoutMs: number,
    private readonly clock: SandboxClock | undefined,
    private readonly allowanceMs: number,
    private readonly onExpired: () => void,
  ) {}

  /** The guest has begun to wait. */
  idle(): void {
    this.since = nowMs();
    this.suspendedBefore = this.clock?.suspendedMs() ?? 0;
    this.isIdle = true;
    this.arm();
  }

  /** The guest is about to get an answer: what it waited while the clock stood is credited. */
  busy(): void {
    if (!this.isIdle) return;
    this.control.credit += this.credit();
    this.dispose();
  }

  /** The run has ended. */
  dispose(): void {
    this.isIdle = false;
    clearTimeout(this.timer);
  }

  private credit(): number {
    if (this.clock === undefined) return 0;
    const suspended = this.clock.suspendedMs() - this.suspendedBefore;
    const left = this.allowanceMs - this.control.credit;
    return Math.max(0, Math.min(suspended, nowMs() - this.since, left));
  }

  private arm(): void {
    clearTimeout(this.timer);
    const remaining = this.control.startedAt + this.timeoutMs + this.control.credit + this.credit() - nowMs();
    if (remaining > MAX_ENGINE_TIMEOUT_MS) return;
    this.timer = setTimeout(() => this.check(), Math.max(MIN_TIMER_MS, Math.ceil(remaining)));
  }

  private check(): void {
    const { control } = this;
    const end = control.startedAt + this.timeoutMs + control.credit + this.credit();
    if (nowMs() < end) {
      this.arm();
      return;
    }
    control.credit += this.credit();
    this.isIdle = false;
    control.requestStop(STOP.timeout);
    this.onExpired();
  }
}
