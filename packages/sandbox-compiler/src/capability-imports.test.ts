import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { createPackCatalog } from './catalog.js';
import { discoverPacks } from './discover.js';

const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const FLOW = '@nodetool-ai/sandbox-nodetool/flow';

/** An application with one pack whose file has this text. */
function appWith(packName: string, text: string): string {
  const app = temporaryFolder();
  writeTree(join(app, 'node_modules', packName), {
    'package.json': packJson(packName, [{ name: '.', kind: 'js', file: 'index.js' }]),
    'SKILL.md': skillText(packName),
    'index.js': text,
  });
  return app;
}
const CALL = `import { invoke_node } from '${FLOW}'; export const call = () => invoke_node({});`;

describe('an import of a capability', () => {
  it('is for packs of this project, and no file of theirs', () => {
    const catalog = createPackCatalog({ cwd: appWith('@nodetool-ai/sandbox-flow', CALL), env });
    expect(catalog.diagnostics()).toEqual([]);
    const { modules } = catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-flow' }]);
    expect(modules).toMatchObject([{ graph: [{ id: 'index.js', dependencies: [] }] }]);
  });

  it.each([
    ['evil', 'js-import-outside'],
    ['@nodetool-ai/other', 'js-import-outside'],
    ['@nodetool/sandbox-flow', 'js-import-outside'],
    ['@nodetool-ai/sandbox-nodetool', 'pack-name-invalid'],
  ])('is refused in the pack %s', (packName, code) => {
    const { packs, findings } = discoverPacks({ cwd: appWith(packName, CALL), env });
    expect(packs).toEqual([]);
    expect(findings).toMatchObject([{ packName, code }]);
  });

  it('is refused in a pack of a search path, whatever its name', () => {
    const searchPaths = [join(appWith('@nodetool-ai/sandbox-flow', CALL), 'node_modules')];
    const { packs, findings } = discoverPacks({ cwd: temporaryFolder(), env, searchPaths });
    expect(packs).toEqual([]);
    expect(findings.map(({ code }) => code)).toContain('js-import-outside');
  });

  it('lets no other package through', () => {
    for (const other of ['lodash', '@nodetool-ai/sandbox-csv', '@nodetool-ai/sandbox-nodetool']) {
      const app = appWith('@nodetool-ai/sandbox-flow', `import '${other}';`);
      expect(discoverPacks({ cwd: app, env }).findings).toMatchObject([{ code: 'js-import-outside' }]);
    }
  });
});
