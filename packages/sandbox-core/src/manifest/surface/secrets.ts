/**
 * `getSecret` and `nodetool.secrets`.
 * @module
 */
import type { BridgeSurface } from './shape.js';

export const GET_SECRET: BridgeSurface = {
  kind: 'function',
  description: 'Reads a secret that the run may read.',
  details: [
    'A name outside the scope of the run is refused with the names that are allowed.',
    'Nothing can be written, listed or tested in the store itself.',
    'Do not log a secret or return it.',
  ],
  members: [
    {
      name: 'getSecret',
      forms: ['(name: string): Promise<string | undefined>'],
      description: 'Reads a secret; `undefined` when it is not set or the run has no context.',
    },
    {
      name: 'nodetool.secrets.get',
      forms: ['(name: string): Promise<string>'],
      description: 'Reads a secret that must be set: an unset or empty one rejects, saying where to set it.',
    },
    {
      name: 'nodetool.secrets.tryGet',
      forms: ['(name: string): Promise<string | undefined>'],
      description: 'Reads a secret; `undefined` when it is unset or empty.',
    },
    {
      name: 'nodetool.secrets.list',
      forms: ['(): string[] | null'],
      description: 'Names of the secrets the run may read; `null` when all may be read.',
    },
  ],
};
