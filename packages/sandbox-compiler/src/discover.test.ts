import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileTree, packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { createPackCatalog } from './catalog.js';
import { discoverPacks } from './discover.js';
import { packRoots } from './roots.js';

const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const authored = (name: string, files: FileTree, more: object = {}): FileTree => ({
  'package.json': packJson(name, [{ name: '.', kind: 'js', file: 'hello.js' }], more),
  'SKILL.md': skillText(name),
  ...files,
});

/** An application whose node_modules hold one package. */
function appWith(files: FileTree, folder = 'greeter'): string {
  const app = temporaryFolder();
  writeTree(join(app, 'node_modules', folder), files);
  return app;
}

function onlyFinding(files: FileTree, folder?: string) {
  const { packs, findings } = discoverPacks({ cwd: appWith(files, folder), env });
  expect(packs).toEqual([]);
  expect(findings).toHaveLength(1);
  return findings[0];
}

describe('discoverPacks', () => {
  it('finds packs in every node_modules upward, scoped ones too, and no other package', () => {
    const app = temporaryFolder();
    writeTree(join(app, 'node_modules/@acme/hello'), authored('@acme/hello', { 'hello.js': 'export const a = 1;' }));
    writeTree(join(app, 'node_modules/plain'), { 'package.json': { name: 'plain' } });
    writeTree(join(app, 'node_modules/empty'), { 'package.json': packJson('empty', []) });
    writeTree(join(app, 'inner/node_modules/near'), authored('near', { 'hello.js': 'export const a = 1;' }));
    const { packs, findings } = discoverPacks({ cwd: join(app, 'inner'), env });
    expect(findings).toEqual([]);
    expect(packs.map(({ packName, root }) => [packName, root])).toEqual([
      ['@acme/hello', 'installed'],
      ['near', 'installed'],
    ]);
  });

  it('finds the members of a pnpm or npm workspace, and one that is also linked only once', () => {
    const app = temporaryFolder({ 'pnpm-workspace.yaml': 'packages:\n  - packs/*\n  - "!packs/off"\n' });
    writeTree(join(app, 'packs/hello'), authored('hello', { 'hello.js': 'export const a = 1;' }));
    writeTree(join(app, 'packs/off'), authored('off', { 'hello.js': 'export const a = 1;' }));
    mkdirSync(join(app, 'node_modules'));
    symlinkSync(join(app, 'packs/hello'), join(app, 'node_modules/hello'));
    const found = discoverPacks({ cwd: app, env });
    expect(found.findings).toEqual([]);
    expect(found.packs.map(({ packName, root }) => [packName, root])).toEqual([['hello', 'workspace']]);

    const npm = temporaryFolder({ 'package.json': { workspaces: ['packs/*'] } });
    writeTree(join(npm, 'packs/hello'), authored('hello', { 'hello.js': 'export const a = 1;' }));
    expect(discoverPacks({ cwd: join(npm, 'packs'), env }).packs).toHaveLength(1);
  });

  it('finds the pack whose folder it is started in', () => {
    const pack = temporaryFolder(authored('hello', { 'hello.js': 'export const a = 1;', 'src/x.txt': '' }));
    const { packs } = discoverPacks({ cwd: join(pack, 'src'), env });
    expect(packs.map(({ packName, root }) => [packName, root])).toEqual([['hello', 'workspace']]);
  });

  it('does not wait for a named pipe', () => {
    const app = appWith(authored('greeter', {}));
    execFileSync('mkfifo', [join(app, 'node_modules/greeter/hello.js')]);
    expect(discoverPacks({ cwd: app, env }).findings).toMatchObject([{ code: 'file-missing' }]);
  });

  it('drops two of equal standing, and lets an installed one win over a shipped one', () => {
    const pack = authored('hello', { 'hello.js': 'export const a = 1;' });
    const app = temporaryFolder();
    writeTree(join(app, 'node_modules/hello'), pack);
    writeTree(join(app, 'inner/node_modules/hello'), { ...pack, 'other.txt': '' });
    const twice = discoverPacks({ cwd: join(app, 'inner'), env });
    expect(twice.packs).toEqual([]);
    expect(twice.findings).toMatchObject([{ packName: 'hello', status: 'error', code: 'duplicate-pack' }]);

    const shipped = temporaryFolder();
    writeTree(join(shipped, 'hello'), pack);
    const one = discoverPacks({ cwd: app, env: { NODETOOL_SHIPPED_PACKS_DIR: shipped } });
    expect(one.findings).toEqual([]);
    expect(one.packs.map(({ root }) => root)).toEqual(['installed']);
  });

  it('looks in the search paths of the environment, and only in those of the caller', () => {
    const extra = temporaryFolder();
    writeTree(join(extra, 'hello'), authored('hello', { 'hello.js': 'export const a = 1;' }));
    const app = appWith(authored('greeter', { 'hello.js': 'export const a = 1;' }));
    const names = (options: object) => discoverPacks({ cwd: app, ...options }).packs.map(({ packName }) => packName);
    expect(names({ env: { ...env, NODETOOL_PACK_SEARCH_PATHS: `/nowhere,${extra}` } })).toEqual(['greeter', 'hello']);
    expect(names({ env: { ...env, NODETOOL_OPTIONAL_NODE_MODULES: extra } })).toEqual(['greeter', 'hello']);
    expect(names({ env, searchPaths: [extra] })).toEqual(['hello']);
  });

  it('looks in the places of the environment, the workspace, node_modules upward and the shipped packs, in this order', () => {
    const base = temporaryFolder({ 'package.json': { workspaces: ['packs/*'] }, 'packs/own/package.json': {} });
    for (const dir of ['optional', 'a', 'b', 'c', 'node_modules', 'packs/own/node_modules', 'shipped']) {
      mkdirSync(join(base, dir), { recursive: true });
    }
    const at = (dir: string) => join(base, dir);
    const roots = packRoots({
      cwd: at('packs/own'),
      env: {
        NODETOOL_OPTIONAL_NODE_MODULES: at('optional'),
        NODETOOL_PACK_SEARCH_PATHS: `${at('a')}, ${at('b')};${at('c')}`,
        NODETOOL_SHIPPED_PACKS_DIR: at('shipped'),
      },
    });
    const own = roots.filter(({ dir }) => dir.startsWith(base));
    expect(own.map(({ dir, kind, trusted }) => `${dir.slice(base.length + 1)} ${kind} ${trusted}`)).toEqual([
      'optional installed false',
      'a installed false',
      'b installed false',
      'c installed false',
      'packs/own workspace true',
      ' workspace true',
      'packs/own/node_modules installed true',
      'node_modules installed true',
      'shipped shipped true',
    ]);
  });

  it('lists a folder once', () => {
    const app = appWith(authored('greeter', { 'hello.js': 'export const a = 1;' }));
    const dirs = packRoots({ cwd: app, env: { ...env, NODETOOL_OPTIONAL_NODE_MODULES: join(app, 'node_modules') } });
    expect(dirs.filter(({ dir }) => dir.startsWith(app))).toHaveLength(1);
  });

  it('warns that host code is not loaded from a search path', () => {
    const extra = temporaryFolder();
    writeTree(join(extra, '@nodetool-ai/sandbox-csv'), {
      'package.json': packJson('@nodetool-ai/sandbox-csv', [{ name: '.', kind: 'host', host: 'csv' }]),
    });
    const { packs, findings } = discoverPacks({ cwd: temporaryFolder(), env, searchPaths: [extra] });
    expect(packs).toHaveLength(1);
    expect(findings.map(({ code }) => code)).toEqual(['host-untrusted-root', 'skill-missing']);
  });

  describe('refuses a pack', () => {
    it.each([
      ['without its file', {}, 'file-missing', /"hello\.js"/],
      ['that does not parse', { 'hello.js': 'export const = 1' }, 'js-invalid', /does not parse/],
      ['with import()', { 'hello.js': 'export const f = (n) => import(n);' }, 'js-dynamic-import', /import\(\)/],
      ['with require', { 'hello.js': 'export const f = require("x");' }, 'js-require', /require/],
      ['that imports a package', { 'hello.js': 'import "lodash";' }, 'js-import-outside', /"lodash"/],
      ['that imports from above', { 'hello.js': 'import "../x.js";' }, 'js-import-outside', /outside/],
      [
        'that imports an undeclared file',
        { 'hello.js': 'import "./x.js";', 'x.js': '' },
        'js-import-undeclared',
        /internal/,
      ],
      ['with a file over 256 KiB', { 'hello.js': `//${'x'.repeat(262_143)}` }, 'file-too-large', /262144/],
    ] as [string, FileTree, string, RegExp][])('%s', (_what, files, code, message) => {
      const found = onlyFinding(authored('greeter', files));
      expect(found).toMatchObject({ packName: 'greeter', status: 'error', code });
      expect(found?.message).toMatch(message);
    });

    it('with an import cycle', () => {
      const files = authored('greeter', {
        'package.json': packJson('greeter', [{ name: '.', kind: 'js', file: 'hello.js' }], {
          nodetool: { sandboxModules: [{ name: '.', kind: 'js', file: 'hello.js' }], internal: ['b.js'] },
        }),
        'hello.js': 'import "./b.js";',
        'b.js': 'import "./hello";',
      });
      expect(onlyFinding(files)).toMatchObject({ code: 'js-import-cycle' });
    });

    it('whose file is a link out of its folder', () => {
      const app = appWith(authored('greeter', {}));
      const secret = temporaryFolder({ 'secret.js': 'export const key = 1;' });
      symlinkSync(join(secret, 'secret.js'), join(app, 'node_modules/greeter/hello.js'));
      const { packs, findings } = discoverPacks({ cwd: app, env });
      expect(packs).toEqual([]);
      expect(findings).toMatchObject([{ code: 'file-escapes-pack' }]);
      expect(JSON.stringify(findings)).not.toContain(secret);
    });

    it('of another apiVersion, a foreign or unknown host id, an undeclared npm module', () => {
      const json = (name: string, nodetool: object) => ({ 'package.json': { name, version: '1.0.0', nodetool } });
      const host = (id: string) => ({ sandboxModules: [{ name: '.', kind: 'host', host: id }] });
      expect(onlyFinding(json('x', { apiVersion: 2, ...host('csv') }))).toMatchObject({
        code: 'manifest-unsupported-version',
      });
      const foreign = onlyFinding(json('evil', host('csv')));
      expect(foreign).toMatchObject({ code: 'host-id-foreign' });
      expect(foreign?.message).toContain('belongs to @nodetool-ai/sandbox-csv');
      for (const id of ['nope', 'constructor', '__proto__']) {
        const unknown = onlyFinding(json('evil', host(id)));
        expect(unknown).toMatchObject({ code: 'host-id-unknown' });
        expect(unknown?.message).toContain('not a registered host module');
      }
      const npm = { sandboxModules: [{ name: '.', kind: 'js', npm: 'js-yaml' }] };
      expect(onlyFinding(json('x', npm))).toMatchObject({ code: 'dependency-undeclared' });
    });

    it('without stopping at it', () => {
      const app = appWith({ 'package.json': '{ "name": "broken", "sandboxModules"' }, 'broken');
      writeTree(join(app, 'node_modules/greeter'), authored('greeter', { 'hello.js': 'export const a = 1;' }));
      const { packs, findings } = discoverPacks({ cwd: app, env });
      expect(packs.map(({ packName }) => packName)).toEqual(['greeter']);
      expect(findings).toMatchObject([{ packName: 'broken', code: 'manifest-invalid' }]);
    });

    it('whose code nests without end', () => {
      const found = onlyFinding(authored('greeter', { 'hello.js': `export const a = ${'['.repeat(100_000)};` }));
      expect(found?.status).toBe('error');
    });
  });

  it('keeps a pack whose SKILL.md is missing, too large or wrong, and says so', () => {
    const codes = (skill: FileTree) => {
      const files = { ...authored('greeter', { 'hello.js': 'export const a = 1;' }) };
      delete files['SKILL.md'];
      const { packs, findings } = discoverPacks({ cwd: appWith({ ...files, ...skill }), env });
      expect(packs).toHaveLength(1);
      return findings.map(({ code, status }) => `${status} ${code}`);
    };
    expect(codes({})).toEqual(['warning skill-missing']);
    expect(codes({ 'SKILL.md': `${skillText('greeter')}${'x'.repeat(16_384)}` })).toEqual(['warning skill-invalid']);
    expect(codes({ 'SKILL.md': '# Greeter' })).toEqual(['warning skill-invalid']);
    expect(codes({ 'SKILL.md': '---\nname: other\ndescription: x\n---\n' })).toEqual(['warning skill-invalid']);
    expect(codes({ 'SKILL.md': '---\nname: greeter\ndescription: x\nevil: 1\n---\n' })).toEqual([
      'warning skill-invalid',
    ]);
  });
});

