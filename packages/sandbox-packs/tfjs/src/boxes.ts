/**
 * Boxes of found things.
 * @module
 */

/** A thing in a picture, as parts of its width and height, 0 to 1. */
export interface Candidate {
  className: string;
  score: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MAX_OVERLAP = 0.5;

/** Best first; a box that lies over a better one by more than half is dropped. */
export function keepBest(candidates: readonly Candidate[], maxBoxes: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((one, other) => other.score - one.score)) {
    if (kept.length >= maxBoxes) break;
    if (kept.every((better) => overlap(better, candidate) <= MAX_OVERLAP)) kept.push(candidate);
  }
  return kept;
}

/** Area that two boxes share, over the area that they cover. */
export function overlap(one: Candidate, other: Candidate): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (area(one) + area(other) - shared);
}

function area({ left, top, right, bottom }: Candidate): number {
  return (right - left) * (bottom - top);
}
