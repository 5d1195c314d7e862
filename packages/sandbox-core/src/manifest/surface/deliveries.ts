/**
 * `progress`, `emit` and `output`: what a program hands out while it runs.
 * @module
 */
import {
  MAX_EMIT_CALLS,
  MAX_PROGRESS_CALLS,
  MAX_PROGRESS_MESSAGE_CHARS,
  PROGRESS_MIN_INTERVAL_MS,
} from '../../guest-limits.js';
import { MAX_OUTPUT_HANDLES } from '../../limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface } from './shape.js';

const DATA =
  'The value is handed over as JSON and bytes: dates become text, maps objects, sets arrays; one above `maxOutputSize` is refused.';

export const PROGRESS: BridgeSurface = {
  kind: 'function',
  description: 'Reports how far the work is.',
  details: [
    `Reports closer than ${grouped(PROGRESS_MIN_INTERVAL_MS)} ms to the last one are dropped, and all after ${grouped(MAX_PROGRESS_CALLS)}; a message is cut at ${grouped(MAX_PROGRESS_MESSAGE_CHARS)} characters.`,
    'Never throws.',
  ],
  members: [
    {
      name: 'progress',
      forms: ['(percent: number, message?: string): undefined'],
      description: 'Reports progress from 0 to 100, with an optional message.',
      requiresProgressSink: true,
    },
  ],
};

export const EMIT: BridgeSurface = {
  kind: 'function',
  description: 'Hands out one value of a stream while the program runs.',
  details: [
    'Values arrive one at a time and in call order; `await` it to go no faster than the receiver.',
    `A run may emit ${grouped(MAX_EMIT_CALLS)} values.`,
    DATA,
  ],
  members: [
    {
      name: 'emit',
      forms: ['(name: string, value: unknown): Promise<undefined>'],
      description: 'Hands one value to the named output and resolves when it was taken.',
    },
  ],
};

export const OUTPUT: BridgeSurface = {
  kind: 'function',
  description: 'Sets the final value of a named output.',
  details: [`Each name can be set once, and at most ${grouped(MAX_OUTPUT_HANDLES)} names.`, DATA],
  members: [
    {
      name: 'output',
      forms: ['(name: string, value: unknown): Promise<undefined>'],
      description: 'Sets the final value of a named output, once.',
    },
  ],
  example: `await output('count', 3);
const again = await output('count', 4).catch((error) => error.message.includes('already set'));
console.log(again); // true`,
};
