/**
 * Every finding code is triggered by a pack on disk; what else was installed is not affected.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { PackFinding } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { assemble, binary, name, section } from '../../sandbox-core/src/modules/wasm/testing/assemble.js';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { type FileTree, packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { createPackCatalog } from './catalog.js';
import { compilePacks } from './compile-packs.js';
import { PACK_FINDING_CODES, type PackFindingCode } from './findings.js';

const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const MIB = 1024 * 1024;

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
const wasm = (bytes: Uint8Array, exports: unknown[] = ['f'], memoryPagesMax = 0): Case => ({
  files: modules({ name: '.', kind: 'wasm', file: 'x.wasm', memoryPagesMax, exports }),
  prepare: (packDir) => writeTree(packDir, { 'x.wasm': bytes }),
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
    prepare(packDir) {
      // Three valid binaries of 3 MiB: 9 MiB together.
      const padding = section(0, [...name('padding'), ...new Array(3 * MIB - 100).fill(0)]);
      const bytes = Uint8Array.from([...assemble({ functions: [{ name: 'f', body: [] }] }), ...padding]);
      writeTree(packDir, { '1.wasm': bytes, '2.wasm': bytes, '3.wasm': bytes });
    },
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
  'wasm-invalid': wasm(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0])),
  'wasm-imports': wasm(binary(section(2, [1, ...name('m'), ...name('f'), 0, 0]))),
  'wasm-memory': wasm(assemble({ functions: [{ name: 'f', body: [] }], memories: [[1, 0, 2]] }), ['f'], 1),
  'wasm-export': wasm(assemble({ functions: [{ name: 'f', params: ['i64'], body: [] }] })),
  'duplicate-pack': {
    files: authored('export const a = 1;'),
    prepare(packDir, app) {
      writeTree(join(app, 'more/subject'), authored('export const a = 2;'));
      expect(packDir).toContain('subject');
    },
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
