/**
 * The names of one scope, as acorn keeps them.
 * @module
 */

/** Up to here a plain search is faster. */
const MAX_SEARCHED = 32;

/**
 * An array that finds a name without walking over all others. Acorn looks every declared name up in its scope, so a
 * text of a hundred thousand declarations would hold the caller's thread for minutes.
 */
export class NameList extends Array<string> {
  private known: Set<string> | undefined;

  override push(name: string): number {
    this.known?.add(name);
    return super.push(name);
  }

  /** Where the name stands; past {@link MAX_SEARCHED} names any place of a name that is there is given as 0. */
  override indexOf(name: string): number {
    if (this.length <= MAX_SEARCHED) return super.indexOf(name);
    this.known ??= new Set(this);
    return this.known.has(name) ? 0 : -1;
  }
}