describe('the catalog of authored packs', () => {
  const app = () =>
    appWith({
      'package.json': {
        name: 'greeter',
        version: '1.2.3',
        nodetool: {
          sandboxModules: [
            { name: '.', kind: 'js', file: 'hello.js', description: 'Says hello.' },
            { name: 'loud', kind: 'js', file: 'sub/loud.mjs' },
          ],
          internal: ['lib/words.js'],
        },
      },
      'SKILL.md': skillText('greeter'),
      'hello.js': 'import { word } from "./lib/words"; export const hello = (n) => `${word} ${n}`;',
      'sub/loud.mjs': 'export { hello as shout } from "../hello.js";',
      'lib/words.js': 'export const word = "hello";',
    });

  it('serves each module with the files it reaches', () => {
    const catalog = createPackCatalog({ cwd: app(), env });
    expect(catalog.summaries()).toEqual([
      expect.objectContaining({ specifier: 'greeter', kind: 'js', packVersion: '1.2.3', description: 'Says hello.' }),
      expect.objectContaining({ specifier: 'greeter/loud', description: 'Greets people.' }),
    ]);
    const { modules, statuses } = catalog.resolveForExecution([
      { specifier: 'greeter/loud' },
      { specifier: 'greeter' },
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(['ok', 'ok']);
    const [loud, hello] = modules;
    if (loud?.kind !== 'js' || hello?.kind !== 'js') throw new Error('expected guest modules');
    expect(loud.moduleId).toBe('sub/loud.mjs');
    expect(loud.graph.map(({ id, internal, dependencies }) => [id, internal, dependencies])).toEqual([
      ['hello.js', false, ['lib/words.js']],
      ['lib/words.js', true, []],
      ['sub/loud.mjs', false, ['hello.js']],
    ]);
    expect(hello.graph.map(({ id }) => id)).toEqual(['hello.js', 'lib/words.js']);
    expect(catalog.packSkill('greeter')?.sections['hello']).toBe('hello(name)');
    expect(catalog.packs()).toMatchObject([
      { packName: 'greeter', root: 'installed', modules: ['greeter', 'greeter/loud'] },
    ]);
  });

  it('gives the same digests for the same install elsewhere, and others when one file changes', () => {
    const [here, there] = [app(), app()];
    const digests = (cwd: string) =>
      createPackCatalog({ cwd, env })
        .summaries()
        .map(({ contentDigest }) => contentDigest);
    expect(digests(here)).toEqual(digests(there));
    for (const digest of digests(here)) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const before = digests(there);
    writeTree(join(there, 'node_modules/greeter'), { 'sub/loud.mjs': 'export { hello } from "../hello.js";' });
    const after = digests(there);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('cannot be changed by who asks it', () => {
    const catalog = createPackCatalog({ cwd: app(), env });
    catalog.summaries().pop();
    expect(catalog.summaries()).toHaveLength(2);
    const { modules } = catalog.resolveForExecution([{ specifier: 'greeter' }]);
    expect(Object.isFrozen(modules[0])).toBe(true);
    expect(() => Object.assign(modules[0] ?? {}, { source: 'evil' })).toThrow(TypeError);
  });
});
