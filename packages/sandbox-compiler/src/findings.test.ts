/**
 * Every finding code is triggered by a pack on disk; what else was installed is not affected.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { PackFinding } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { type FileTree, packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { type WasmBinaryOptions, wasmBinary } from '../test/wasm-binary.js';
import { CompiledModuleCache } from './cache.js';
import { createPackCatalog } from './catalog.js';
import { compilePacks } from './compile-packs.js';
import { PACK_FINDING_CODES, type PackFindingCode } from './findings.js';

const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const MIB = 1024 * 1024;
const PADDED = wasmBinary({ paddingBytes: 3 * MIB });

/** Files of one pack, and what to do with its folder once they are there. */
interface Case {
  files: FileTree;
  prepare?: (packDir: string, app: string) => void;
}

const manifest = (nodetool: object, more: object = {}): FileTree => ({
  'package.json': { name: 'subject', version: '1.2.3', nodetool, ...more },
  'SKILL.md': skillText('subject'),
});
const modules = (...sandboxModules: object[]): FileTree => manifest({ sandboxModules });
const authored = (text: string, more: FileTree = {}): FileTree => ({
  ...modules({ name: '.', kind: 'js', file: 'index.js' }),
  'index.js': text,
  ...more,
});
const bundled = (text: string, more: FileTree = {}): FileTree => ({
  ...modules({ name: '.', kind: 'js', file: 'index.js', bundle: true }),
  'index.js': text,
  ...more,
});
const wasm = (options: WasmBinaryOptions, bytes: Uint8Array = wasmBinary(options)): FileTree => ({
  ...modules({ name: '.', kind: 'wasm', file: 'x.wasm', memoryPagesMax: 1, exports: ['f'] }),
  'x.wasm': bytes,
});
const inner = (text: string): FileTree => ({
  ...manifest({ sandboxModules: [{ name: '.', kind: 'js', file: 'index.js' }], internal: ['inner.js'] }),
  'index.js': 'import "./inner.js";',
  'inner.js': text,
});

const CASES: Record<PackFindingCode, Case> = {
  'manifest-invalid': { files: modules({ name: '.', kind: 'js', file: '../index.js' }) },
  'manifest-unsupported-version': { files: manifest({ apiVersion: 2, sandboxModules: [{}] }) },
  'pack-name-invalid': { files: manifest({ sandboxModules: [{}] }, { name: 'Not A Name' }) },
  'duplicate-module': {
    files: modules({ name: '.', kind: 'js', file: 'a.js' }, { name: '.', kind: 'js', file: 'b.js' }),
  },
  'internal-is-public': {
    files: manifest({ sandboxModules: [{ name: '.', kind: 'js', file: 'a.js' }], internal: ['a.js'] }),
  },
  'file-missing': { files: modules({ name: '.', kind: 'js', file: 'index.js' }) },
  'file-escapes-pack': {
    files: modules({ name: '.', kind: 'js', file: 'index.js' }),
    prepare(packDir, app) {
      writeTree(app, { 'secret.js': 'export const key = 1;' });
      symlinkSync(join(app, 'secret.js'), join(packDir, 'index.js'));
    },
  },
  'file-too-large': { files: authored(`//${'x'.repeat(256 * 1024)}`) },
  'pack-too-large': {
    files: modules(
      ...[1, 2, 3].map((n) => ({ name: `m${n}`, kind: 'wasm', file: `${n}.wasm`, memoryPagesMax: 0, exports: ['f'] })),
    ),
    // Three valid binaries of 3 MiB: 9 MiB together.
    prepare: (packDir) => writeTree(packDir, Object.fromEntries([1, 2, 3].map((n) => [`${n}.wasm`, PADDED]))),
  },
  'js-invalid': { files: authored('export const = 1;') },
  'js-dynamic-import': { files: authored('export const f = (n) => import(n);') },
  'js-require': { files: authored('export const f = require("x");') },
  'js-import-outside': { files: authored('import "../../secret.js";') },
  'js-import-undeclared': { files: authored('import "./other.js";', { 'other.js': '' }) },
  'js-import-cycle': { files: inner('import "./index.js";') },
  'dependency-undeclared': { files: modules({ name: '.', kind: 'js', npm: 'js-yaml' }) },
  'host-id-unknown': { files: modules({ name: '.', kind: 'host', host: '__proto__' }) },
  'host-id-foreign': { files: modules({ name: '.', kind: 'host', host: 'csv' }) },
  'wasm-invalid': { files: wasm({}, wasmBinary().subarray(0, 20)) },
  'wasm-imports': { files: wasm({ hasImport: true }) },
  'wasm-memory': { files: wasm({ memoryPages: 2 }) },
  'wasm-export': { files: wasm({ takesI64: true }) },
  'duplicate-pack': {
    files: authored('export const a = 1;'),
    prepare: (_packDir, app) => writeTree(join(app, 'more/subject'), authored('export const a = 2;')),
  },
  'discovery-failed': { files: authored(`export const a = x${'.y'.repeat(60_000)};`) },
  'pending-compile': { files: bundled('export const a = 1;') },
  'npm-module-unresolved': { files: bundled('import "./nowhere.js";') },
  'npm-module-builtin-import': { files: bundled('import "node:fs"; export const a = 1;') },
  'npm-module-bundle-failed': { files: bundled('export const a = ;') },
  'npm-module-too-large': {
    files: bundled('export { default } from "./big.json";', { 'big.json': JSON.stringify('x'.repeat(MIB)) }),
  },
  'npm-module-forbidden-global': { files: bundled('export const a = () => Buffer;') },
  'npm-module-scan-rejected': { files: bundled('export const a = (name) => import(name);') },
  'npm-module-probe-failed': { files: bundled('throw new TypeError("no"); export const a = 1;') },
  'skill-missing': {
    files: { 'package.json': packJson('subject', [{ name: '.', kind: 'js', file: 'index.js' }]), 'index.js': '' },
  },
  'skill-invalid': { files: authored('export const a = 1;', { 'SKILL.md': '# No front matter' }) },
  'npm-module-warning': { files: bundled('export const a = () => Intl;') },
  'host-untrusted-root': {
    files: {},
    prepare(_packDir, app) {
      writeTree(join(app, 'more/@nodetool-ai/sandbox-csv'), {
        'package.json': packJson('@nodetool-ai/sandbox-csv', [{ name: '.', kind: 'host', host: 'csv' }]),
        'SKILL.md': skillText('@nodetool-ai/sandbox-csv'),
      });
    },
  },
  'version-mismatch': { files: authored('export const a = 1;') },
  'content-digest-mismatch': { files: authored('export const a = 1;') },
  'npm-module-compiled': { files: bundled('export const a = 1;') },
};

