/**
 * `nodetool packs list`
 * @module
 */
import { CompiledModuleCache, cacheRoot, listPacks, type PackListRow } from '@nodetool-ai/sandbox-compiler';
import stringWidth from 'string-width';
import { EXIT } from '../errors/problem.js';
import { type CliIo, note, paletteFor, print } from '../io.js';
import type { Palette } from '../text/palette.js';
import { visible, visibleLine } from '../text/visible.js';
import { findingLine, withoutTexts } from './pack-lines.js';

/** Lists the modules of the packs that can be found from the working directory; with `licenses`, their licences. */
export async function packsListCommand(options: { json?: boolean; licenses?: boolean }, io: CliIo): Promise<number> {
  const { rows, findings } = listPacks({
    cwd: io.cwd,
    env: io.env,
    cache: new CompiledModuleCache(cacheRoot(io.env)),
  });
  if (options.json) {
    print(io, JSON.stringify({ modules: rows, diagnostics: findings }, options.licenses ? undefined : withoutTexts));
    return EXIT.ok;
  }
  const palette = paletteFor(io, 'stdout');
  if (rows.length === 0) print(io, 'No packs are installed here.');
  else for (const line of options.licenses ? licenseLines(rows, palette) : tableLines(rows, palette)) print(io, line);
  if (options.licenses) return EXIT.ok;
  const onStderr = paletteFor(io, 'stderr');
  for (const row of rows) {
    if (row.state === 'skipped' && row.message !== undefined) {
      note(io, `${onStderr.bad('skip')} ${visibleLine(row.specifier)}: ${visibleLine(row.message)}`);
    }
  }
  for (const finding of findings) if (finding.status === 'error') note(io, findingLine(finding, onStderr));
  if (rows.some((row) => row.state === 'pending')) note(io, 'Compile what is pending with: nodetool packs compile');
  return EXIT.ok;
}

const IN_A_PAGE: Record<PackListRow['page'], string> = { yes: ', page', assets: ', page with assets', no: '' };

/** Rows as aligned columns under a heading. */
function tableLines(rows: readonly PackListRow[], palette: Palette): string[] {
  const heading = ['specifier', 'kind', 'library', 'licences', 'bytes', 'digest', 'runs in', 'state'];
  const cells = rows.map((row) => [
    visibleLine(row.specifier),
    row.kind,
    visibleLine(row.library),
    [...new Set(row.licenses.map((license) => license.license))].map(visibleLine).join(', '),
    row.bytes === undefined ? '' : String(row.bytes),
    row.contentDigest?.slice(0, 12) ?? '',
    row.runsIn + IN_A_PAGE[row.page],
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

/** Each package once: its version, its licence, the modules it is in, and the text of its licence. */
function licenseLines(rows: readonly PackListRow[], palette: Palette): string[] {
  const packages = new Map<string, { license: string; text: string | undefined; modules: string[] }>();
  for (const { specifier, licenses } of rows) {
    for (const { name, version, license, text } of licenses) {
      const title = `${name}@${version}`;
      const known = packages.get(title);
      if (known) known.modules.push(specifier);
      else packages.set(title, { license, text, modules: [specifier] });
    }
  }
  return [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([title, { license, text, modules }]) => [
      palette.strong(`${visibleLine(title)} — ${visibleLine(license)}`),
      `in ${modules.map(visibleLine).join(', ')}`,
      '',
      ...(text === undefined ? ['(no licence file)'] : visible(text.trim()).split('\n')),
      '',
    ]);
}
