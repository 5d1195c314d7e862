/**
 * A pool of WASM workers: lazy, one call at a time each, calls start in the order they came.
 * @module
 */
import { WASM_BUDGETS, type WasmPoolCall, type WasmPoolOutcome, type WasmWorkerPool } from '@nodetool-ai/protocol/core';
import type { WasmAnswerMessage, WasmWorker } from './wire.js';

/** A worker that has not taken its call after so many ms never will. */
const START_MS = 30_000;
const NOT_STARTED = 'no worker could be started';

interface Waiting {
  call: WasmPoolCall;
  resolve(outcome: WasmPoolOutcome): void;
  leave(): void;
}

/**
 * Runs calls on at most `size` workers. A worker whose call overruns, is cancelled or dies is terminated, which costs
 * that call only: the next one that waits gets a new worker.
 */
export class WasmPool implements WasmWorkerPool {
  private readonly idle: WasmWorker[] = [];
  private readonly queue: Waiting[] = [];
  private workers = 0;
  private lastId = 0;

  constructor(
    private readonly spawn: () => WasmWorker,
    private readonly size: number = WASM_BUDGETS.poolWorkers.value,
  ) {}

  run(call: WasmPoolCall): Promise<WasmPoolOutcome> {
    return new Promise((resolve) => {
      const leave = (): void => {
        const at = this.queue.indexOf(waiting);
        if (at !== -1) this.queue.splice(at, 1);
        resolve({ status: 'cancelled', elapsedMs: 0 });
      };
      const waiting: Waiting = { call, resolve, leave };
      if (call.signal.aborted) return leave();
      call.signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.queue.length > 0 && (this.idle.length > 0 || this.workers < this.size)) {
      const waiting = this.queue.shift() as Waiting;
      waiting.call.signal.removeEventListener('abort', waiting.leave);
      // The abort may be on its way through its listeners at this moment.
      if (waiting.call.signal.aborted) waiting.leave();
      else this.start(waiting);
    }
  }

  private start({ call, resolve }: Waiting): void {
    const worker = this.takeWorker();
    if (worker === undefined) {
      resolve({ status: 'died', reason: NOT_STARTED, elapsedMs: 0 });
      return;
    }
    const id = ++this.lastId;
    let startedAt: number | undefined;
    const finish = (isReusable: boolean): number => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', onAbort);
      if (isReusable) this.rest(worker);
      else this.discard(worker);
      this.startNext();
      return startedAt === undefined ? 0 : performance.now() - startedAt;
    };
    const onAbort = (): void => resolve({ status: 'cancelled', elapsedMs: finish(false) });
    const onAnswer = (answer: WasmAnswerMessage): void => {
      if (answer.id !== id) return;
      if (answer.status === 'started') {
        startedAt = performance.now();
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ status: 'timeout', elapsedMs: finish(false) }), call.timeoutMs);
        return;
      }
      const elapsedMs = finish(true);
      if (answer.status === 'done') resolve({ status: 'done', value: answer.value, elapsedMs });
      else resolve({ status: 'trap', reason: answer.reason, elapsedMs });
    };
    // A new worker needs time to start, which is not the program's to pay.
    let timer = setTimeout(() => resolve({ status: 'died', reason: NOT_STARTED, elapsedMs: finish(false) }), START_MS);
    worker.listen(onAnswer, (reason) => resolve({ status: 'died', reason, elapsedMs: finish(false) }));
    call.signal.addEventListener('abort', onAbort, { once: true });
    worker.keepAlive(true);
    const { module, exportName, args } = call;
    try {
      worker.post({ id, module, exportName, args });
    } catch {
      resolve({ status: 'died', reason: 'its worker could not be given the call', elapsedMs: finish(false) });
    }
  }

  private takeWorker(): WasmWorker | undefined {
    const idle = this.idle.pop();
    if (idle !== undefined) return idle;
    try {
      const worker = this.spawn();
      this.workers++;
      return worker;
    } catch {
      return undefined;
    }
  }

  private rest(worker: WasmWorker): void {
    worker.keepAlive(false);
    this.idle.push(worker);
    worker.listen(
      () => {},
      () => {
        const at = this.idle.indexOf(worker);
        if (at === -1) return;
        this.idle.splice(at, 1);
        this.discard(worker);
      },
    );
  }

  private discard(worker: WasmWorker): void {
    this.workers--;
    worker.terminate();
  }
}
