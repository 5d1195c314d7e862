/**
 * Lets only so many pieces of work go on at the same time.
 * @module
 */

/** Work past the bound waits in order. */
export class Gate {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly maxAtOnce: number) {}

  /** Does the work when it is its turn. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.working < this.maxAtOnce) this.working++;
    // Whoever leaves hands the place over, so that nobody who comes between them takes it.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }
}
