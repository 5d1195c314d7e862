/**
 * Answers on their way to a guest on another thread. One that does not look at them must not fill the host's memory.
 * @module
 */

/** Bytes of answers that a guest may have waiting before bridges that hold much stop to make more. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Counts what was sent and what was taken. */
export class UnreadAnswers {
  private readonly sizes: number[] = [];
  private taken = 0;
  private bytes = 0;
  private readonly waiting: (() => void)[] = [];

  /** An answer goes out. */
  sent(bytes: number): void {
    this.sizes.push(bytes);
    this.bytes += bytes;
  }

  /** The guest's thread has taken so many answers since the run began. */
  takenSoFar(count: number): void {
    while (this.taken < count && this.sizes.length > 0) {
      this.taken++;
      this.bytes -= this.sizes.shift() as number;
    }
    if (this.bytes <= MAX_UNREAD_BYTES) this.release();
  }

  /** Resolves when there is room for more, or nobody waits any longer. */
  room(): Promise<void> {
    if (this.bytes <= MAX_UNREAD_BYTES) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The run has ended: whoever waits goes on, and finds that out. */
  release(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
