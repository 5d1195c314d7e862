/**
 * `stream`.
 * @module
 */
import type { HelperSurface } from './shape.js';

export const STREAM: HelperSurface = {
  description: 'Values of streaming inputs, as they arrive.',
  details: [
    'Works only in a run that streams its inputs; anywhere else each verb fails with a text that says so.',
    'A step of a loop takes one value; leaving a loop early leaves the rest with the host.',
    'Waiting for a value does not count against the time budget.',
  ],
  call: {
    name: 'stream',
    forms: ['(name: string): AsyncIterableIterator<any>'],
    description: 'Iterates over the values of one input.',
  },
  members: [
    {
      name: 'stream.any',
      forms: ['(): AsyncIterableIterator<[handle: string, value: any]>'],
      description: 'Iterates over pairs of handle and value of all inputs, in order of arrival.',
    },
    {
      name: 'stream.first',
      forms: ['(name: string): Promise<any>'],
      description: 'Takes the next value of an input; `undefined` when there is none left.',
    },
    {
      name: 'stream.open',
      forms: ['(name: string): boolean'],
      description: 'Tells whether an input may still give values, and takes none.',
    },
  ],
};
