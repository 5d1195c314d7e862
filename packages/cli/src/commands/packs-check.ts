/**
 * `nodetool packs check <dir>`: everything that can be said about one folder.
 * @module
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { type PackFinding, SANDBOX_CAPABILITY_PACKAGE } from '@nodetool-ai/protocol';
import {
  CompiledModuleCache,
  cacheRoot,
  checkAuthored,
  compilePacks,
  type DiscoveredPack,
  discoverPacks,
  hostModuleSources,
  listPacks,
  type PackListRow,
  type PackRoot,
} from '@nodetool-ai/sandbox-compiler';
import { CliError, EXIT, usageError } from '../errors/problem.js';
import { type CliIo, paletteFor, print } from '../io.js';
import { parseJsonObject } from '../params.js';
import { type BodyRun, runBody } from '../run-body.js';
import { EXAMPLE_INPUTS_FILE, runSkillExample, type SkillExampleResult, skillExamples } from '../skill-examples.js';
import { plural } from '../text/units.js';
import { visibleLine } from '../text/visible.js';
import { findingLine, withoutTexts } from './pack-lines.js';

type Surroundings = Pick<BodyRun, 'catalog' | 'signal' | 'hostModules'>;

/** What was found out about a folder. */
interface PackCheck {
  packName: string;
  packVersion?: string;
  /** Of the whole pack; absent when it was dropped. */
  digest?: string;
  ok: boolean;
  modules: PackListRow[];
  findings: PackFinding[];
  examples: SkillExampleResult[];
}

/** Checks the pack in a folder; exit 1 when it, a module or an example is not right. */
export async function packsCheckCommand(dir: string, options: { json?: boolean }, io: CliIo): Promise<number> {
  const check = await checkPack(realFolder(dir, io), dir, io);
  if (options.json) print(io, JSON.stringify(check, withoutTexts));
  else for (const line of checkLines(check, io)) print(io, line);
  return check.ok ? EXIT.ok : EXIT.failure;
}

async function checkPack(folder: string, shown: string, io: CliIo): Promise<PackCheck> {
  // An attack: a folder that calls itself a pack of this project. Host code comes from the application's own packs.
  const known = discoverPacks({ cwd: io.cwd, env: io.env }).packs.find((pack) => pack.dir === folder);
  const root: PackRoot = {
    dir: folder,
    kind: known?.root ?? 'workspace',
    trusted: known?.trusted ?? false,
    single: true,
  };
  const options = { roots: [root], cache: new CompiledModuleCache(cacheRoot(io.env)) };
  const { packs, findings, catalog } = await compilePacks({ ...options, signal: io.signal });
  const [pack] = packs;
  const packName = pack?.packName ?? findings[0]?.packName;
  if (packName === undefined) {
    throw new CliError({
      message: `${shown} is not a pack: its package.json has no nodetool.sandboxModules.`,
      code: 'manifest-missing',
      next: 'Start one with: nodetool packs new <name>',
    });
  }
  const surroundings = { catalog, signal: io.signal, hostModules: hostModuleSources(packs) };
  const failures = pack ? await importFailures(pack, surroundings) : [];
  const examples = pack ? await runExamples(pack, surroundings) : [];
  const said = [...findings, ...failures, ...packs.flatMap(checkAuthored)];
  const [summary] = catalog.packs();
  return {
    packName,
    ...(pack?.packVersion === undefined ? {} : { packVersion: pack.packVersion }),
    ...(summary ? { digest: summary.digest } : {}),
    ok:
      said.every(({ status }) => status !== 'error' && status !== 'skipped') &&
      examples.every(({ status }) => status !== 'failed'),
    modules: listPacks(options).rows,
    findings: said,
    examples,
  };
}

