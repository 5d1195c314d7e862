/**
 * `console`.
 * @module
 */
import { MAX_COLLECTED_CONSOLE_CHARS, MAX_COLLECTED_CONSOLE_LOGS } from '../../guest-limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface, SurfaceMember } from './shape.js';

const level = (name: string, description: string): SurfaceMember => ({
  name: `console.${name}`,
  forms: ['(...values: unknown[]): undefined'],
  description,
});

export const CONSOLE: BridgeSurface = {
  kind: 'namespace',
  description: 'Writes lines that come back with the result of the run.',
  details: [
    'Values are put into readable text and joined with one space; errors, maps, sets, dates and typed arrays show what they hold.',
    `A run keeps ${grouped(MAX_COLLECTED_CONSOLE_LOGS)} lines and ${grouped(MAX_COLLECTED_CONSOLE_CHARS)} characters; what follows is dropped with a notice.`,
    'No level throws.',
  ],
  members: [
    level('log', 'Writes one line.'),
    level('info', 'Writes one line marked `[info]`.'),
    level('warn', 'Writes one line marked `[warn]`.'),
    level('error', 'Writes one line marked `[error]`.'),
    level('debug', 'Writes one line marked `[debug]`.'),
  ],
  example: `console.log('rows', 3, { ok: true, tags: new Set(['a']) }.ok); // rows 3 true`,
};
