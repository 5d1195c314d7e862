/**
 * Lets only so many pieces of work that hold much memory go on at the same time.
 * @module
 */
import type { RunScope } from './bridge.js';

/** Work past the bound waits in order; so does all work while the guest has large answers that it has not taken. */
export class Gate {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly run: Pick<RunScope, 'roomForAnswers'>,
    private readonly maxAtOnce: number,
  ) {}

  /** Does the work when it is its turn. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.working < this.maxAtOnce) this.working++;
    // Whoever leaves hands the place over, so that nobody who comes between them takes it.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      await this.run.roomForAnswers();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }
}
