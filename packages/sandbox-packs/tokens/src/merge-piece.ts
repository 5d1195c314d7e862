/**
 * Byte pair merging with a heap.
 * @module
 */
import type { Encoding } from './load-encoding.js';

/** Merges one piece, given as a byte string, and gives its ids to `emit` in order. */
export type MergePiece = (piece: string, emit: (id: number) => void) => void;

const NONE = -1;
// A heap entry is rank * SPAN + start: lowest rank first, then leftmost, as the reference merges.
const SPAN = 2 ** 25;

/**
 * A merger with memory of its own, which grows with the longest piece and is used again.
 *
 * The pair with the lowest rank is merged until no pair is a token. Looking for it among all pairs each time takes
 * time that grows with the square of a piece; a heap of pairs, in which outdated ones are skipped, n log n.
 */
export function pieceMerger({ rankOf, longest }: Encoding): MergePiece {
  let next = new Int32Array(0);
  let previous = new Int32Array(0);
  let pairRank = new Int32Array(0);
  let heap = new Float64Array(0);
  let size = 0;

  const push = (entry: number): void => {
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as number;
      if (above <= entry) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  };

  const pop = (): number => {
    const top = heap[0] as number;
    size -= 1;
    const last = heap[size] as number;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
      if (last <= (heap[child] as number)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return top;
  };

  return (piece, emit) => {
    const whole = rankOf.get(piece);
    if (whole !== undefined) return emit(whole);
    const length = piece.length;
    if (next.length <= length) {
      next = new Int32Array(length + 1);
      previous = new Int32Array(length + 1);
      pairRank = new Int32Array(length + 1);
      // The pairs at first, and two new ones for each of at most `length` merges.
      heap = new Float64Array(3 * length + 1);
    }
    size = 0;
    // Ranks the pair that begins at `start`; `next[length]` does not exist.
    const rate = (start: number): void => {
      const middle = next[start] as number;
      const end = middle < length ? (next[middle] as number) : NONE;
      const rank = end === NONE || end - start > longest ? undefined : rankOf.get(piece.slice(start, end));
      pairRank[start] = rank ?? NONE;
      if (rank !== undefined) push(rank * SPAN + start);
    };
    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      previous[at] = at - 1;
    }
    for (let at = 0; at < length; at += 1) rate(at);
    while (size > 0) {
      const entry = pop();
      const start = entry % SPAN;
      // Outdated: one of its halves was merged with something else.
      if (pairRank[start] !== Math.floor(entry / SPAN)) continue;
      const middle = next[start] as number;
      const end = next[middle] as number;
      pairRank[middle] = NONE;
      next[start] = end;
      if (end < length) previous[end] = start;
      rate(start);
      if (start > 0) rate(previous[start] as number);
    }
    for (let at = 0; at < length; at = next[at] as number) {
      // Every single byte is a token, and so is everything that was merged.
      emit(rankOf.get(piece.slice(at, next[at])) as number);
    }
  };
}
