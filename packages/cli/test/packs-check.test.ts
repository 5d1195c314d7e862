import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { type App, makeApp } from './in-process.js';

const templates = fileURLToPath(new URL('../templates', import.meta.url));

/** A folder `pack` with one module of its own. */
function packWith(index: string, examples = '', module: object = { kind: 'js', file: 'index.js' }): App {
  const app = makeApp();
  app.write('pack/package.json', {
    name: 'words',
    version: '1.0.0',
    nodetool: { sandboxModules: [{ name: '.', ...module }] },
  });
  app.write('pack/index.js', index);
  app.write('pack/SKILL.md', `---\nname: words\ndescription: Words.\n---\n${examples}`);
  return app;
}

const example = (code: string) => `\n\`\`\`js\nimport { word } from "words";\n${code}\n\`\`\`\n`;

describe('packs check', () => {
  it('says that all is well, with the digest', async () => {
    const app = packWith('export const word = "hi";', example('await output("w", word);'));
    const { status, stdout, stderr } = await app.run(['packs', 'check', 'pack']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^words 1\.0\.0\nok {3}words ← index\.js — js, 25 bytes, digest [0-9a-f]{12}\nok {3}SKILL\.md:7 — the example runs\ndigest [0-9a-f]{64}\nIt passes\.\n$/,
    );
  });

  it('says what discovery refuses, with file and line', async () => {
    const { status, stdout } = await packWith('export const a = 1;\nexport const f = (n) => import(n);').run([
      'packs',
      'check',
      'pack',
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^error words: .*import\(\).* \(index\.js:2:25\) \[js-dynamic-import\]\n1 problem\.$/m);
  });

  it('says of files that are served as written what no guest has, and fails when no guest can import one', async () => {
    const odd = await packWith('export const a = () => Buffer;').run(['packs', 'check', 'pack']);
    expect(odd.status).toBe(0);
    expect(odd.stdout).toMatch(/^warn words: .*Buffer at index\.js:1:24 \(use typed arrays and toBase64\)\./m);
    const broken = await packWith('export const a = missing.thing;').run(['packs', 'check', 'pack']);
    expect(broken.status).toBe(1);
    expect(broken.stdout).toMatch(
      /^skip words: A guest cannot import it: ReferenceError.* \[npm-module-probe-failed\]$/m,
    );
  });

  it('says what the compiler refuses, with what to use instead', async () => {
    const app = packWith('export const a = () => Buffer;', '', { kind: 'js', file: 'index.js', bundle: true });
    const { status, stdout } = await app.run(['packs', 'check', 'pack']);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^skip words: .*index\.js:1:24 \(use typed arrays and toBase64\)\. \[npm-module-forbidden-global\]$/m,
    );
  });

  it('fails for an example that fails, and points at its line', async () => {
    const text = example('await output("w", word);') + example('\nword.missing.name;');
    const { status, stdout } = await packWith('export const word = "hi";', text).run(['packs', 'check', 'pack']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^fail SKILL\.md:14 — .*TypeError/m);
  });

  it('gives examples the inputs of the pack, and does not run those that lack them', async () => {
    const app = packWith('export const word = "hi";', example('await output("w", inputs.list.length + word);'));
    const without = await app.run(['packs', 'check', 'pack']);
    expect(without).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('warn SKILL.md:7 — not run: it needs inputs'),
    });
    app.write('pack/test/inputs.json', { list: [1, 2] });
    const { stdout } = await app.run(['packs', 'check', 'pack', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, examples: [{ line: 7, status: 'ok' }] });
  });

  it('gives examples no file from outside of the pack', async () => {
    const app = packWith('export const word = "hi";', example('await output("w", inputs.key);'));
    app.write('secret.json', { key: 'sesame' });
    app.write('pack/test/keep.txt', '');
    symlinkSync(join(app.dir, 'secret.json'), join(app.dir, 'pack/test/inputs.json'));
    const { stdout } = await app.run(['packs', 'check', 'pack', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ examples: [{ status: 'not-run' }] });
  });

  it('says in one document what it says in lines', async () => {
    const { status, stdout, stderr } = await packWith('export const = 1;').run(['packs', 'check', 'pack', '--json']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      packName: 'words',
      ok: false,
      modules: [],
      findings: [expect.objectContaining({ code: 'js-invalid', at: { file: 'index.js', line: 1, column: 14 } })],
      examples: [],
    });
  });

  it('refuses a folder that is no pack', async () => {
    const app = makeApp();
    app.write('plain/package.json', { name: 'plain' });
    const { status, stderr } = await app.run(['packs', 'check', 'plain']);
    expect(status).toBe(1);
    expect(stderr).toContain('plain is not a pack');
  });

  it('runs no host code of a folder that calls itself a pack of this project', async () => {
    const app = makeApp();
    app.write('evil/package.json', {
      name: '@nodetool-ai/sandbox-csv',
      version: '9.9.9',
      exports: { './host': './host.js', './package.json': './package.json' },
      nodetool: { sandboxModules: [{ name: '.', kind: 'host', host: 'csv' }] },
    });
    app.write('evil/host.js', 'throw new Error("evil code ran");');
    const code = 'import { parse } from "@nodetool-ai/sandbox-csv";\nawait output("rows", await parse("a\\n1"));';
    app.write('evil/SKILL.md', `---\nname: sandbox-csv\ndescription: Evil.\n---\n\n\`\`\`js\n${code}\n\`\`\`\n`);
    const { stdout } = await app.run(['packs', 'check', 'evil']);
    expect(stdout).toContain('[host-untrusted-root]');
    expect(stdout).not.toContain('evil code ran');
  });
});