/** Modules served as written that no guest can import; compiled ones were probed when they were compiled. */
async function importFailures(
  { packName, modules }: DiscoveredPack,
  surroundings: Surroundings,
): Promise<PackFinding[]> {
  const findings: PackFinding[] = [];
  for (const { specifier, entry } of modules) {
    if (entry.kind !== 'js' || entry.npm !== undefined || entry.bundle) continue;
    const code = `import * as pack from ${JSON.stringify(specifier)};\nawait output("exports", Object.keys(pack));`;
    const { result } = await runBody({ code, inputs: {}, ...surroundings });
    surroundings.signal.throwIfAborted();
    if (result.status === 'completed') continue;
    const why = result.issues.find(({ severity }) => severity === 'error')?.message ?? result.status;
    const message = `A guest cannot import it: ${why}`;
    findings.push({ packName, specifier, status: 'skipped', code: 'npm-module-probe-failed', message });
  }
  return findings;
}

async function runExamples(pack: DiscoveredPack, surroundings: Surroundings): Promise<SkillExampleResult[]> {
  if (!pack.skill) return [];
  const examples = skillExamples(readFileSync(join(pack.dir, 'SKILL.md'), 'utf8'));
  if ([...pack.files.values()].some(({ source }) => source.includes(`${SANDBOX_CAPABILITY_PACKAGE}/`))) {
    const message = 'not run: the pack needs a capability, which a platform mounts';
    return examples.map(({ line }) => ({ line, status: 'not-run', message }));
  }
  const inputs = readInputs(pack.dir);
  const results: SkillExampleResult[] = [];
  for (const example of examples) {
    results.push(await runSkillExample(example, inputs, surroundings));
    surroundings.signal.throwIfAborted();
  }
  return results;
}

/** Inputs of the examples; `dir` is a real path. */
function readInputs(dir: string): Record<string, unknown> | undefined {
  let text: string;
  try {
    const path = realpathSync(join(dir, EXAMPLE_INPUTS_FILE));
    // An attack: a link that hands a file of the operator's to the pack's examples.
    if (!path.startsWith(dir + sep)) return undefined;
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined; // most packs have none
  }
  return parseJsonObject(text, EXAMPLE_INPUTS_FILE);
}

function realFolder(dir: string, io: CliIo): string {
  try {
    const real = realpathSync(resolve(io.cwd, dir));
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Said below, without the reason of the file system: there is nothing else to do about it.
  }
  throw usageError(`${dir} is not a folder.`, 'Name the folder of a pack.');
}

function checkLines(
  { packName, packVersion, digest, ok, modules, findings, examples }: PackCheck,
  io: CliIo,
): string[] {
  const palette = paletteFor(io, 'stdout');
  const lines = [
    palette.strong(`${visibleLine(packName)}${packVersion === undefined ? '' : ` ${visibleLine(packVersion)}`}`),
  ];
  for (const { specifier, kind, library, bytes, state, contentDigest } of modules) {
    if (state !== 'ready') continue;
    const size = bytes === undefined ? '' : `, ${bytes} bytes`;
    const mark = contentDigest === undefined ? '' : `, digest ${contentDigest.slice(0, 12)}`;
    lines.push(`${palette.good('ok')}   ${visibleLine(specifier)} ← ${visibleLine(library)} — ${kind}${size}${mark}`);
  }
  for (const finding of findings) if (finding.status !== 'ready') lines.push(findingLine(finding, palette));
  for (const { line, status, message = '', at = line } of examples) {
    if (status === 'ok') lines.push(`${palette.good('ok')}   SKILL.md:${line} — the example runs`);
    else {
      const label = status === 'failed' ? palette.bad('fail') : palette.warn('warn');
      lines.push(`${label} SKILL.md:${at} — ${visibleLine(message)}`);
    }
  }
  if (digest !== undefined) lines.push(palette.dim(`digest ${digest}`));
  const wrong = findings.filter(({ status }) => status === 'error' || status === 'skipped').length;
  const failed = examples.filter(({ status }) => status === 'failed').length;
  lines.push(ok ? 'It passes.' : `${plural(wrong + failed, 'problem')}.`);
  return lines;
}
