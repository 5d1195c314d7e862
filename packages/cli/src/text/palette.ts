/**
 * The few colours the command uses, each by what it means.
 * @module
 */
import pc from 'picocolors';

/** Colours by meaning; without colour every function returns its text. */
export interface Palette {
  bad(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
  accent(text: string): string;
}

/** A palette that colours, or one that does nothing. */
export function createPalette(color: boolean): Palette {
  const colors = pc.createColors(color);
  return {
    bad: colors.red,
    good: colors.green,
    warn: colors.yellow,
    dim: colors.dim,
    strong: colors.bold,
    accent: colors.cyan,
  };
}

/** Whether to colour: `NO_COLOR` beats `FORCE_COLOR` beats whether the output is a terminal. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
