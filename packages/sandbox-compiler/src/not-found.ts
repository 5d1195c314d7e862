/**
 * What to say about a specifier that no installed pack offers.
 * @module
 */
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { distance } from 'fastest-levenshtein';
import { SPECIFIER_MAX_CHARS } from './limits.js';
import { rowLibraries } from './row-libraries.js';

const SCOPE = '@nodetool-ai/sandbox-';

/** Guest packs of this project by short name, with the library each is made of; host packs are in the registry. */
const GUEST_PACKS: Readonly<Record<string, string | undefined>> = {
  color: 'culori',
  dates: 'date-fns',
  decimal: 'decimal.js',
  dsl: undefined,
  flow: undefined,
  gif: 'gifenc',
  jmespath: '@jmespath-community/jmespath',
  markdown: 'marked',
  qr: 'uqr',
  rrule: 'rrule',
  stats: 'simple-statistics',
  yaml: 'js-yaml',
};

/** Specifiers of every pack this project publishes. */
const PUBLISHED: readonly string[] = [
  ...Object.keys(GUEST_PACKS).map((name) => SCOPE + name),
  ...Object.values(SANDBOX_HOST_MODULES).map(({ packName }) => packName),
];

/**
 * The message of `module-not-found`: contains `is not installed`, and says what was probably meant and how to get it.
 * @param installed - specifiers that can be imported
 * @example
 * notFoundMessage('sandbox-cvs', ['@nodetool-ai/sandbox-csv']);
 * // '"sandbox-cvs" is not installed; did you mean "@nodetool-ai/sandbox-csv"?'
 */
export function notFoundMessage(specifier: string, installed: readonly string[]): string {
  const start = `"${specifier.slice(0, SPECIFIER_MAX_CHARS)}" is not installed`;
  if (specifier.length > SPECIFIER_MAX_CHARS) return `${start}.`;
  if (PUBLISHED.includes(specifier)) return `${start}. Install it: npm install ${specifier}`;
  const near = forLibrary(specifier) ?? nearest(specifier, [...installed, ...PUBLISHED]);
  if (near === undefined) return `${start}. "nodetool packs list" shows what is.`;
  const hint = installed.includes(near) ? '' : ` Install it: npm install ${near}`;
  return `${start}; did you mean "${near}"?${hint}`;
}

/** The pack that is made of a library, for authors who write the library's own name. */
function forLibrary(library: string): string | undefined {
  const guest = Object.keys(GUEST_PACKS).find((name) => GUEST_PACKS[name] === library);
  if (guest !== undefined) return SCOPE + guest;
  return Object.values(SANDBOX_HOST_MODULES).find((row) => rowLibraries(row).includes(library))?.packName;
}

/** The closest candidate within a third of the length; `csv` and `sandbox-csv` are as good as the whole name. */
function nearest(specifier: string, candidates: readonly string[]): string | undefined {
  const wanted = short(specifier);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const steps = editSteps(wanted.toLowerCase(), short(candidate));
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
}

/** Levenshtein distance, letters in the wrong order counting once: `cvs` is one step from `csv`. */
function editSteps(a: string, b: string): number {
  if (a !== b && a.length > 2 && [...a].sort().join('') === [...b].sort().join('')) return 1;
  return distance(a, b);
}

function short(specifier: string): string {
  return specifier.replace(/^@?nodetool(?:-ai)?\//, '').replace(/^sandbox-/, '');
}
