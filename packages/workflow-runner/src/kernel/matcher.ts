/**
 * Decides which values belong together: those that stem from the same item, not those that arrive at the same time.
 * Pure: told what arrived, it says what the node does next.
 * @module
 */
import { NodeError } from '@nodetool-ai/protocol';
import type { EdgeBuffer } from './edge-buffer.js';
import { MAX_PENDING_VALUES } from './limits.js';
import { compareLineage, isUnder, keyOf, type Lineage } from './lineage.js';

/** An edge into the node. `depth` is the length of lineage the node sees; a collected edge has one less than it carries. */
export interface InEdge {
  handle: string;
  depth: number;
  collects: boolean;
}

/** An input and the edges into it, in the order of the graph. */
export interface InHandle {
  name: string;
  edges: number[];
  /** Runs without it when nothing comes. */
  isOptional: boolean;
  /** Gathers the values of all its edges in one list. */
  isList: boolean;
}

/** What the node does next. `closed`: nothing more will be run at or below that lineage. */
export type Step =
  | { kind: 'fire'; lineage: Lineage; values: Map<string, unknown> }
  | { kind: 'skip'; lineage: Lineage; hasFailed: boolean }
  | { kind: 'closed'; lineage: Lineage; hasFailed: boolean };

interface EdgeState extends InEdge {
  buffer: EdgeBuffer | undefined;
  values: Map<string, { lineage: Lineage; value: unknown }>;
  collected: Map<string, { lineage: Lineage; value: unknown }[]>;
  /** Ends by lineage; the value says whether a failure was behind it. */
  closed: Map<string, { lineage: Lineage; hasFailed: boolean }>;
}

/** Matches the values of one node. A list of edges that is empty means: runs once, on nothing. */
export class Matcher {
  readonly #edges: EdgeState[];
  readonly #handles: readonly InHandle[];
  readonly #depth: number;
  /** Items with a value on some edge of full depth, not decided yet, in order of arrival. */
  readonly #pending = new Map<string, Lineage>();
  readonly #ready: Step[] = [];
  readonly #closing: { lineage: Lineage }[] = [];

