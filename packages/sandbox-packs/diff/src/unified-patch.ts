/**
 * Two texts as a unified patch.
 * @module
 */
import {
  clampedInteger,
  type OptionReader,
  PackInputError,
  PackLimitError,
  readOptions,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { formatPatch, structuredPatch } from 'diff';
import { DIFF_MAX_CONTEXT_LINES, DIFF_MAX_NAME_CHARS, DIFF_MAX_TEXT_CHARS, DIFF_SEARCH_TIMEOUT_MS } from './limits.js';

const HEADERS = { includeIndex: false, includeUnderline: true, includeFileHeaders: true };

/**
 * A patch that turns `a` into `b`: a line of 67 `=`, two lines of names, hunks. The library's search takes time that
 * grows with the number of differences; it gives up after 10 s.
 *
 * @throws {PackError} `diff.bad-argument`, `diff.too-large`, `diff.timeout`
 */
export function unifiedPatch(where: string, a: unknown, b: unknown, given: unknown): string {
  const before = readText(where, 'a', a, DIFF_MAX_TEXT_CHARS);
  const after = readText(where, 'b', b, DIFF_MAX_TEXT_CHARS);
  const { context, oldName, newName } = readOptions(where, given, {
    context: clampedInteger(0, DIFF_MAX_CONTEXT_LINES, 3),
    oldName: nameOption('a'),
    newName: nameOption('b'),
  });
  // Equal texts need no search; of two empty ones the library makes the same patch.
  const [left, right] = before === after ? ['', ''] : [before, after];
  const options = { context, timeout: DIFF_SEARCH_TIMEOUT_MS };
  const patch = structuredPatch(oldName, newName, left, right, undefined, undefined, options);
  if (patch) return formatPatch(patch, HEADERS);
  throw new PackLimitError(
    where,
    'timeout',
    `the texts differ in too many lines to be compared within ${DIFF_SEARCH_TIMEOUT_MS} ms`,
    'Compare them in parts',
    'DIFF_SEARCH_TIMEOUT_MS',
  );
}

// A line break would make a line of the patch out of a name.
function nameOption(fallback: string): OptionReader<string> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    const name = readText(where, label, value, DIFF_MAX_NAME_CHARS);
    if (!/[\r\n\0]/.test(name)) return name;
    throw new PackInputError(where, 'bad-argument', `${label} has a line break or NUL`, 'Pass a name of one line');
  };
}
