/**
 * A clock that callers stop while a person, and not the program, is what a run waits for.
 * @module
 */
import type { SandboxClock } from '@nodetool-ai/protocol/core';

/**
 * Makes a suspendable clock. Time spent suspended is not charged to the wall meter of a run, as long as its guest is
 * idle; it is never credited to the CPU meter. Suspensions nest and count once; ending one twice has no effect. The
 * source of time is monotonic. A run takes the clock with the option `clock`; `suspendAllowanceMs` bounds what it may
 * credit.
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

/** A clock as a run uses it: it never throws, and its reading never goes back. */
export interface RunClock extends SandboxClock {
  /** Whether the run itself holds a suspension open, of a clock that has kept its word so far. */
  readonly isHeld: boolean;
}

/**
 * Wraps the clock of a run. A caller's own may throw or answer with nonsense, in a timer's callback at that: then what
 * it last said stands, and `onFault` hears of it once.
 */
export function guardClock(clock: SandboxClock, onFault: (what: string) => void): RunClock {
  let last = 0;
  let held = 0;
  let hasFailed = false;
  const fail = (what: string): void => {
    if (hasFailed) return;
    hasFailed = true;
    onFault(`the clock of this run is broken: ${what}. Time is charged as if the clock had not been suspended`);
  };
  const guarded = <T>(name: string, call: () => T): T | undefined => {
    try {
      return call();
    } catch {
      fail(`${name} threw`);
      return undefined;
    }
  };
  const read = (): number => {
    const value = guarded('suspendedMs()', () => clock.suspendedMs());
    if (value === undefined) return last;
    if (typeof value !== 'number' || !Number.isFinite(value)) fail('suspendedMs() answered with no number');
    else if (value < last) fail('suspendedMs() went back');
    else last = value;
    return last;
  };
  return {
    suspendedMs: read,
    suspend() {
      const resume = guarded('suspend()', () => clock.suspend());
      if (typeof resume !== 'function') {
        fail('suspend() answered with no function');
        return () => undefined;
      }
      held++;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        held--;
        guarded('the end of a suspension', resume);
      };
    },
    get isHeld() {
      return held > 0 && !hasFailed;
    },
  };
}
