/**
 * Seeds for the guests' `Math.random`.
 * @module
 */

/** Drawn a hundred at a time: asking for random bytes costs more than many of them. */
const seeds = new BigUint64Array(100);
let seedsLeft = 0;

/** 64 random bits, never all zero: from there the engine's generator would not move. */
export function randomSeed(): bigint {
  let seed = 0n;
  while (seed === 0n) {
    if (seedsLeft === 0) {
      crypto.getRandomValues(seeds);
      seedsLeft = seeds.length;
    }
    seed = seeds[--seedsLeft] as bigint;
  }
  return seed;
}
