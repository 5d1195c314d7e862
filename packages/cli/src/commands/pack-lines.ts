/**
 * How packs, modules and findings are told on a line.
 * @module
 */
import type { PackFinding } from '@nodetool-ai/protocol';
import type { CompiledModule } from '@nodetool-ai/sandbox-compiler';
import type { Palette } from '../text/palette.js';
import { visibleLine } from '../text/visible.js';

/** `ok …`, `warn …` or `skip …` for one compiled module. */
export function compileLines(module: CompiledModule, palette: Palette): string[] {
  const from = `${visibleLine(module.specifier)} ← ${visibleLine(module.npm)} —`;
  if (module.outcome.status === 'skipped') {
    const { code, message, at } = module.outcome;
    return [`${palette.bad('skip')} ${from} ${code}: ${visibleLine(message)}${placeText(message, at)}`];
  }
  const lines = [`${palette.good('ok')}   ${from} ${module.bytes} bytes${module.cached ? ' (cached)' : ''}`];
  for (const { message, at } of module.outcome.warnings ?? []) {
    lines.push(`${palette.warn('warn')} ${from} ${visibleLine(message)}${placeText(message, at)}`);
  }
  return lines;
}

/** `error …`, `skip …` or `warn …` for a finding about a pack, by its status; one that is `ready` has no line. */
export function findingLine({ status, packName, specifier, message, at, code }: PackFinding, palette: Palette): string {
  const label =
    status === 'error' ? palette.bad('error') : status === 'skipped' ? palette.bad('skip') : palette.warn('warn');
  const subject = visibleLine(specifier ?? packName);
  return `${label} ${subject}: ${visibleLine(message)}${placeText(message, at)} ${palette.dim(`[${code}]`)}`;
}

/** The place of a finding, unless its message says it already. */
function placeText(message: string, at: PackFinding['at']): string {
  if (!at) return '';
  const place = `${at.file}:${at.line}:${at.column}`;
  return message.includes(place) ? '' : ` (${visibleLine(place)})`;
}

/** For `JSON.stringify`: leaves out module sources and licence texts, megabytes that nobody asked for. */
export function withoutTexts(key: string, value: unknown): unknown {
  return (key === 'source' || key === 'text') && typeof value === 'string' ? undefined : value;
}
