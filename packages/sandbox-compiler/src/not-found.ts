/**
 * What to say about a specifier that no installed pack offers.
 * @module
 */
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { distance } from 'fastest-levenshtein';
import { SPECIFIER_MAX_CHARS } from './limits.js';

const SCOPE = '@nodetool-ai/sandbox-';

/** Short names of the packs this project publishes. */
const SHIPPED = (
  'dates yaml markdown qr color decimal jmespath stats rrule gif dsl flow csv html xml xlsx diff zip ocr tfjs docx ' +
  'mammoth epub fabric pdflib pptxgen chrono exif expr ics subtitle tokens pptx pdf aws notion supabase twilio'
).split(' ');

/** Libraries of guest packs, for authors who write the library's own name; those of host packs are in the registry. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'date-fns': 'dates',
  'js-yaml': 'yaml',
  marked: 'markdown',
  uqr: 'qr',
  culori: 'color',
  'decimal.js': 'decimal',
  'simple-statistics': 'stats',
  gifenc: 'gif',
};

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
  const own = SHIPPED.map((name) => SCOPE + name);
  if (own.includes(specifier)) return `${start}. Install it: npm install ${specifier}`;
  const near = forLibrary(specifier) ?? nearest(specifier, [...installed, ...own]);
  if (near === undefined) return `${start}. "nodetool packs list" shows what is.`;
  const hint = installed.includes(near) ? '' : ` Install it: npm install ${near}`;
  return `${start}; did you mean "${near}"?${hint}`;
}

function forLibrary(name: string): string | undefined {
  if (Object.hasOwn(LIBRARIES, name)) return SCOPE + LIBRARIES[name];
  return Object.values(SANDBOX_HOST_MODULES).find(({ library }) => library.split(' + ').includes(name))?.packName;
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
