/**
 * The installed pack somebody meant.
 * @module
 */
import { nearestName } from './near-miss.js';

/** The nearest installed specifier: a misspelt one, or one written without its scope or without `sandbox-`. */
export function nearestSpecifier(wrong: string, installed: readonly string[]): string | undefined {
  const short = shortName(wrong);
  const exact = installed.find((one) => shortName(one) === short);
  if (exact !== undefined) return exact;
  const near = nearestName(wrong, installed);
  if (near !== undefined) return near;
  const nearShort = nearestName(short, installed.map(shortName));
  return installed.find((one) => shortName(one) === nearShort);
}

function shortName(specifier: string): string {
  return (specifier.toLowerCase().split('/').at(-1) ?? '').replace(/^sandbox-/, '').replace(/\.[cm]?js$/, '');
}
