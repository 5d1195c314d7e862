/**
 * `nodetool packs compile`
 * @module
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CompiledModuleCache, cacheRoot, compilePacks, discoverPacks } from '@nodetool-ai/sandbox-compiler';
import { EXIT, usageError } from '../errors/problem.js';
import { type CliIo, canDraw, note, paletteFor, print } from '../io.js';
import { visibleLine } from '../text/visible.js';
import { startProgressLine } from '../view/progress-line.js';
import { compileLines, findingLine, withoutTexts } from './pack-lines.js';
import { unknownSpecifier } from './unknown-specifier.js';

/** Options of the command, as written by the user. */
export interface PacksCompileOptions {
  force?: boolean;
  json?: boolean;
  concurrency?: number;
  /** Replaces the places that are looked in, when it is not empty. */
  packSearchPath: readonly string[];
  only?: string;
}

/** Compiles the packs that can be found from the working directory; exit 1 when a module was skipped. */
export async function packsCompileCommand(options: PacksCompileOptions, io: CliIo): Promise<number> {
  const { only, force, concurrency, packSearchPath } = options;
  for (const dir of packSearchPath) checkSearchPath(dir, io.cwd);
  const where = { cwd: io.cwd, env: io.env, ...(packSearchPath.length > 0 ? { searchPaths: packSearchPath } : {}) };
  if (only !== undefined) {
    const specifiers = discoverPacks(where).packs.flatMap((pack) => pack.modules.map(({ specifier }) => specifier));
    if (!specifiers.includes(only)) throw unknownSpecifier(only, specifiers);
  }
  const bar = options.json || !canDraw(io) ? undefined : startProgressLine(io.stderr, paletteFor(io, 'stderr'));
  const { modules, findings, compiled, skipped } = await compilePacks({
    ...where,
    cache: new CompiledModuleCache(cacheRoot(io.env)),
    signal: io.signal,
    ...(only === undefined ? {} : { only }),
    ...(force === undefined ? {} : { force }),
    ...(concurrency === undefined ? {} : { concurrency }),
    onProgress: ({ done, total, specifier }) => bar?.show(total === 0 ? 1 : done / total, visibleLine(specifier)),
  }).finally(() => bar?.end());
  if (options.json) {
    print(io, JSON.stringify({ compiled: modules, diagnostics: findings }, withoutTexts));
    return skipped > 0 ? EXIT.failure : EXIT.ok;
  }
  const palette = paletteFor(io, 'stdout');
  for (const line of modules.flatMap((module) => compileLines(module, palette))) print(io, line);
  for (const finding of findings) {
    if (finding.status === 'error') note(io, findingLine(finding, paletteFor(io, 'stderr')));
  }
  if (modules.length > 0) print(io, `${compiled} compiled, ${skipped} skipped.`);
  else if (only === undefined) print(io, 'No installed pack declares an npm module.');
  else print(io, `${visibleLine(only)} needs no compiling.`);
  return skipped > 0 ? EXIT.failure : EXIT.ok;
}

function checkSearchPath(dir: string, cwd: string): void {
  let why = 'is not a folder';
  try {
    if (dir.trim() !== '' && statSync(resolve(cwd, dir)).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
  throw usageError(`--pack-search-path "${dir}" ${why}.`, 'Name a folder of packages, such as node_modules.');
}
