import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { FABRIC_MAX_OBJECTS } from './limits.js';

/** The error for more elements than the cap. */
export function tooManyElements(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `the SVG has more than ${FABRIC_MAX_OBJECTS} elements, with those that it repeats`,
    'Simplify it',
    'FABRIC_MAX_OBJECTS',
  );
}
