/**
 * A specifier that no installed pack offers.
 * @module
 */
import { notFoundMessage } from '@nodetool-ai/sandbox-compiler';
import { CliError } from '../errors/problem.js';
import { visibleLine } from '../text/visible.js';

/** The error for it, with what was probably meant and how to get it. */
export function unknownSpecifier(specifier: string, installed: readonly string[]): CliError {
  return new CliError({
    message: visibleLine(notFoundMessage(specifier, installed)),
    code: 'module-not-found',
    next: 'See what is installed with: nodetool packs list',
  });
}