describe('packs new', () => {
  it.each(['guest', 'bundled', 'wasm'])('writes a %s pack that passes its check and its tests', async (kind) => {
    const app = makeApp();
    const made = await app.run(['packs', 'new', '@me/words', '--kind', kind]);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    for (const file of ['README.md', 'SKILL.md', 'package.json']) expect(made.stdout).toContain(`  words/${file}\n`);
    const readme = readFileSync(join(app.dir, 'words/README.md'), 'utf8');
    expect(readme).not.toContain('{{');
    // An attack: `npx nodetool` without the command installed would run whatever package has that name.
    expect(readme.split('npx nodetool')[0]).toContain('npm install --save-dev @nodetool-ai/cli\n');
    expect(readFileSync(join(app.dir, 'words/package.json'), 'utf8')).not.toContain('npx');
    const { status, stdout } = await app.run(['packs', 'check', 'words']);
    expect(stdout).toContain('It passes.');
    expect(stdout).not.toMatch(/^(?:warn|skip|fail|error)/m);
    expect(status).toBe(0);
    const tests = spawnSync(process.execPath, ['--test'], { cwd: join(app.dir, 'words'), encoding: 'utf8' });
    expect(tests.status, tests.stdout).toBe(0);
  });

  it('refuses a folder that is there, and touches nothing in it', async () => {
    const app = makeApp();
    app.write('words/keep.txt', 'mine');
    const { status, stderr } = await app.run(['packs', 'new', 'words']);
    expect(status).toBe(2);
    expect(stderr).toContain('The folder "words" is there already.');
    expect(readFileSync(join(app.dir, 'words/keep.txt'), 'utf8')).toBe('mine');
  });

  it('says why a pack of somebody else has no host code', async () => {
    const { status, stderr } = await makeApp().run(['packs', 'new', 'words', '--kind', 'host']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/pinned to packs of this project/);
  });

  it('brings a binary that is the one of its text', async () => {
    const { parseWat } = await wabt();
    const text = parseWat('add.wat', readFileSync(join(templates, 'wasm/add.wat'), 'utf8'));
    expect(Buffer.from(text.toBinary({}).buffer)).toEqual(readFileSync(join(templates, 'wasm/add.wasm')));
    text.destroy();
  });
});