/** What is said about the pack of a case, installed beside one that is right. */
async function findingsOf(code: PackFindingCode): Promise<{ findings: PackFinding[]; app: string }> {
  const { files, prepare } = CASES[code];
  const app = temporaryFolder();
  const packDir = join(app, 'node_modules/subject');
  writeTree(packDir, files);
  writeTree(join(app, 'node_modules/bystander'), {
    'package.json': packJson('bystander', [{ name: '.', kind: 'js', file: 'index.js' }]),
    'SKILL.md': skillText('bystander'),
    'index.js': 'export const fine = true;',
  });
  prepare?.(packDir, app);
  const options = { cwd: app, env: { ...env, NODETOOL_PACK_SEARCH_PATHS: join(app, 'more') } };
  const catalog =
    code === 'pending-compile'
      ? createPackCatalog({ ...options, lookup: () => undefined })
      : (
          await compilePacks({
            ...options,
            cache: new CompiledModuleCache(join(app, 'cache')),
            run: quickjsRunner().run,
          })
        ).catalog;
  const asked = catalog.resolveForExecution([
    { specifier: 'bystander' },
    { specifier: 'subject', resolvedPackVersion: code === 'version-mismatch' ? '9.9.9' : '1.2.3' },
    { specifier: 'subject', contentDigest: '0'.repeat(64) },
  ]);
  expect(asked.modules[0]?.specifier).toBe('bystander');
  const pinned = catalog.resolveForExecution([{ specifier: 'subject', contentDigest: '0'.repeat(64) }]);
  const statuses = code === 'content-digest-mismatch' ? pinned.statuses : asked.statuses;
  const told = statuses.flatMap(({ specifier, status, code: said, message = '' }): PackFinding[] =>
    status === 'warning' && said ? [{ packName: specifier, status, code: said, message }] : [],
  );
  return { findings: [...catalog.diagnostics(), ...told], app };
}

describe('findings', () => {
  it.each(Object.entries(PACK_FINDING_CODES))('%s is said with status %s', async (code, status) => {
    const { findings, app } = await findingsOf(code as PackFindingCode);
    const found = findings.find((finding) => finding.code === code);
    expect(found, JSON.stringify(findings)).toMatchObject({ code, status });
    expect(found?.message).not.toBe('');
    expect(JSON.stringify(findings)).not.toContain(app);
    const worst = ['ready', 'warning', 'skipped', 'error'];
    for (const other of findings) expect(worst.indexOf(other.status)).toBeLessThanOrEqual(worst.indexOf(status));
    expect(findings.every(({ packName }) => packName !== 'bystander')).toBe(true);
  });
});
