/**
 * A worker that answers calls of host or WASM modules, as their pools see it.
 * @module
 */

/** One worker, of whatever platform. */
export interface CallWorker<Call, Answer> {
  post(message: Call, transfer?: ArrayBuffer[]): void;
  /** `onDeath` is called at most once, with a sentence about why; not after `terminate`. */
  listen(onAnswer: (answer: Answer) => void, onDeath: (what: string) => void): void;
  /** Whether the process waits for this worker. A page waits for none. */
  keepAlive(isBusy: boolean): void;
  terminate(): void;
}

/** Who listens to a worker; the first death is the only one. */
export class Listeners<Answer> {
  private onAnswer: (answer: Answer) => void = () => {};
  private onDeath: ((what: string) => void) | undefined;

  listen(onAnswer: (answer: Answer) => void, onDeath: (what: string) => void): void {
    this.onAnswer = onAnswer;
    this.onDeath = onDeath;
  }

  answer(answer: Answer): void {
    this.onAnswer(answer);
  }

  die(what: string): void {
    const report = this.onDeath;
    this.onDeath = undefined;
    report?.(what);
  }

  /** Nobody is told anything from now on. */
  forget(): void {
    this.onAnswer = () => {};
    this.onDeath = undefined;
  }
}
