/**
 * Answers on their way to a guest on another thread. One that does not look at them must not fill the host's memory.
 * @module
 */

/** Bytes of answers that a guest may have waiting; what comes after them waits to be encoded, and to be made. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Answers that are known and wait for their turn to be encoded: so many may be, before no further call begins. */
const MAX_UNENCODED = 8;

/** Counts what was sent and what was taken. */
export class UnreadAnswers {
  private readonly sizes: number[] = [];
  private taken = 0;
  private bytes = 0;
  private unencoded = 0;
  private readonly answers: (() => void)[] = [];
  private readonly makers: (() => void)[] = [];

  /** Whether work may begin that makes an answer. */
  get hasRoom(): boolean {
    return this.maySend && this.unencoded < MAX_UNENCODED;
  }

  /** Whether an answer may be sent. */
  get maySend(): boolean {
    return this.bytes <= MAX_UNREAD_BYTES && this.answers.length === 0;
  }

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
    while (this.bytes <= MAX_UNREAD_BYTES && this.answers.length > 0) this.answers.shift()?.();
    if (this.hasRoom) this.release();
  }

  /** An answer is known; {@link whenRoom} follows when it is its turn. */
  known(): void {
    this.unencoded++;
  }

  /** Sends an answer when there is room for it; `send` must call {@link sent} before it returns. */
  whenRoom(send: () => void): void {
    this.unencoded--;
    if (!this.maySend) {
      this.answers.push(send);
      return;
    }
    send();
    if (this.hasRoom) this.release();
  }

  /** Resolves when there is room for more, or nobody waits any longer; for work that makes large answers. */
  room(): Promise<void> {
    if (this.hasRoom) return Promise.resolve();
    return new Promise((resolve) => this.makers.push(resolve));
  }

  /** The run has ended: whoever waits goes on, and finds that out. */
  release(): void {
    for (const resolve of this.makers.splice(0)) resolve();
  }
}
