import { describe, expect, it } from 'vitest';
import { packageProblems } from './package-shape.mjs';

const manifest = {
  name: '@nodetool-ai/thing',
  version: '1.0.0',
  description: 'Does one thing.',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19.0' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  files: ['dist', 'README.md'],
  dependencies: { '@nodetool-ai/protocol': 'workspace:*', acorn: 'catalog:' },
};

function check(folder: string, changes: Record<string, unknown> = {}, files: Record<string, string | undefined> = {}) {
  const all: Record<string, string | undefined> = {
    'package.json': JSON.stringify({ ...manifest, ...changes }),
    'README.md': `# ${changes.name ?? manifest.name}\n`,
    'tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
    'src/index.ts': "/** What it is. */\nexport { a } from './a.js';\nexport type * from './b.js';\n",
    ...files,
  };
  return packageProblems(folder, (path) => all[path]);
}

describe('the shape of a package', () => {
  it('is kept by one made from the template', () => {
    expect(check('packages/thing')).toEqual([]);
  });

  it.each([
    [{ name: '@nodetool-ai/other' }, 'its name is @nodetool-ai/thing'],
    [{ license: 'GPL-3.0' }, '"license": "MIT"'],
    [{ sideEffects: undefined }, '"sideEffects": false'],
    [{ engines: { node: '>=22' } }, '"engines"'],
    [{ description: '' }, '"description"'],
    [{ files: ['README.md'] }, '"files" does not list dist'],
    [{ exports: { '.': { default: './dist/index.js', types: './dist/index.d.ts' } } }, 'types first'],
    [{ exports: { ...manifest.exports, './host': { types: './dist/h.d.ts', default: './lib/h.js' } } }, './lib/h.js'],
    [{ dependencies: { acorn: '^8.0.0' } }, 'acorn is "^8.0.0"'],
    [{ files: ['dist', 'README.md', '!dist/index.js'] }, './dist/index.js, which "files" does not publish'],
  ])('is missed by %j', (changes, message) => {
    expect(check('packages/thing', changes).join('\n')).toContain(message);
  });

  it('asks for a README and an index that only re-exports', () => {
    const problems = check('packages/thing', {}, { 'README.md': undefined, 'src/index.ts': 'export const a = 1;' });
    expect(problems).toContain('packages/thing: has no README.md');
    expect(problems).toContain('packages/thing: src/index.ts does more than re-export');
  });

  it('asks a pack for its manifest, limits and page for models', () => {
    const problems = check('packages/sandbox-packs/thing', { name: '@nodetool-ai/sandbox-thing' }).join('\n');
    for (const part of ['has no SKILL.md', 'has no test/hostile.test.ts', 'sandboxModules', 'nodetool-sandbox-pack'])
      expect(problems).toContain(part);
  });

  it('asks for every source that a bundled module is compiled from', () => {
    const nodetool = {
      apiVersion: 1,
      sandboxModules: [{ name: '.', kind: 'js', file: 'src/guest.ts', bundle: true }],
    };
    const sources = {
      'src/guest.ts': "import type { T } from './types.js';\nimport { a } from './a.js';\nexport { a };\n",
      'src/a.ts': "export * from './deep/b.js';\n",
      'src/deep/b.ts': 'export const a = 1;\n',
    };
    const problemsWith = (files: string[]) =>
      check('packages/sandbox-packs/thing', { nodetool, files }, sources).filter((text) =>
        text.includes('compiled from'),
      );
    expect(problemsWith(['dist', 'src/guest.ts', 'src/a.ts'])).toEqual([
      'packages/sandbox-packs/thing: module "." is compiled from src/deep/b.ts, which "files" does not publish',
    ]);
    expect(problemsWith(['dist', 'src', '!src/**/*.test.ts'])).toEqual([]);
  });

  it('asks a guest module for where it comes from', () => {
    const of = (module: object) => ({
      nodetool: { apiVersion: 1, sandboxModules: [{ name: '.', kind: 'js', ...module }] },
    });
    expect(check('packages/sandbox-packs/thing', of({})).join('\n')).toContain('neither a "file" nor an "npm" package');
    expect(check('packages/sandbox-packs/thing', of({ file: 'src/absent.js' })).join('\n')).toContain(
      'src/absent.js, which does not exist',
    );
  });

  it('asks a host module for its entry', () => {
    const nodetool = {
      apiVersion: 1,
      sandboxModules: [{ name: '.', kind: 'host', host: 'thing', types: 'guest.d.ts' }],
    };
    const problems = check('packages/sandbox-packs/thing', { nodetool }).join('\n');
    expect(problems).toContain('"./host" is not exported');
    expect(problems).toContain('guest.d.ts, which do not exist');
  });
});
