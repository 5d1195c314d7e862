/**
 * One folder → one pack: its manifest, its authored files, its SKILL.md. Runs nothing of the pack.
 * @module
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
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
import { PackSize, readCapped, readPackFile, resolvePackFile } from './pack-files.js';
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
 */
export function readPack(folder: string, root: Pick<PackRoot, 'kind' | 'trusted'>): ReadPackResult {
  let dir: string;
  let text: string | undefined;
  try {
    dir = realpathSync(folder);
    text = readCapped(join(dir, 'package.json'), PACKAGE_JSON_MAX_BYTES)?.toString('utf8');
  } catch {
    return { status: 'not-a-pack' };
  }
  if (text === undefined || !text.includes('"sandboxModules"')) return { status: 'not-a-pack' };
  let packageJson: unknown;
  try {
    packageJson = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    const message = 'package.json is not valid JSON.';
    return { status: 'error', dir, finding: finding(lastSegment(dir), 'manifest-invalid', message) };
  }
  const answer = readPackDeclaration(packageJson);
  if (answer.status === 'not-a-pack') return answer;
  if (answer.status === 'error') {
    return { status: 'error', dir, finding: finding(answer.packName, answer.code, answer.message) };
  }
  const { declaration } = answer;
  try {
    return { status: 'ok', ...completePack(dir, declaration, root) };
  } catch (error) {
    const problem =
      error instanceof PackProblem
        ? finding(declaration.packName, error.code, error.message, { at: error.at })
        : finding(declaration.packName, 'discovery-failed', `The pack could not be read: ${reason(error)}.`);
    return { status: 'error', dir, finding: problem };
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
  const files = readAuthoredFiles(dir, manifest, size);
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

function lastSegment(dir: string): string {
  return dir.slice(Math.max(dir.lastIndexOf('/'), dir.lastIndexOf('\\')) + 1);
}

/** The reason without a path: file system errors carry absolute ones in their message. */
function reason(error: unknown): string {
  if (error instanceof PackProblem) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown error';
}
