/**
 * Keeps engines between calls: starting one costs more than reading a page.
 * @module
 */
import type { OcrEngine, OpenEngine } from './engine.js';

/** Engines by set of languages. Calls run one after another, since an engine reads one picture at a time. */
export class EnginePool {
  readonly #open: OpenEngine;
  readonly #maxEngines: number;
  readonly #idleMs: number;
  /** Engines that wait, the one that waits longest first. */
  readonly #resting = new Map<string, { engine: OcrEngine; timer: ReturnType<typeof setTimeout> }>();
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(open: OpenEngine, maxEngines: number, idleMs: number) {
    this.#open = open;
    this.#maxEngines = maxEngines;
    this.#idleMs = idleMs;
  }

  /** Engines kept for the next call. */
  get restingCount(): number {
    return this.#resting.size;
  }

  /** Runs `work` with an engine. An engine whose work failed or was given up is closed. */
  use<T>(
    where: string,
    languages: readonly string[],
    signal: AbortSignal,
    work: (engine: OcrEngine) => Promise<T>,
  ): Promise<T> {
    const turn = this.#lastTurn.then(async () => {
      signal.throwIfAborted();
      const key = languages.join('+');
      const engine = this.#take(key) ?? (await this.#start(where, languages));
      engine.keepAlive(true);
      try {
        const result = await unlessAborted(signal, work(engine));
        this.#rest(key, engine);
        return result;
      } catch (error) {
        engine.close();
        throw error;
      }
    });
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  #take(key: string): OcrEngine | undefined {
    const waiting = this.#resting.get(key);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.#resting.delete(key);
    return waiting.engine;
  }

  async #start(where: string, languages: readonly string[]): Promise<OcrEngine> {
    const [longest] = this.#resting.keys();
    if (longest !== undefined && this.#resting.size >= this.#maxEngines) this.#take(longest)?.close();
    return this.#open(where, languages);
  }

  #rest(key: string, engine: OcrEngine): void {
    engine.keepAlive(false);
    const timer = setTimeout(() => this.#take(key)?.close(), this.#idleMs);
    // A page's timers are numbers.
    if (typeof timer === 'object') timer.unref();
    this.#resting.set(key, { engine, timer });
  }
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
