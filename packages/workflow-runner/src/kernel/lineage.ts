/**
 * Where a value comes from: its place in each iteration around it, outermost first.
 * @module
 */

/** One index per root of the value's scope; empty outside of any iteration. */
export type Lineage = readonly number[];

/** Text form of a lineage, usable as a key. */
export function keyOf(lineage: Lineage): string {
  return lineage.join('.');
}

/** Whether `lineage` lies at or below `prefix`. */
export function isUnder(lineage: Lineage, prefix: Lineage): boolean {
  if (prefix.length > lineage.length) return false;
  for (let at = 0; at < prefix.length; at += 1) if (prefix[at] !== lineage[at]) return false;
  return true;
}

/** Order of two lineages of one scope: as the items were made. */
export function compareLineage(a: Lineage, b: Lineage): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
