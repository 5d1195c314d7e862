/**
 * `sleep`.
 * @module
 */
import { MAX_SLEEP_MS } from '../../guest-limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface } from './shape.js';

export const SLEEP: BridgeSurface = {
  kind: 'function',
  description: 'Waits; timers do not exist.',
  details: [
    `One call waits at most ${grouped(MAX_SLEEP_MS)} ms. What is no positive number counts as 0.`,
    'The time counts against the budget of the run.',
  ],
  members: [
    {
      name: 'sleep',
      forms: ['(ms?: number): Promise<undefined>'],
      description: `Resolves after \`ms\` milliseconds, at most ${grouped(MAX_SLEEP_MS)}.`,
    },
  ],
  example: `const start = Date.now();
await Promise.all([sleep(20), sleep(20)]);
console.log(Date.now() - start >= 19); // true`,
};
