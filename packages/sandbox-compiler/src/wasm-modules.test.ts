import { join } from 'node:path';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { type FileTree, packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { wasmBinary } from '../test/wasm-binary.js';
import { createPackCatalog } from './catalog.js';
import { listPacks } from './list-packs.js';

const entry = { name: 'fast', kind: 'wasm', file: 'bin/x.wasm', memoryPagesMax: 0, exports: [{ wasm: 'f', as: 'go' }] };

function appWith(modules: object[], more: FileTree = {}) {
  const app = temporaryFolder();
  writeTree(join(app, 'node_modules/quick'), {
    'package.json': packJson('quick', modules),
    'SKILL.md': skillText('quick'),
    'bin/x.wasm': wasmBinary(),
    ...more,
  });
  return { cwd: app, env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' } };
}

const digestOf = (modules: object[], more?: FileTree) =>
  createPackCatalog(appWith(modules, more)).summaries()[0]?.contentDigest;

describe('WASM modules', () => {
  it('are served with their contract, and listed with their size', () => {
    const app = appWith([{ ...entry, limits: { callTimeoutMs: 100 } }]);
    const { modules } = createPackCatalog(app).resolveForExecution([{ specifier: 'quick/fast' }]);
    expect(modules).toEqual([
      {
        kind: 'wasm',
        specifier: 'quick/fast',
        packName: 'quick',
        packVersion: '1.2.3',
        moduleId: 'bin/x.wasm',
        contentDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: wasmBinary(),
        wasm: { memoryPagesMax: 0, exports: [{ wasm: 'f', as: 'go' }], limits: { callTimeoutMs: 100 } },
      },
    ]);
    expect(listPacks(app).rows).toMatchObject([
      { kind: 'wasm', runsIn: 'host', page: 'yes', bytes: wasmBinary().length, state: 'ready', library: 'bin/x.wasm' },
    ]);
  });

  it('have a digest over binary, contract and facade', () => {
    const digest = digestOf([entry]);
    expect(digestOf([entry])).toBe(digest);
    const others = [
      digestOf([entry], { 'bin/x.wasm': wasmBinary({ paddingBytes: 1 }) }),
      digestOf([{ ...entry, memoryPagesMax: 1 }]),
      digestOf([{ ...entry, exports: ['f'] }]),
      digestOf([{ ...entry, limits: { callsPerInvocation: 1 } }]),
      digestOf([{ ...entry, name: 'other' }]),
    ];
    expect(new Set([digest, ...others]).size).toBe(6);
  });

  it('can be imported by files of their pack, whether or not they were asked for', async () => {
    const own = { name: '.', kind: 'js', file: 'index.js' };
    const text = 'import { go } from "./bin/x.wasm"; export const twice = async () => [await go(), await go()];';
    const catalog = createPackCatalog(appWith([own, entry], { 'index.js': text }));
    expect(catalog.diagnostics()).toEqual([]);
    const alone = catalog.resolveForExecution([{ specifier: 'quick' }]);
    expect(alone.statuses.map(({ specifier }) => specifier)).toEqual(['quick']);
    expect(alone.modules.map(({ specifier }) => specifier)).toEqual(['quick', 'quick/fast']);
    const both = catalog.resolveForExecution([{ specifier: 'quick/fast' }, { specifier: 'quick' }]);
    expect(both.modules.map(({ specifier }) => specifier)).toEqual(['quick/fast', 'quick']);
    const run = await runInSandbox({
      code: 'import { twice } from "quick"; return (await twice()).length',
      modules: alone,
    });
    expect(run.error).toBeUndefined();
    expect(run.result).toBe(2);
  });

  it('change the digest of the files that import them', () => {
    const own = { name: '.', kind: 'js', file: 'index.js' };
    const files = { 'index.js': 'export { go } from "./bin/x.wasm";' };
    const before = digestOf([own, entry], files);
    expect(digestOf([own, entry], { ...files, 'bin/x.wasm': wasmBinary({ paddingBytes: 1 }) })).not.toBe(before);
  });

  it('are one to a file', () => {
    const { diagnostics } = createPackCatalog(appWith([entry, { ...entry, name: 'again' }]));
    expect(diagnostics()).toMatchObject([
      { code: 'manifest-invalid', message: expect.stringContaining('another module') },
    ]);
  });

  it('may not have a name of the bridge', () => {
    const { diagnostics } = createPackCatalog(appWith([{ ...entry, exports: [{ wasm: 'f', as: '__wasmCall' }] }]));
    expect(diagnostics()).toMatchObject([{ code: 'wasm-export' }]);
  });
});
