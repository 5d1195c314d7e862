/**
 * "Did you mean …?"
 * @module
 */

/** The known name nearest to a mistaken one, when it is near enough to be meant. */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  if (wrong.length > 200) return undefined; // Comparing takes time in proportion to both lengths.
  const text = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of known) {
    const lower = name.toLowerCase();
    // The last part alone is a common way to shorten a dotted name.
    const isShort = text.length > 2 && lower.split(/[./]/).at(-1) === text.split(/[./]/).at(-1);
    const distance = Math.min(editDistance(text, lower), isShort ? 1 : Number.POSITIVE_INFINITY);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Sentence that names the nearest known name, or lists what there is. */
export function suggest(wrong: string, known: Iterable<string>, what: string): string {
  const names = [...known];
  const near = nearestName(wrong, names);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (names.length === 0) return `There are no ${what}.`;
  const shown = names
    .slice(0, 12)
    .map((name) => `"${name}"`)
    .join(', ');
  return `Known ${what}: ${shown}${names.length > 12 ? ` and ${names.length - 12} more` : ''}.`;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap));
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
