import { describe, expect, it } from 'vitest';
import { findImports } from './imports.mjs';
import { arrowViolation, importViolation } from './rules.mjs';

const pkg = (name: string, dependencies: string[] = []) => ({
  name: `@nodetool-ai/${name}`,
  isPack: name === 'sandbox-csv',
  dependencies,
});
const found = (specifier: string, extra: { typeOnly?: boolean; dynamic?: boolean } = {}) => ({
  specifier,
  line: 1,
  typeOnly: false,
  dynamic: false,
  ...extra,
});

describe('finding imports', () => {
  it('sees static, re-exported, type, bare and dynamic imports with their lines', () => {
    const source = [
      `import a from 'a';`,
      `import type { B } from 'b';`,
      `export * from 'c';`,
      `import 'd';`,
      `const e = await import('e');`,
      `type F = import('f').F;`,
    ].join('\n');
    expect(findImports(source)).toEqual([
      { specifier: 'a', line: 1, typeOnly: false, dynamic: false },
      { specifier: 'b', line: 2, typeOnly: true, dynamic: false },
      { specifier: 'c', line: 3, typeOnly: false, dynamic: false },
      { specifier: 'd', line: 4, typeOnly: false, dynamic: false },
      { specifier: 'e', line: 5, typeOnly: false, dynamic: true },
      { specifier: 'f', line: 6, typeOnly: true, dynamic: false },
    ]);
  });

  it('ignores programs that are text in a string or a comment', () => {
    expect(findImports("const program = `\nimport x from 'x';\n`; // import y from 'y'")).toEqual([]);
  });
});

describe('the arrows between packages', () => {
  it.each([
    ['protocol', 'sandbox-core'],
    ['sandbox-core', 'sandbox-csv'],
    ['sandbox-core', 'sandbox-compiler'],
    ['sandbox-csv', 'sandbox-core'],
    ['sandbox-compiler', 'code-nodes'],
    ['code-nodes', 'workflow-runner'],
    ['workflow-runner', 'cli'],
    ['unheard-of', 'protocol'],
  ])('do not lead from %s to %s', (from, to) => {
    expect(arrowViolation(pkg(from), `@nodetool-ai/${to}`)).toContain(`may not import @nodetool-ai/${to}`);
  });

  it.each([
    ['sandbox-core', 'protocol'],
    ['sandbox-csv', 'sandbox-pack-kit'],
    ['code-nodes', 'sandbox-compiler'],
    ['workflow-runner', 'code-nodes'],
    ['cli', 'sandbox-csv'],
  ])('lead from %s to %s', (from, to) => {
    expect(arrowViolation(pkg(from), `@nodetool-ai/${to}`)).toBeUndefined();
  });
});

describe('one import', () => {
  it('may not leave its package by a relative path', () => {
    expect(importViolation(pkg('cli'), 'src/a/b.ts', found('../../../protocol/src/run.js'))).toContain(
      'leaves the package',
    );
    expect(importViolation(pkg('cli'), 'src/a/b.ts', found('../../package.json'))).toBeUndefined();
  });

  it('may not name a Node builtin where a page loads the file', () => {
    expect(importViolation(pkg('sandbox-core'), 'src/run.ts', found('node:fs'))).toContain('does not exist in a page');
    expect(importViolation(pkg('sandbox-core'), 'src/engine/worker.node.ts', found('node:fs'))).toBeUndefined();
    expect(importViolation(pkg('sandbox-core'), 'src/engine/node/worker.ts', found('node:fs'))).toBeUndefined();
    expect(importViolation(pkg('sandbox-core'), 'src/run.test.ts', found('node:fs'))).toBeUndefined();
    expect(importViolation(pkg('sandbox-core'), 'src/run.ts', found('node:fs', { dynamic: true }))).toBeUndefined();
    expect(importViolation(pkg('sandbox-csv'), 'src/host.ts', found('node:fs'))).toContain('does not exist in a page');
    expect(importViolation(pkg('cli'), 'src/run.ts', found('node:fs'))).toBeUndefined();
  });

  it('names a builtin with its prefix', () => {
    expect(importViolation(pkg('cli'), 'src/run.ts', found('fs'))).toContain('write node:fs');
  });

  it('needs a declared dependency', () => {
    expect(importViolation(pkg('cli'), 'src/run.ts', found('commander'))).toContain('not a dependency');
    expect(importViolation(pkg('cli', ['commander']), 'src/run.ts', found('commander/sub'))).toBeUndefined();
    expect(importViolation(pkg('cli'), 'src/run.test.ts', found('vitest'))).toBeUndefined();
    expect(importViolation(pkg('cli'), 'src/testing/engine.ts', found('esbuild'))).toBeUndefined();
  });
});
