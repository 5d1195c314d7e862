/**
 * One folder → one pack: its manifest, its authored files, its SKILL.md. Runs nothing of the pack.
 * @module
 */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import {
  isFirstPartyPack,
  type PackDeclaration,
  type PackFinding,
  type PackModule,
  type PackSkill,
  readPackDeclaration,
  type SandboxModuleFile,
  sandboxSpecifier,
} from '@nodetool-ai/protocol';
import { readAuthoredFiles } from './authored.js';
import { finding, PackProblem } from './findings.js';
import { AUTHORED_FILE_MAX_BYTES, PACKAGE_JSON_MAX_BYTES, SKILL_MAX_BYTES } from './limits.js';
import { PackSize, readPackFile, resolvePackFile } from './pack-files.js';
import type { PackRoot } from './roots.js';
import { parseSkill } from './skill.js';
import { readWasmFiles } from './wasm-files.js';

/** A pack that was read and found right; its npm and bundled modules may still need compiling. */
export interface DiscoveredPack extends PackDeclaration {
  /** Real path of the pack's folder. */
  dir: string;
  root: PackRoot['kind'];
  trusted: boolean;
  modules: { specifier: string; entry: PackModule }[];
  /** Authored files by pack-relative id. */
  files: ReadonlyMap<string, SandboxModuleFile>;
  /** WebAssembly binaries by pack-relative id. Do not change them. */
  binaries: ReadonlyMap<string, Uint8Array>;
  skill?: PackSkill;
}

/** What one folder turned out to be. */
export type ReadPackResult =
  | { status: 'not-a-pack' }
  | { status: 'ok'; pack: DiscoveredPack; findings: PackFinding[] }
  | { status: 'error'; finding: PackFinding; dir: string };

/**
 * Reads the pack in a folder. Never throws: what is wrong is the answer.
 * Synchronous, reads no more than the caps, follows no link out of the pack.
 * @example
 * const answer = readPack('packs/greet', { kind: 'workspace', trusted: false });
 * if (answer.status === 'error') console.error(answer.finding.code, answer.finding.message);
 */
export function readPack(folder: string, root: Pick<PackRoot, 'kind' | 'trusted'>): ReadPackResult {
  let dir: string;
  try {
    dir = realpathSync(folder);
  } catch {
    return { status: 'not-a-pack' };
  }
  let packName = basename(dir);
  try {
    const packageJson = readPackageJson(dir);
    if (packageJson === undefined) return { status: 'not-a-pack' };
    const answer = readPackDeclaration(packageJson);
    if (answer.status === 'not-a-pack') return answer;
    packName = answer.status === 'ok' ? answer.declaration.packName : answer.packName;
    if (answer.status === 'error') throw new PackProblem(answer.code, answer.message);
    return { status: 'ok', ...completePack(dir, answer.declaration, root) };
  } catch (error) {
    const problem =
      error instanceof PackProblem
        ? finding(packName, error.code, error.message, { at: error.at })
        : finding(packName, 'discovery-failed', `The pack could not be read: ${reason(error)}.`);
    return { status: 'error', dir, finding: problem };
  }
}

/** The parsed package.json of a folder; `undefined` when there is none, or none that speaks of sandbox modules. */
function readPackageJson(dir: string): unknown {
  let bytes: Buffer;
  try {
    bytes = readPackFile(dir, 'package.json', PACKAGE_JSON_MAX_BYTES);
  } catch (error) {
    if (error instanceof PackProblem && error.code === 'file-missing') return undefined;
    throw error;
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (!text.includes('"sandboxModules"')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PackProblem('manifest-invalid', 'package.json is not valid JSON.');
  }
}

function completePack(
  dir: string,
  declaration: PackDeclaration,
  root: Pick<PackRoot, 'kind' | 'trusted'>,
): { pack: DiscoveredPack; findings: PackFinding[] } {
  const { packName, manifest } = declaration;
  const findings: PackFinding[] = [];
  const size = new PackSize();
  const binaries = readWasmFiles(dir, packName, manifest, size);
  const files = readAuthoredFiles(dir, manifest, size, root.trusted && isFirstPartyPack(packName));
  const modules = manifest.sandboxModules.map((entry) => ({
    specifier: sandboxSpecifier(packName, entry.name),
    entry,
  }));
  for (const { specifier, entry } of modules) {
    if (entry.types !== undefined) resolvePackFile(dir, entry.types);
    if (entry.kind === 'js' && entry.bundle && entry.file !== undefined) {
      size.add(readPackFile(dir, entry.file, AUTHORED_FILE_MAX_BYTES));
    } else if (entry.kind === 'host' && !root.trusted) {
      const message = 'Its host code is loaded from the application only, and not from this folder. Install it there.';
      findings.push(finding(packName, 'host-untrusted-root', message, { specifier }));
    }
  }
  const pack: DiscoveredPack = {
    ...declaration,
    dir,
    root: root.kind,
    trusted: root.trusted,
    modules,
    files,
    binaries,
  };
  const skill = readSkill(dir, packName, root.trusted);
  if (skill.status === 'ok') pack.skill = skill.skill;
  else findings.push(finding(packName, skill.code, skill.message));
  return { pack, findings };
}

function readSkill(
  dir: string,
  packName: string,
  trusted: boolean,
): { status: 'ok'; skill: PackSkill } | { status: 'none'; code: 'skill-missing' | 'skill-invalid'; message: string } {
  let bytes: Buffer;
  try {
    bytes = readPackFile(dir, 'SKILL.md', SKILL_MAX_BYTES);
  } catch (error) {
    const code = error instanceof PackProblem && error.code === 'file-missing' ? 'skill-missing' : 'skill-invalid';
    const message = code === 'skill-missing' ? 'The pack has no SKILL.md.' : reason(error);
    return { status: 'none', code, message };
  }
  const answer = parseSkill(bytes.toString('utf8'), packName, trusted);
  return answer.status === 'ok' ? answer : { status: 'none', code: 'skill-invalid', message: answer.message };
}

/** The reason without a path: file system errors carry absolute ones in their message. */
function reason(error: unknown): string {
  if (error instanceof PackProblem) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown error';
}