  constructor(edges: readonly InEdge[], handles: readonly InHandle[], buffers: readonly EdgeBuffer[]) {
    this.#edges = edges.map((edge, at) => ({
      ...edge,
      buffer: buffers[at],
      values: new Map(),
      collected: new Map(),
      closed: new Map(),
    }));
    this.#handles = handles;
    this.#depth = Math.max(0, ...edges.map((edge) => edge.depth));
    if (edges.length === 0) {
      this.#ready.push({ kind: 'fire', lineage: [], values: new Map() });
      this.#closing.push({ lineage: [] });
    }
  }

  /** Takes in a value. Throws {@link NodeError} `repeated_value` or `buffer_limit`. */
  accept(at: number, lineage: Lineage, value: unknown): void {
    const edge = this.#edges[at];
    if (!edge) return;
    const seen = lineage.slice(0, edge.depth);
    const key = keyOf(seen);
    if (edge.collects) {
      const list = edge.collected.get(key) ?? [];
      if (list.length >= MAX_PENDING_VALUES) throw bufferLimit(edge.handle);
      list.push({ lineage, value });
      edge.collected.set(key, list);
      edge.buffer?.release(); // A list has to become whole before it is of use: it never holds its producer.
    } else {
      if (edge.values.has(key)) {
        throw new NodeError('repeated_value', `The input "${edge.handle}" was given two values for one item.`, {
          next: 'Deliver one value per item, or emit each value as an item of its own.',
        });
      }
      edge.values.set(key, { lineage: seen, value });
    }
    if (edge.depth === this.#depth) this.#pending.set(key, seen);
    if (!edge.collects) this.#decideUnder(seen);
  }

  /** Takes in an end. */
  close(at: number, lineage: Lineage, hasFailed: boolean): void {
    const edge = this.#edges[at];
    if (!edge) return;
    if (lineage.length > edge.depth) {
      // One item of a collected iteration is missing; a list that lacks it because of a failure is no result.
      if (hasFailed) edge.closed.set(keyOf(lineage), { lineage, hasFailed });
      return;
    }
    edge.closed.set(keyOf(lineage), {
      lineage,
      hasFailed: hasFailed || edge.closed.get(keyOf(lineage))?.hasFailed === true,
    });
    // The end of an item that has values only decides it; the end of everything also ends the node.
    const isItem = lineage.length > 0 && lineage.length === this.#depth && this.#pending.has(keyOf(lineage));
    this.#decideUnder(lineage);
    if (!isItem && this.#edges.every((other) => other.depth < this.#depth || this.#endOf(other, lineage))) {
      this.#closing.push({ lineage });
    }
  }

  /** What to do next, or `undefined` when something has to arrive first. */
  next(): Step | undefined {
    const step = this.#ready.shift();
    if (step) return step;
    for (const [at, { lineage }] of this.#closing.entries()) {
      if (this.#hasPendingUnder(lineage)) continue;
      this.#closing.splice(at, 1);
      const hasFailed = this.#edges.some((edge) => this.#endOf(edge, lineage.slice(0, edge.depth))?.hasFailed);
      this.#forgetUnder(lineage);
      return { kind: 'closed', lineage, hasFailed };
    }
    return undefined;
  }

  #decideUnder(lineage: Lineage): void {
    if (lineage.length === this.#depth) {
      const item = this.#pending.get(keyOf(lineage));
      if (item) this.#decide(item);
      return;
    }
    for (const item of [...this.#pending.values()]) if (isUnder(item, lineage)) this.#decide(item);
  }

  #decide(item: Lineage): void {
    const values = new Map<string, unknown>();
    let isMissing = false;
    let hasFailed = false;
    for (const handle of this.#handles) {
      const found: unknown[] = [];
      for (const at of handle.edges) {
        const edge = this.#edges[at];
        if (!edge) continue;
        const seen = item.slice(0, edge.depth);
        const value = edge.collects ? undefined : edge.values.get(keyOf(seen));
        if (value) {
          found.push(value.value);
          continue;
        }
        const end = this.#endOf(edge, seen);
        if (!end) return; // Still to come.
        if (end.hasFailed || this.#lacksItems(edge, seen)) hasFailed = true;
        else if (edge.collects && edge.collected.has(keyOf(seen))) found.push(collectedList(edge, seen));
      }
      if (found.length > 0) values.set(handle.name, handle.isList ? found.flat(1) : found[0]);
      else if (!handle.isOptional) isMissing = true;
    }
    const key = keyOf(item);
    this.#pending.delete(key);
    for (const edge of this.#edges) {
      if (edge.depth !== this.#depth) continue;
      if (edge.values.delete(key)) edge.buffer?.release();
      edge.collected.delete(key);
      if (item.length > 0) edge.closed.delete(key);
    }
    this.#ready.push(
      isMissing || hasFailed ? { kind: 'skip', lineage: item, hasFailed } : { kind: 'fire', lineage: item, values },
    );
  }

  /** The nearest end that covers a lineage: its own, else one above it. What ended well stays well if more fails later. */
  #endOf(edge: EdgeState, lineage: Lineage): { hasFailed: boolean } | undefined {
    for (let length = lineage.length; length >= 0; length -= 1) {
      const end = edge.closed.get(keyOf(lineage.slice(0, length)));
      if (end) return end;
    }
    return undefined;
  }

  #lacksItems(edge: EdgeState, lineage: Lineage): boolean {
    if (!edge.collects) return false;
    for (const end of edge.closed.values()) {
      if (end.hasFailed && end.lineage.length > edge.depth && isUnder(end.lineage, lineage)) return true;
    }
    return false;
  }

  #hasPendingUnder(lineage: Lineage): boolean {
    if (this.#pending.size === 0) return false;
    if (lineage.length === this.#depth) return this.#pending.has(keyOf(lineage));
    for (const item of this.#pending.values()) if (isUnder(item, lineage)) return true;
    return false;
  }

  #forgetUnder(lineage: Lineage): void {
    for (const edge of this.#edges) {
      if (edge.depth < lineage.length) continue;
      for (const [key, held] of edge.values) {
        if (!isUnder(held.lineage, lineage)) continue;
        edge.values.delete(key);
        edge.buffer?.release();
      }
      if (lineage.length === 0) continue;
      for (const [key, end] of edge.closed) if (isUnder(end.lineage, lineage)) edge.closed.delete(key);
      for (const [key, items] of edge.collected)
        if (items[0] && isUnder(items[0].lineage, lineage)) edge.collected.delete(key);
    }
  }
}

function collectedList(edge: EdgeState, lineage: Lineage): unknown[] {
  const items = edge.collected.get(keyOf(lineage)) ?? [];
  return [...items].sort((a, b) => compareLineage(a.lineage, b.lineage)).map((item) => item.value);
}

function bufferLimit(handle: string): NodeError {
  return new NodeError(
    'buffer_limit',
    `More than ${MAX_PENDING_VALUES.toLocaleString('en')} values wait on the input "${handle}".`,
    { next: 'Put several values into one item, or work on them where they are made.' },
  );
}
