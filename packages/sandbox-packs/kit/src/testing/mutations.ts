/**
 * Damaged copies of a file: cut off, with flipped bytes, or with a range overwritten. The same seed gives the same
 * copies.
 */
export function* mutations(bytes: Uint8Array, count = 1000, seed = 1): Iterable<Uint8Array> {
  const next = randomNumbers(seed);
  for (let turn = 0; turn < count; turn += 1) {
    if (turn % 3 === 0) {
      yield bytes.slice(0, next(bytes.length));
      continue;
    }
    const copy = bytes.slice();
    if (turn % 3 === 1) {
      for (let flips = 1 + next(3); flips > 0; flips -= 1) copy[next(copy.length)] = next(256);
    } else {
      const start = next(copy.length);
      for (let at = start; at < Math.min(copy.length, start + 1 + next(64)); at += 1) copy[at] = next(256);
    }
    yield copy;
  }
}

/**
 * Damaged copies of a text: cut off, or with one UTF-16 unit replaced, half of these by one below U+0100. The same seed
 * gives the same copies.
 */
export function textMutations(text: string, count = 1000, seed = 1): string[] {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, (_, turn) => {
    const at = next(text.length);
    return turn % 2 === 0
      ? text.slice(0, at)
      : text.slice(0, at) + String.fromCharCode(next(turn % 4 === 1 ? 256 : 65_536)) + text.slice(at + 1);
  });
}

// Lehmer's generator: the same numbers on every machine.
function randomNumbers(seed: number): (below: number) => number {
  let state = 1 + (seed % 2_147_483_646);
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(1, below);
  };
}
