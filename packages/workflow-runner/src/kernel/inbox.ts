/**
 * What arrives at a node: values and ends, over all its edges, in order of arrival.
 * @module
 */
import type { EdgeBuffer } from './edge-buffer.js';
import type { Lineage } from './lineage.js';

/** Something that came over an edge. `closed`: nothing more comes at or below that lineage. */
export type Arrival =
  | { kind: 'value'; edge: number; lineage: Lineage; value: unknown }
  | { kind: 'closed'; edge: number; lineage: Lineage; hasFailed: boolean };

/** Told when the consumer starts and stops waiting for something to arrive. */
export interface InboxObserver {
  starved(): void;
  fed(): void;
}

/**
 * The queue in front of one node. Values wait for room on their edge; ends never wait.
 * Edges are numbered in the order of `buffers`.
 */
export class NodeInbox {
  #queue: Arrival[] = [];
  #head = 0;
  #wake: ((arrival: Arrival | undefined) => void) | undefined;
  #isClosed = false;

  constructor(
    readonly buffers: readonly EdgeBuffer[],
    private readonly observer: InboxObserver,
  ) {}

  /** Delivers a value; resolves when it was accepted. Without effect on a closed inbox. */
  async put(edge: number, lineage: Lineage, value: unknown): Promise<void> {
    if (this.#isClosed) return;
    const buffer = this.buffers[edge];
    await buffer?.acquire();
    if (this.#isClosed) buffer?.release();
    else this.#add({ kind: 'value', edge, lineage, value });
  }

  /** Tells that nothing more comes at or below a lineage of an edge. */
  end(edge: number, lineage: Lineage, hasFailed: boolean): void {
    this.#add({ kind: 'closed', edge, lineage, hasFailed });
  }

  /** Next arrival, or `undefined` once the inbox was closed. One taker at a time. */
  take(): Promise<Arrival | undefined> {
    const next = this.#shift();
    if (next !== undefined || this.#isClosed) return Promise.resolve(next);
    const arrival = new Promise<Arrival | undefined>((resolve) => {
      this.#wake = resolve;
    });
    this.observer.starved();
    return arrival;
  }

  /** Drops the values that wait: the consumer is through, and they had nothing to meet. */
  discard(): void {
    for (let next = this.#shift(); next; next = this.#shift()) {
      if (next.kind === 'value') this.buffers[next.edge]?.release();
    }
  }

  /** The consumer ended: drop what comes, hold no producer. */
  closeAll(): void {
    this.#isClosed = true;
    for (const buffer of this.buffers) buffer.releaseBackpressure();
    this.#deliver(undefined);
  }

  #add(arrival: Arrival): void {
    if (this.#isClosed) return;
    if (!this.#deliver(arrival)) this.#queue.push(arrival);
  }

  #deliver(arrival: Arrival | undefined): boolean {
    const wake = this.#wake;
    if (!wake) return false;
    this.#wake = undefined;
    this.observer.fed();
    wake(arrival);
    return true;
  }

  #shift(): Arrival | undefined {
    if (this.#isClosed || this.#head >= this.#queue.length) return undefined;
    const next = this.#queue[this.#head];
    this.#head += 1;
    // Dropping the taken part now and then keeps taking constant time on average.
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return next;
  }
}
