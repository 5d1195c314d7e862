/**
 * The packages as they would be published: packed, installed with npm in a project of its own, and used there.
 * It needs a registry, so it runs where it is asked for: `PACKED=1`, or `REQUIRE_ALL=1`.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath, buildPage, servePage, startBrowser } from '@nodetool-ai/tooling-hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsOf } from '../../packages/sandbox-core/test/readme-programs.js';
import { publishedFolders } from '../scripts/workspace.mjs';
import { bytesBelow, type Consumer, createConsumer, filesBelow } from './consumer.js';
import { type PackedPackage, packAll, root } from './pack.js';

const asked = process.env['REQUIRE_ALL'] === '1' || process.env['PACKED'] === '1';
const CORE = '@nodetool-ai/sandbox-core';

/** Largest tarball, in kB: about 1.4 times what each has. */
const MAX_TARBALL_KB: Record<string, number> = {
  '@nodetool-ai/sandbox-core': 2000, // engine 0.25 MB, prepared guest 0.34 MB, code, and maps with the sources in them
  '@nodetool-ai/sandbox-compiler': 150,
  '@nodetool-ai/workflow-runner': 110,
  '@nodetool-ai/cli': 100,
  '@nodetool-ai/protocol': 55,
  '@nodetool-ai/code-nodes': 45,
  '@nodetool-ai/sandbox-pack-kit': 110,
  '@nodetool-ai/sandbox-fabric': 65,
  '@nodetool-ai/sandbox-tfjs': 90,
};
/** Largest tarball of a pack that is not named above, in kB. */
const MAX_PACK_KB = 45;
/** The core and all it depends on, unpacked: 14 MB, of which 6 MB are zod. */
const MAX_INSTALLED_MB = 18;

/** What may lie at the top of a package. */
const TOP = new Set([
  'dist',
  'bin',
  'src',
  'templates',
  'generated',
  'assets.json',
  'locale.d.ts',
  'guest.d.ts',
  'package.json',
  'README.md',
  'SKILL.md',
  'LICENSE',
]);

/** Packages whose main entry loads in a page, so that its types must not need those of Node. */
const PAGE_PACKAGES = ['protocol', 'protocol/core', 'sandbox-core', 'code-nodes', 'workflow-runner'];

/** Pages that show a first program, beside those of the packs, whose first programs are bodies. */
const FIRST_PROGRAMS = ['protocol', 'sandbox-core', 'code-nodes', 'workflow-runner', 'sandbox-compiler', 'cli'];

