/**
 * Backpressure of one edge: how many values wait on it, and who waits for room.
 * @module
 */

/** Told when a producer starts and stops waiting for room. */
export interface BufferObserver {
  blocked(buffer: EdgeBuffer): void;
  unblocked(buffer: EdgeBuffer): void;
}

/** Counts the values of one edge from the moment they are put until the consumer is through with them. */
export class EdgeBuffer {
  #held = 0;
  #isOpen = true;
  #waiting: (() => void)[] = [];

  constructor(
    readonly edgeId: string,
    public limit: number,
    private readonly observer: BufferObserver,
  ) {}

  /** Values on the edge now. */
  get held(): number {
    return this.#held;
  }

  /** Takes room for one value; waits, first come first served, while there is none. */
  async acquire(): Promise<void> {
    if (this.#isOpen && (this.#held >= this.limit || this.#waiting.length > 0)) {
      const room = new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.observer.blocked(this);
      await room; // Whoever wakes a waiter has counted its value already.
      return;
    }
    this.#held += 1;
  }

  /** Gives back the room of `count` values. */
  release(count = 1): void {
    this.#held = Math.max(0, this.#held - count);
    this.#admit();
  }

  /** Sets a new limit, and lets in whoever now fits. */
  grow(limit: number): void {
    this.limit = limit;
    this.#admit();
  }

  /** Nobody will make room again: never hold a producer from now on. */
  releaseBackpressure(): void {
    this.#isOpen = false;
    this.#admit();
  }

  #admit(): void {
    while (this.#waiting.length > 0 && (!this.#isOpen || this.#held < this.limit)) {
      this.#held += 1;
      this.observer.unblocked(this);
      this.#waiting.shift()?.();
    }
  }
}
