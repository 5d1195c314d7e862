/**
 * The ways out of a node: values, with the item they belong to, into the inboxes of all consumers.
 * @module
 */
import { NodeError, type OutputKind } from '@nodetool-ai/protocol';
import type { NodeInbox } from './inbox.js';
import { keyOf, type Lineage } from './lineage.js';

/** One edge out of a node. */
export interface OutEdge {
  id: string;
  handle: string;
  inbox: NodeInbox;
  /** Number of the edge at its inbox. */
  at: number;
}

/** Told what leaves a node. */
export interface OutputObserver {
  /** A value left on an output; `edges` is how many take it. */
  delivered(handle: string, value: unknown, edges: number): void;
  routed(edgeId: string, counter: number): void;
  ended(edgeId: string, counter: number): void;
}

/** Delivers what one node produces, in order, one item at a time. */
export class NodeOutputs {
  readonly #kinds: Map<string, OutputKind>;
  readonly #isOpen: boolean;
  readonly #edges: readonly OutEdge[];
  readonly #byHandle = new Map<string, OutEdge[]>();
  readonly #observer: OutputObserver;
  readonly #counters = new Map<string, number>();
  readonly #routed = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  /** `kinds` names every output of the node, unless it is `isOpen`: nobody named its outputs, so it may write to any. */
  constructor(
    kinds: ReadonlyMap<string, OutputKind>,
    isOpen: boolean,
    edges: readonly OutEdge[],
    observer: OutputObserver,
  ) {
    this.#kinds = new Map(kinds);
    this.#isOpen = isOpen;
    this.#edges = edges;
    for (const edge of edges) this.#byHandle.set(edge.handle, [...(this.#byHandle.get(edge.handle) ?? []), edge]);
    this.#observer = observer;
  }

  /** Delivers the values of one item of the node's iteration; resolves when every consumer took them. */
  emit(lineage: Lineage, values: ReadonlyMap<string, unknown>): Promise<void> {
    return this.#inOrder(async () => {
      for (const handle of values.keys()) {
        if (this.#kindOf(handle, 'iteration') === 'single') {
          throw new NodeError(
            'code_undeclared_output',
            `The output "${handle}" takes one final value and cannot be emitted to.`,
          );
        }
      }
      await this.#item(lineage, values);
    });
  }

  /** Delivers the final values of one run of the node, then ends its iteration. */
  finish(lineage: Lineage, finals: ReadonlyMap<string, unknown>): Promise<void> {
    return this.#inOrder(async () => {
      for (const handle of finals.keys()) this.#kindOf(handle, 'single');
      const more = new Map([...finals].filter(([handle]) => this.#kinds.get(handle) === 'iteration'));
      if (more.size > 0) await this.#item(lineage, more);
      this.#counters.delete(keyOf(lineage));
      for (const [handle, kind] of this.#kinds) {
        if (kind === 'single' && finals.has(handle)) await this.#put(handle, lineage, finals.get(handle));
        else this.#end(handle, lineage, false);
      }
    });
  }

  /** Tells that nothing comes at or below a lineage, because the node did not run there. */
  skip(lineage: Lineage, hasFailed: boolean): Promise<void> {
    return this.#inOrder(async () => {
      for (const handle of this.#kinds.keys()) this.#end(handle, lineage, hasFailed);
    });
  }

  /** Ends every edge, after what was emitted before. */
  end(hasFailed: boolean): Promise<void> {
    return this.#inOrder(async () => {
      for (const edge of this.#edges) {
        edge.inbox.end(edge.at, [], hasFailed);
        if (!this.#isStopped) this.#observer.ended(edge.id, this.#routed.get(edge.id) ?? 0);
      }
      this.#isStopped = true;
    });
  }

  /** From now on everything is dropped: the node ended, or the run was cancelled. */
  stop(): void {
    this.#isStopped = true;
  }

  #kindOf(handle: string, ifNew: OutputKind): OutputKind {
    const kind = this.#kinds.get(handle);
    if (kind) return kind;
    if (this.#isOpen) {
      this.#kinds.set(handle, ifNew);
      return ifNew;
    }
    throw new NodeError('code_undeclared_output', `The node has no output "${handle}".`, {
      next: `Write to one of: ${[...this.#kinds.keys()].join(', ') || 'none'}.`,
    });
  }

  async #item(lineage: Lineage, values: ReadonlyMap<string, unknown>): Promise<void> {
    const parent = keyOf(lineage);
    const index = this.#counters.get(parent) ?? 0;
    this.#counters.set(parent, index + 1);
    const item = [...lineage, index];
    for (const [handle, kind] of this.#kinds) {
      if (kind !== 'iteration') continue;
      if (values.has(handle)) await this.#put(handle, item, values.get(handle));
      else this.#end(handle, item, false);
    }
  }

  async #put(handle: string, lineage: Lineage, value: unknown): Promise<void> {
    if (this.#isStopped) return;
    const edges = this.#byHandle.get(handle) ?? [];
    this.#observer.delivered(handle, value, edges.length);
    const [only] = edges;
    if (only && edges.length === 1) await this.#route(only, lineage, value);
    else await Promise.all(edges.map((edge) => this.#route(edge, lineage, value)));
  }

  async #route(edge: OutEdge, lineage: Lineage, value: unknown): Promise<void> {
    await edge.inbox.put(edge.at, lineage, value);
    const counter = (this.#routed.get(edge.id) ?? 0) + 1;
    this.#routed.set(edge.id, counter);
    if (!this.#isStopped) this.#observer.routed(edge.id, counter);
  }

  #end(handle: string, lineage: Lineage, hasFailed: boolean): void {
    for (const edge of this.#byHandle.get(handle) ?? []) edge.inbox.end(edge.at, lineage, hasFailed);
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