describe.skipIf(!asked)(
  'the published packages (asked for by PACKED=1, or by REQUIRE_ALL=1)',
  { timeout: 300_000 },
  () => {
    let folder: string;
    let packed: PackedPackage[];
    let all: Consumer;
    let alone: Consumer;

    beforeAll(async () => {
      folder = mkdtempSync(join(realpathSync(tmpdir()), 'nodetool-packed-'));
      packed = await packAll(folder);
      const tarballs = (wanted: (name: string) => boolean) =>
        packed.filter(({ name }) => wanted(name)).map(({ tarball }) => tarball);
      const nodeTypes = JSON.parse(readFileSync(join(root, 'node_modules/@types/node/package.json'), 'utf8')).version;
      [all, alone] = await Promise.all([
        createConsumer(join(folder, 'all'), [...tarballs(() => true), `@types/node@${nodeTypes}`]),
        createConsumer(
          join(folder, 'alone'),
          tarballs((name) => name === CORE || name === '@nodetool-ai/protocol'),
        ),
      ]);
    }, 600_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

    /** What is wrong with any of the packages, one line each. */
    const faults = (of: (name: string, files: string[], source: PackedPackage) => string[]): string[] =>
      packed.flatMap((each) =>
        of(each.name, filesBelow(all.installed(each.name)), each).map((fault) => `${each.name}: ${fault}`),
      );

    describe('the tarballs', () => {
      it('hold code, types, licence and README, and nothing of tests or builds', () => {
        expect(packed).toHaveLength(publishedFolders(root).length);
        expect(
          faults((name, files) => {
            const named = (all.manifest(name).nodetool?.sandboxModules ?? []).map(({ file }) => file ?? '');
            const mayHaveSources = named.some((file) => file.startsWith('src/'));
            const strange = files.filter(
              (file) =>
                !TOP.has(file.split('/')[0] ?? '') ||
                // What new packs are made of has tests of its own.
                (!file.startsWith('templates/') &&
                  /\.tsbuildinfo$|\.(?:test|bench)\.|(?:^|\/)(?:tests?|testing|fixtures|node_modules|coverage)\//.test(
                    file,
                  )) ||
                (file.startsWith('src/') && !mayHaveSources),
            );
            const missing = ['LICENSE', 'README.md', 'package.json', ...named.filter(Boolean)].filter(
              (file) => !files.includes(file),
            );
            return [...strange, ...missing.map((file) => `has no ${file}`)];
          }),
        ).toEqual([]);
      });

      it('hold the engine, its licence and the prepared guest', () => {
        const files = filesBelow(all.installed(CORE));
        expect(files).toEqual(expect.arrayContaining(['dist/engine.wasm', 'dist/engine.LICENSE', 'dist/guest.image']));
      });

      it('hold nothing that an earlier build left behind', () => {
        const sourceOf = (file: string) => file.replace(/^dist\/(.*?)(?:\.d\.ts|\.js(?:\.map)?)$/, 'src/$1.ts');
        expect(
          faults((_, files, { folder: from }) =>
            files.filter((file) => /^dist\/.*\.(?:ts|js|map)$/.test(file) && !existsSync(join(from, sourceOf(file)))),
          ),
          'remove these files of dist, then pack again',
        ).toEqual([]);
      });

      it('name no path of the machine they were built on', () => {
        const own = [`${root}packages/`, `${root}node_modules/`, folder];
        expect(
          faults((name, files) =>
            files.filter((file) => {
              const text = readFileSync(join(all.installed(name), file), 'latin1');
              return own.some((path) => text.includes(path));
            }),
          ),
        ).toEqual([]);
      });

      it('have maps that carry the sources they lead to', () => {
        expect(
          faults((name, files) =>
            files
              .filter((file) => file.endsWith('.map'))
              .filter((file) => {
                const map = JSON.parse(readFileSync(join(all.installed(name), file), 'utf8'));
                return map.sourcesContent?.length !== map.sources.length;
              }),
          ),
        ).toEqual([]);
      });

      it('stay small', () => {
        const sizes = packed.map(({ name, tarballBytes }) => [name, Math.round(tarballBytes / 1000)] as const);
        console.log(sizes.map(([name, kb]) => `${name} ${kb} kB`).join(', '));
        for (const [name, kb] of sizes) expect(kb, name).toBeLessThan(MAX_TARBALL_KB[name] ?? MAX_PACK_KB);
      });
    });

    describe('the manifests', () => {
      it('depend on exact versions, and on each other as packed', () => {
        const versions = new Map(packed.map(({ name }) => [name, all.manifest(name).version]));
        expect(
          faults((name) =>
            Object.entries(all.manifest(name).dependencies ?? {})
              .filter(([other, range]) => !/^\d+\.\d+\.\d+/.test(range) || range !== (versions.get(other) ?? range))
              .map(([other, range]) => `${other} is "${range}"`),
          ),
        ).toEqual([]);
      });

      it('keep words of the workspace and scripts to themselves', () => {
        expect(
          faults((name) => [
            ...(readFileSync(join(all.installed(name), 'package.json'), 'utf8').match(/(?:workspace|catalog):[^"]*/g) ??
              []),
            ...Object.keys(all.manifest(name).scripts ?? {}),
          ]),
        ).toEqual([]);
      });

      it('export only what is there', () => {
        expect(
          faults((name, files) =>
            Object.values(all.manifest(name).exports)
              .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
              .filter((target) => !files.includes(target.replace('./', ''))),
          ),
        ).toEqual([]);
      });
    });

    describe('installed with npm', () => {
      it('import in plain Node by every exported name', async () => {
        const names = packed.flatMap(({ name }) =>
          Object.keys(all.manifest(name).exports)
            .filter((entry) => !`${name}${entry.slice(1)}`.endsWith('sandbox-core/guest')) // types alone
            .map((entry) => name + entry.slice(1)),
        );
        expect(names.length).toBeGreaterThan(25);
        all.write(
          'imports.mjs',
          `for (const name of ${JSON.stringify(names)}) {
          const how = name.endsWith('.json') ? { with: { type: 'json' } } : {};
          const count = await import(name, how).then((found) => Object.keys(found).length, (error) => error.message);
          if (!(count > 0)) console.log(name, count);
        }`,
        );
        expect(await all.run('node', ['--no-warnings', 'imports.mjs'])).toEqual({ status: 0, stdout: '', stderr: '' });
      });

      it.each(FIRST_PROGRAMS)('run the first program of the README of %s as it is written', async (short) => {
        const readme = packed.find(({ name }) => name === `@nodetool-ai/${short}`)?.readme ?? '';
        const program = programsOf(readme).find(({ isBody }) => !isBody);
        all.write(`${short}.mjs`, program?.source ?? 'throw new Error("the README shows no program")');
        const { status, stdout, stderr } = await all.run('node', [`${short}.mjs`]);
        expect(status, stderr).toBe(0);
        for (const text of program?.said.values() ?? []) expect(`\n${stdout}`).toContain(`\n${text}\n`);
        // The command prints a table, of which its README says nothing; the packs it found are in it.
        if (short === 'cli') expect(stdout).toMatch(/sandbox-csv +host +papaparse/);
        else expect(program?.said.size).toBeGreaterThan(0);
      });

      it('run the command and the workflow of its README', async () => {
        const help = await all.run('npx', ['--no-install', 'nodetool', '--help']);
        expect(help.stdout).toContain('Usage: nodetool');
        expect(help.status, help.stderr).toBe(0);
        const readme = packed.find(({ name }) => name === '@nodetool-ai/cli')?.readme ?? '';
        all.write('workflow.json', /^```json\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? '');
        const run = await all.run('npx', ['--no-install', 'nodetool', 'run', 'workflow.json', '--param', 'n=21']);
        expect(run.stdout).toMatch(/^answer: 42$/m);
        expect(run.status, run.stderr).toBe(0);
      });

      it.each(['Bundler', 'NodeNext'])(
        'have types that compile strictly under moduleResolution %s',
        async (resolution) => {
          cpSync(new URL('app/use-types.ts', import.meta.url), join(all.folder, 'use-types.ts'));
          const page = PAGE_PACKAGES.map((name, index) => `export * as p${index} from '@nodetool-ai/${name}';`).join(
            '\n',
          );
          all.write('in-page.ts', page);
          const compilerOptions = {
            strict: true,
            exactOptionalPropertyTypes: true,
            noEmit: true,
            skipLibCheck: false,
            target: 'ES2022',
            module: resolution === 'Bundler' ? 'ESNext' : resolution,
            moduleResolution: resolution,
          };
          const check = (file: string, more: object) => {
            const name = `tsconfig.${file}.${resolution}.json`;
            all.write(name, JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, files: [file] }));
            return all.run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', name, '--pretty', 'false']);
          };
          const clean = { status: 0, stdout: '', stderr: '' };
          const guest = `${CORE}/guest`;
          expect(await check('use-types.ts', { lib: ['ES2023'], types: ['node'] })).toEqual(clean);
          expect(await check('in-page.ts', { lib: ['ES2023', 'DOM'], types: [] })).toEqual(clean);
          all.write('body.ts', 'export default async () => toHex(await crypto.digest("SHA-256", ""));');
          expect(await check('body.ts', { lib: ['ES2023'], types: [guest] })).toEqual(clean);
        },
      );
    });

    describe('the core alone', () => {
      it('brings no other package of the scope than the protocol, and little else', () => {
        expect(alone.scope()).toEqual(['protocol', 'sandbox-core']);
        const installedMb = bytesBelow(join(alone.folder, 'node_modules')) / 1e6;
        console.log(`sandbox-core alone: ${installedMb.toFixed(1)} MB installed`);
        expect(installedMb).toBeLessThan(MAX_INSTALLED_MB);
      });

      it('starts from the prepared guest, and without it in silence from the guest’s own code', async () => {
        alone.write(
          'answer.mjs',
          `import { runInSandbox } from '${CORE}';
        console.log((await runInSandbox({ code: 'return 6 * 7' })).result);`,
        );
        const files = async (label: string) => {
          const coverage = join(alone.folder, label);
          // Says which files were loaded, on every thread.
          const done = await alone.run('node', ['answer.mjs'], { NODE_V8_COVERAGE: coverage });
          expect(done).toEqual({ status: 0, stdout: '42\n', stderr: '' });
          return loadedFiles(coverage, `${CORE}/dist/`);
        };
        const image = join(alone.installed(CORE), 'dist/guest.image');
        const before = await files('with-image');
        rmSync(image);
        const after = await files('without-image');
        const preparing = ['engine/build-image.js', 'generated/guest-modules.js'];
        expect(before.size).toBeGreaterThan(20);
        expect([...after].filter((file) => !before.has(file)).sort()).toEqual(preparing);
      });
    });

    it.skipIf(browserPath('chromium') === undefined)('run in a page that Vite bundled (needs chromium)', async () => {
      cpSync(new URL('app/page', import.meta.url), join(all.folder, 'page'), { recursive: true });
      const built = await buildPage(join(all.folder, 'page'));
      const server = await servePage(built.folder, { isolated: true });
      const browser = await startBrowser('chromium');
      try {
        const scripts = filesBelow(built.folder).filter((file) => file.endsWith('.js'));
        expect(
          scripts.filter((file) => readFileSync(join(built.folder, file), 'utf8').includes('vite-browser-external')),
        ).toEqual([]);
        const tab = await browser.newPage();
        const fetched: string[] = [];
        const complaints: string[] = [];
        tab.on('response', (response) => void fetched.push(`${response.status()} ${response.url()}`));
        tab.on('console', (message) => void complaints.push(message.text()));
        await tab.goto(server.origin);
        await tab.waitForFunction('"runWorkflow" in globalThis');
        expect(await tab.evaluate(`runInSandbox({ code: 'return 6 * 7', execution: 'worker' })`)).toMatchObject({
          result: 42,
        });
        const code = 'await output("twice", inputs.n * 2)';
        const workflow = {
          nodes: [{ id: 'a', type: 'nodetool.code.Code', properties: { code }, dynamic_properties: { n: 4 } }],
          edges: [],
        };
        expect(await tab.evaluate(`runWorkflow(${JSON.stringify(workflow)})`)).toMatchObject({
          status: 'completed',
          outputs: { a: [8] },
        });
        const assets = fetched
          .filter((line) => /\.(?:wasm|image)$/.test(line))
          .map((line) => line.replace(/ .*\./, ' '));
        expect(assets.sort()).toEqual(['200 image', '200 wasm']);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
        await server.close();
        await built.remove();
      }
    });
  },
);

/** Files below `marker` that a run loaded, by what `NODE_V8_COVERAGE` wrote. */
function loadedFiles(coverage: string, marker: string): Set<string> {
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  return new Set(urls.flatMap((url) => url.split(marker)[1] ?? []));
}
