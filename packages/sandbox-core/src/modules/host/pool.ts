/**
 * A pool of host-module workers: lazy, one call at a time each, calls start in the order they came.
 * @module
 */
import { MAX_ENGINE_TIMEOUT_MS } from '../../limits.js';
import { cancelledError, HostCallError, timeoutError, unsendableError, workerDeathError } from './errors.js';
import type { HostAnswerMessage, HostCallMessage, HostWorker } from './wire.js';

/** One call for the pool. */
export interface PoolCall {
  message: Omit<HostCallMessage, 'id'>;
  transfer: ArrayBuffer[];
  signal: AbortSignal;
  /** Whose call it is. */
  owner: object;
}

/** What a call gave. */
export interface HostCallResult {
  value: unknown;
  warnings: string[];
}

interface Waiting extends PoolCall {
  resolve(result: HostCallResult): void;
  reject(error: HostCallError): void;
  stopListening(): void;
}

/**
 * Runs calls on at most `size` workers; a worker that overruns or dies costs its own call only. Owners take turns: one
 * with many calls does not keep another's from starting.
 */
export class HostWorkerPool {
  readonly #spawn: () => HostWorker;
  readonly #size: number;
  readonly #idle: HostWorker[] = [];
  readonly #ends = new Map<HostWorker, () => void>();
  readonly #queue: Waiting[] = [];
  /** Calls under way, by owner. */
  readonly #running = new Map<object, number>();
  #workerCount = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(spawn: () => HostWorker, size: number) {
    this.#spawn = spawn;
    this.#size = size;
  }

  /** Queues a call. Its deadline counts from its start, not from here. */
  run(call: PoolCall): Promise<HostCallResult> {
    return new Promise((resolve, reject) => {
      if (call.signal.aborted || this.#isClosed) return reject(cancelledError(call.message.where));
      const leave = (): void => {
        const at = this.#queue.indexOf(waiting);
        if (at !== -1) this.#queue.splice(at, 1);
        reject(cancelledError(call.message.where));
      };
      const stopListening = (): void => call.signal.removeEventListener('abort', leave);
      const waiting: Waiting = { ...call, resolve, reject, stopListening };
      call.signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiting);
      this.#startNext();
    });
  }

  /** Ends all workers and rejects all calls. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) {
      waiting.stopListening();
      waiting.reject(cancelledError(waiting.message.where));
    }
    for (const end of [...this.#ends.values()]) end();
    for (const worker of this.#idle.splice(0)) worker.terminate();
    this.#workerCount = 0;
  }

  #startNext(): void {
    while (!this.#isClosed && this.#queue.length > 0 && (this.#idle.length > 0 || this.#workerCount < this.#size)) {
      const waiting = this.#takeNext();
      if (!waiting) return;
      waiting.stopListening();
      // The abort may be on its way through its listeners at this moment.
      if (waiting.signal.aborted) waiting.reject(cancelledError(waiting.message.where));
      else this.#start(waiting);
    }
  }

  /** The first call of those whose owner has the fewest under way. */
  #takeNext(): Waiting | undefined {
    let next = 0;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [at, { owner }] of this.#queue.entries()) {
      const running = this.#running.get(owner) ?? 0;
      if (running >= fewest) continue;
      fewest = running;
      next = at;
      if (running === 0) break;
    }
    return this.#queue.splice(next, 1)[0];
  }

  #count(owner: object, change: 1 | -1): void {
    const running = (this.#running.get(owner) ?? 0) + change;
    if (running === 0) this.#running.delete(owner);
    else this.#running.set(owner, running);
  }

  #start({ message, transfer, signal, owner, resolve, reject }: Waiting): void {
    const { hostId, where, deadlineMs } = message;
    const worker = this.#takeWorker(where, hostId, reject);
    if (!worker) return;
    this.#count(owner, 1);
    this.#lastId += 1;
    const id = this.#lastId;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const finish = (isReusable: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#ends.delete(worker);
      this.#count(owner, -1);
      worker.keepAlive(false);
      if (isReusable && !this.#isClosed) this.#rest(worker);
      else this.#discard(worker);
      this.#startNext();
    };
    const stop = (error: HostCallError): void => {
      finish(false);
      reject(error);
    };
    const onAbort = (): void => stop(cancelledError(where));
    const onAnswer = (answer: HostAnswerMessage): void => {
      if (answer.id !== id) return;
      finish(answer.status === 'done' || !answer.isSpoiled);
      if (answer.status === 'done') resolve({ value: answer.value, warnings: answer.warnings });
      else reject(new HostCallError(answer.error));
    };

    this.#ends.set(worker, onAbort);
    worker.listen(onAnswer, (what) => stop(workerDeathError(hostId, where, what)));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.keepAlive(true);
    if (deadlineMs <= MAX_ENGINE_TIMEOUT_MS)
      timer = setTimeout(() => stop(timeoutError(hostId, where, deadlineMs)), deadlineMs);
    try {
      worker.post({ id, ...message }, transfer);
    } catch {
      finish(true);
      reject(unsendableError(hostId, where));
    }
  }

  #takeWorker(where: string, hostId: string, reject: (error: HostCallError) => void): HostWorker | undefined {
    const idle = this.#idle.pop();
    if (idle) return idle;
    try {
      const worker = this.#spawn();
      this.#workerCount += 1;
      return worker;
    } catch {
      reject(workerDeathError(hostId, where, 'no worker could be started'));
      return undefined;
    }
  }

  #rest(worker: HostWorker): void {
    this.#idle.push(worker);
    // A library may still fail after its call was answered.
    worker.listen(
      () => {},
      () => {
        const at = this.#idle.indexOf(worker);
        if (at !== -1) this.#idle.splice(at, 1);
        this.#discard(worker);
      },
    );
  }

  #discard(worker: HostWorker): void {
    this.#workerCount = Math.max(0, this.#workerCount - 1);
    worker.terminate();
  }
}
