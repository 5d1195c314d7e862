/**
 * Turns of a thread: a guest whose answers come without a break lets other work of its thread in between.
 * @module
 */
import { nowMs } from './control.js';

/** After this many ms other work gets its turn: promise jobs and answers that are known at once let nothing in between. */
const TURN_MS = 20;

/** The turns of one guest. */
export class Turns {
  private startedAt = nowMs();

  /** Whether other work should come first. */
  get isOver(): boolean {
    return nowMs() - this.startedAt >= TURN_MS;
  }

  /** The thread has just come from other work. */
  begin(): void {
    this.startedAt = nowMs();
  }

  /** Does the work at once, or in a turn of its own. */
  take(work: () => void): void {
    if (!this.isOver) work();
    else this.next(work);
  }

  /** Does the work when others have had their turn. */
  next(work: () => void): void {
    soon(() => {
      this.begin();
      work();
    });
  }
}

/** A page that is not shown slows its timers down to one a second; a message comes at once. */
function soon(work: () => void): void {
  if (typeof setImmediate === 'function') {
    setImmediate(work);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  (port1 as unknown as { onmessage: () => void }).onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}
