/**
 * A clock that callers stop while a person, and not the program, is what a run waits for.
 * @module
 */
import type { SandboxClock } from '@nodetool-ai/protocol';

/**
 * Makes a suspendable clock. Time spent suspended is not charged to the wall meter of a run, as long as its guest is
 * idle; it is never credited to the CPU meter.
 *
 * @example
 * const clock = createSandboxClock();
 * const resume = clock.suspend();
 * // … ask somebody …
 * resume();
 */
export function createSandboxClock(): SandboxClock {
  let open = 0;
  let openedAt = 0;
  let total = 0;
  return {
    suspend() {
      if (open++ === 0) openedAt = performance.now();
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        if (--open === 0) total += performance.now() - openedAt;
      };
    },
    suspendedMs: () => total + (open > 0 ? performance.now() - openedAt : 0),
  };
}
