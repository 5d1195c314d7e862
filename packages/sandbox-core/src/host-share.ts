/**
 * Keeps one run from taking the thread of its caller. What a guest hands out is read there, and a guest can hand out
 * faster than anybody can read.
 * @module
 */

/** Work in ms that is done at once; more must be earned by waiting as long. */
const BURST_MS = 200;

/** Does the tasks of one run in order: at once, or with pauses once they have taken long. */
export class HostShare {
  private readonly waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private debtMs = 0;
  private lastAt = 0;

  /** `task` must not throw. */
  run(task: () => void): void {
    if (this.timer === undefined && this.pauseMs() === 0) {
      this.timed(task);
      return;
    }
    this.waiting.push(task);
    this.timer ??= this.later();
  }

  /** Forgets what waits. */
  close(): void {
    this.waiting.length = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private timed(task: () => void): void {
    const startedAt = performance.now();
    this.debtMs = Math.max(0, this.debtMs - (startedAt - this.lastAt));
    task();
    this.lastAt = performance.now();
    this.debtMs += this.lastAt - startedAt;
  }

  private pauseMs(): number {
    return Math.max(0, this.debtMs - (performance.now() - this.lastAt) - BURST_MS);
  }

  private later(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.timer = undefined;
      while (this.waiting.length > 0 && this.pauseMs() === 0) this.timed(this.waiting.shift() as () => void);
      if (this.waiting.length > 0) this.timer = this.later();
    }, Math.ceil(this.pauseMs()));
  }
}
