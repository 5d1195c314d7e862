/**
 * Each pack as it would be published, installed with npm in a project that has no other pack, and used there by a
 * program in a guest. It needs a registry, so it runs where it is asked for: `PACKED=1`, or `REQUIRE_ALL=1`.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf, ROAD_ROWS, type RoadRow } from '../packs/road/index.js';
import { createConsumer } from './consumer.js';
import { type PackedPackage, packAll } from './pack.js';

const asked = process.env['REQUIRE_ALL'] === '1' || process.env['PACKED'] === '1';
/** What the project around the packs has: enough to find, compile and run them. */
const HOST_PACKAGES = ['protocol', 'sandbox-core', 'sandbox-compiler'].map((name) => `@nodetool-ai/${name}`);
/** What a pack may depend on in the workspace. */
const SHARED = ['protocol', 'sandbox-pack-kit'].map((name) => `@nodetool-ai/${name}`);

const packOf = (specifier: string): string => specifier.split('/').slice(0, 2).join('/');
/** The first program of each pack. */
const rows = [...new Map(ROAD_ROWS.toReversed().map((row) => [packOf(row.specifier), row])).values()].toReversed();

describe.skipIf(!asked)('each pack alone (asked for by PACKED=1, or by REQUIRE_ALL=1)', { timeout: 300_000 }, () => {
  let folder: string;
  let packed: PackedPackage[];

  beforeAll(async () => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'nodetool-packs-alone-'));
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    packed = await packAll(tarballs);
    // Around the projects of the packs, where Node finds it from each of them.
    await createConsumer(folder, tarballsOf(HOST_PACKAGES));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

  function tarballsOf(names: readonly string[]): string[] {
    return packed.filter(({ name }) => names.includes(name)).map(({ tarball }) => tarball);
  }

  it.concurrent.each(rows.map((row) => [packOf(row.specifier), row] as const))('%s', async (name, row) => {
    const packs = [...new Set(importsOf(row.code).map(packOf))];
    const project = await createConsumer(join(folder, 'projects', name.split('/')[1] ?? name), [
      ...tarballsOf([...packs, ...SHARED]),
    ]);
    expect(project.scope().filter((each) => !SHARED.includes(`@nodetool-ai/${each}`))).toEqual(
      packs.map((each) => each.split('/')[1]).sort(),
    );
    project.write('use.mjs', programOf(row, name));
    const { status, stdout, stderr } = await project.run('node', ['--no-warnings', 'use.mjs']);
    expect(status, stderr).toBe(0);
    const { exported, error, result } = JSON.parse(stdout);
    expect(error).toBeUndefined();
    expect(result).toEqual(row.result);
    expect(exported).toBeGreaterThan(0);
  });
});

/** Imports the pack in plain Node, then runs the program of its row in a guest. */
function programOf(row: RoadRow, name: string): string {
  return `
    import { compilePacks, hostModuleSources } from '@nodetool-ai/sandbox-compiler';
    import { runInSandbox } from '@nodetool-ai/sandbox-core';
    const exported = Object.keys(await import(${JSON.stringify(name)})).length;
    const { catalog, packs } = await compilePacks({ cwd: process.cwd() });
    const wanted = ${JSON.stringify(importsOf(row.code).map((specifier) => ({ specifier })))};
    const { result, error } = await runInSandbox({
      code: ${JSON.stringify(row.code)},
      modules: catalog.resolveForExecution(wanted),
      hostModules: hostModuleSources(packs),
      timeoutMs: 90_000,
    });
    console.log(JSON.stringify({ exported, error, result }));
  `;
}
