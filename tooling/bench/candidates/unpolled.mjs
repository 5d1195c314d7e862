/** `runInSandbox` inline whose engine is never asked whether to stop: shows what the asking costs. Not for use. */
import { ours } from './ours.mjs';

const NEVER = 2 ** 31 - 1;

/**
 * @param {{ Interrupts: any }} internals the core's class that answers the engine
 * @returns {import('../candidate.mjs').Candidate}
 */
export function unpolled({ Interrupts }) {
  const inline = ours('inline');
  const { shouldStop } = Interrupts.prototype;
  /** @this {any} @param {boolean} hasEnded */
  function stopsAsking(hasEnded) {
    const answer = shouldStop.call(this, hasEnded);
    if (!answer) this.setCounter(NEVER);
    return answer;
  }
  return {
    id: 'unpolled',
    name: 'runInSandbox, inline, never asked',
    empty: inline.empty,
    compute: async (source) => {
      Interrupts.prototype.shouldStop = stopsAsking;
      try {
        return await inline.compute?.(source);
      } finally {
        Interrupts.prototype.shouldStop = shouldStop;
      }
    },
  };
}
