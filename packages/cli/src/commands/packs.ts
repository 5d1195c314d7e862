/**
 * `nodetool packs compile` and `nodetool packs list`.
 * @module
 */
import type { PackFinding } from '@nodetool-ai/protocol';
import { type CompiledModule, compilePacks, listPacks, type PackListRow } from '@nodetool-ai/sandbox-compiler';
import stringWidth from 'string-width';
import { EXIT } from '../errors/problem.js';
import { type CliIo, canDraw, note, paletteFor, print } from '../io.js';
import type { Palette } from '../text/palette.js';
import { formatBytes } from '../text/units.js';
import { visibleLine } from '../text/visible.js';
import { startProgressLine } from '../view/progress-line.js';

/** Compiles the packs that can be found from the working directory; exit 1 when a module was skipped. */
export async function packsCompileCommand(options: { force?: boolean; json?: boolean }, io: CliIo): Promise<number> {
  const bar = options.json || !canDraw(io) ? undefined : startProgressLine(io.stderr, paletteFor(io, 'stderr'));
  const { modules, findings, compiled, skipped } = await compilePacks({
    cwd: io.cwd,
    env: io.env,
    signal: io.signal,
    ...(options.force === undefined ? {} : { force: options.force }),
    onProgress: ({ done, total, specifier }) => bar?.show(total === 0 ? 1 : done / total, visibleLine(specifier)),
  }).finally(() => bar?.end());
  if (options.json) {
    print(io, JSON.stringify({ compiled: modules, diagnostics: findings }, withoutTexts));
  } else {
    const palette = paletteFor(io, 'stdout');
    for (const line of modules.flatMap((module) => compileLines(module, palette))) print(io, line);
    for (const finding of findings)
      if (finding.status === 'error') note(io, findingLine(finding, paletteFor(io, 'stderr')));
    print(
      io,
      modules.length === 0 ? 'No installed pack declares an npm module.' : `${compiled} compiled, ${skipped} skipped.`,
    );
  }
  return skipped > 0 ? EXIT.failure : EXIT.ok;
}

/** Lists the modules of the packs that can be found from the working directory. */
export async function packsListCommand(options: { json?: boolean }, io: CliIo): Promise<number> {
  const { rows, findings } = listPacks({ cwd: io.cwd, env: io.env });
  if (options.json) {
    print(io, JSON.stringify({ modules: rows, diagnostics: findings }, withoutTexts));
    return EXIT.ok;
  }
  const palette = paletteFor(io, 'stdout');
  if (rows.length === 0) print(io, 'No packs are installed here.');
  else for (const line of tableLines(rows, palette)) print(io, line);
  const pending = rows.some((row) => row.state === 'pending');
  for (const row of rows) {
    if (row.state === 'skipped' && row.message !== undefined) {
      note(io, `${palette.warn('skipped')} ${visibleLine(row.specifier)}: ${visibleLine(row.message)}`);
    }
  }
  for (const finding of findings) if (finding.status === 'error') note(io, findingLine(finding, palette));
  if (pending) note(io, 'Compile what is pending with: nodetool packs compile');
  return EXIT.ok;
}

/** `ok …`, `warn …` or `skip …` for one module. */
export function compileLines(module: CompiledModule, palette: Palette): string[] {
  const from = `${visibleLine(module.specifier)} ← ${visibleLine(module.npm)} —`;
  if (module.outcome.status === 'skipped') {
    const { code, message, at } = module.outcome;
    const place = at ? ` (${visibleLine(at.file)}:${at.line}:${at.column})` : '';
    return [`${palette.bad('skip')} ${from} ${code}: ${visibleLine(message)}${place}`];
  }
  const lines = [`${palette.good('ok')}   ${from} ${module.bytes} bytes${module.cached ? ' (cached)' : ''}`];
  for (const warning of module.outcome.warnings ?? []) {
    lines.push(`${palette.warn('warn')} ${from} ${visibleLine(warning.message)}`);
  }
  return lines;
}

/** Rows as aligned columns under a heading. */
export function tableLines(rows: readonly PackListRow[], palette: Palette): string[] {
  const heading = ['specifier', 'kind', 'library', 'licences', 'size', 'digest', 'runs in', 'state'];
  const cells = rows.map((row) => [
    visibleLine(row.specifier),
    row.kind,
    visibleLine(row.library),
    [...new Set(row.licenses.map((license) => license.license))].map(visibleLine).join(', '),
    row.bytes === undefined ? '' : formatBytes(row.bytes),
    row.contentDigest?.slice(0, 12) ?? '',
    row.runsIn === 'guest' || row.page === 'no' ? row.runsIn : `${row.runsIn}, page`,
    row.state,
  ]);
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd();
  return [palette.strong(line(heading)), ...cells.map(line)];
}

/** Module sources and licence texts are megabytes that nobody asked for. */
function withoutTexts(key: string, value: unknown): unknown {
  return (key === 'source' || key === 'text') && typeof value === 'string' ? undefined : value;
}

function findingLine(finding: PackFinding, palette: Palette): string {
  const place = finding.at ? ` (${visibleLine(finding.at.file)}:${finding.at.line}:${finding.at.column})` : '';
  return `${palette.bad('error')} ${visibleLine(finding.packName)}: ${visibleLine(finding.message)}${place} ${palette.dim(`[${finding.code}]`)}`;
}
