/**
 * Plain values for hosts that splice preludes.
 * @module
 */
import type { BridgeSurface } from './shape.js';

export const MAX_ITER: BridgeSurface = {
  kind: 'value',
  description: 'Turns of a loop that a host may advise authors to stay under.',
  members: [],
};

export const SECRET_SCOPE: BridgeSurface = {
  kind: 'value',
  description: 'Names of the secrets the run may read, or null when all may be read.',
  members: [],
};
