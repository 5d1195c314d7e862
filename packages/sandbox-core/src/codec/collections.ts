/**
 * Fills a `Map` or `Set` with members that a guest chose.
 *
 * JavaScript engines hash numbers and bigints without a secret, so members can be chosen that all share one hash: each
 * then costs a walk over all before it, minutes for a hundred thousand. The hash differs from engine to engine; what
 * can be told is that filling takes far too long.
 * @module
 */
import { CodecError } from './codec-error.js';

const MEMBERS_PER_CHECK = 256;
/** What a member may take, in ms; it takes a hundredth of this. */
const MS_PER_MEMBER = 0.01;
/** What all checks together may find above that, in ms: other work of the machine, and growth of the table. */
const MAX_EXCESS_MS = 500;
const MAX_EXCESS_MS_PER_MEMBER = 0.002;

/** Makes the collections of one value. */
export class Collections {
  private excessMs = 0;
  private allowedMs = MAX_EXCESS_MS;

  /** A map of keys and members in turn. */
  map(members: readonly unknown[]): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    this.fill(members.length >> 1, (at) => map.set(members[2 * at], members[2 * at + 1]));
    return map;
  }

  set(members: readonly unknown[]): Set<unknown> {
    const set = new Set<unknown>();
    this.fill(members.length, (at) => set.add(members[at]));
    return set;
  }

  private fill(count: number, add: (at: number) => void): void {
    let startedAt = performance.now();
    for (let at = 0; at < count; at++) {
      add(at);
      if (at % MEMBERS_PER_CHECK !== MEMBERS_PER_CHECK - 1) continue;
      const now = performance.now();
      this.excessMs += Math.max(0, now - startedAt - MEMBERS_PER_CHECK * MS_PER_MEMBER);
      this.allowedMs += MEMBERS_PER_CHECK * MAX_EXCESS_MS_PER_MEMBER;
      if (this.excessMs > this.allowedMs) {
        throw new CodecError('budget', 'the members of a Map or Set share a hash and take too long to put in place');
      }
      startedAt = now;
    }
  }
}
