import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { discoverPacks } from './discover.js';
import { hostModuleSources } from './host-sources.js';

const NAME = '@nodetool-ai/sandbox-csv';
const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const pack = packJson(NAME, [{ name: '.', kind: 'host', host: 'csv' }], {
  exports: { './host': { default: './host.js' } },
});

describe('hostModuleSources', () => {
  it('leads from a host id to the entry of the installed pack', () => {
    const app = temporaryFolder();
    writeTree(join(app, 'node_modules', NAME), { 'package.json': pack, 'host.js': 'export const functions = {};' });
    const { packs } = discoverPacks({ cwd: app, env });
    expect({ ...hostModuleSources(packs) }).toEqual({ csv: pathToFileURL(join(app, 'node_modules', NAME, 'host.js')) });
  });

  it('takes none from a search path, none that is not built, none that leads out of the pack', () => {
    const app = temporaryFolder();
    writeTree(join(app, NAME), { 'package.json': pack, 'host.js': 'export const functions = {};' });
    expect({ ...hostModuleSources(discoverPacks({ cwd: app, env, searchPaths: [app] }).packs) }).toEqual({});
    const bare = temporaryFolder();
    writeTree(join(bare, 'node_modules', NAME), { 'package.json': pack });
    expect({ ...hostModuleSources(discoverPacks({ cwd: bare, env }).packs) }).toEqual({});
    symlinkSync(join(app, NAME, 'host.js'), join(bare, 'node_modules', NAME, 'host.js'));
    expect({ ...hostModuleSources(discoverPacks({ cwd: bare, env }).packs) }).toEqual({});
  });
});
