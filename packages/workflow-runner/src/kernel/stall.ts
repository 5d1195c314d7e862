/**
 * Notices when a whole run is stuck on a full buffer, and lets that buffer grow.
 *
 * A bounded buffer can starve a join whose other side speaks only at the end. When every node waits and one of them
 * waits for room, the smallest full buffer is doubled (bounded scheduling of process networks).
 * @module
 */
import { NodeError } from '@nodetool-ai/protocol';
import type { BufferObserver, EdgeBuffer } from './edge-buffer.js';
import type { InboxObserver } from './inbox.js';
import { MAX_PENDING_VALUES } from './limits.js';

interface Worker {
  isStarved: boolean;
  full: Set<EdgeBuffer>;
}

/** Watches the nodes of one run. */
export class StallWatch {
  readonly #workers = new Map<string, Worker>();
  readonly #onLimit: (buffer: EdgeBuffer, error: NodeError) => void;

  /** `onLimit` is told when a buffer may grow no further; the run cannot go on. */
  constructor(onLimit: (buffer: EdgeBuffer, error: NodeError) => void) {
    this.#onLimit = onLimit;
  }

  /** Registers a node that is about to run. */
  add(nodeId: string): void {
    this.#workers.set(nodeId, { isStarved: false, full: new Set() });
  }

  /** Takes out a node that ended. */
  remove(nodeId: string): void {
    this.#workers.delete(nodeId);
    this.#check();
  }

  /** For the inbox of a node. */
  consumer(nodeId: string): InboxObserver {
    const set = (isStarved: boolean) => {
      const worker = this.#workers.get(nodeId);
      if (worker) worker.isStarved = isStarved;
      if (isStarved) this.#check();
    };
    return { starved: () => set(true), fed: () => set(false) };
  }

  /** For the buffers a node delivers into. */
  producer(nodeId: string): BufferObserver {
    return {
      blocked: (buffer) => {
        this.#workers.get(nodeId)?.full.add(buffer);
        this.#check();
      },
      unblocked: (buffer) => {
        this.#workers.get(nodeId)?.full.delete(buffer);
      },
    };
  }

  #check(): void {
    let smallest: EdgeBuffer | undefined;
    for (const worker of this.#workers.values()) {
      if (!worker.isStarved && worker.full.size === 0) return; // Somebody works.
      for (const buffer of worker.full) if (!smallest || buffer.limit < smallest.limit) smallest = buffer;
    }
    if (!smallest) return;
    if (smallest.limit < MAX_PENDING_VALUES) {
      smallest.grow(Math.min(smallest.limit * 2, MAX_PENDING_VALUES));
      return;
    }
    this.#onLimit(
      smallest,
      new NodeError(
        'buffer_limit',
        `More than ${MAX_PENDING_VALUES.toLocaleString('en')} values wait on the edge "${smallest.edgeId}" for others they belong to.`,
        { next: 'Put several values into one item, or collect them before they meet the others.' },
      ),
    );
  }
}
