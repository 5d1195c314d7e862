import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type App, makeApp, ownPack } from './in-process.js';

const skill = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: Says what it says.\n---\n\nSpecifier: \`${name}\`.\n\n${body}`;

/** A pack over a library of its own, installed in an application. */
function addPack(app: App, name: string, library: string): void {
  const pack = `node_modules/pack-${name}`;
  const sandboxModules = [{ name: '.', kind: 'js', npm: name }];
  app.write(`${pack}/package.json`, {
    name: `pack-${name}`,
    version: '1.0.0',
    license: 'ISC',
    dependencies: { [name]: '2.0.0' },
    nodetool: { sandboxModules },
  });
  app.write(`${pack}/SKILL.md`, skill(`pack-${name}`, 'Nothing to say.\n'));
  app.write(`node_modules/${name}/package.json`, {
    name,
    version: '2.0.0',
    license: 'MIT',
    type: 'module',
    main: 'index.js',
  });
  app.write(`node_modules/${name}/index.js`, library);
  app.write(`node_modules/${name}/LICENSE`, `You may use ${name}.`);
}

/** Three packs: one is right, one has a remark, one cannot be used. */
function threePacks(): App {
  const app = makeApp();
  addPack(app, 'good', 'export const one = 1;\n');
  addPack(app, 'odd', 'export const when = () => Intl;\n');
  addPack(app, 'bad', 'export const one = 1;\nexport const home = () => process.env;\n');
  return app;
}

describe('packs compile', () => {
  it('prints one line per module, warnings with their place, and how many', async () => {
    const app = threePacks();
    const { status, stdout, stderr } = await app.run(['packs', 'compile']);
    expect(status).toBe(1);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^skip pack-bad ← bad — npm-module-forbidden-global: .*process at bad\/index\.js:2:27 \(use .+\)\.$/,
    );
    expect(lines[1]).toMatch(/^ok {3}pack-good ← good — \d+ bytes$/);
    expect(lines[2]).toMatch(/^ok {3}pack-odd ← odd — \d+ bytes$/);
    expect(lines[3]).toMatch(/^warn pack-odd ← odd — "Intl" is not in a guest.* \(odd\/index\.js:1:27\)$/);
    expect(lines.slice(4)).toEqual(['2 compiled, 1 skipped.']);
  });

  it('finds all in the cache the second time, and compiles one again when one source is touched', async () => {
    const app = threePacks();
    await app.run(['packs', 'compile']);
    const compiled = async (...more: string[]) => {
      const { stdout } = await app.run(['packs', 'compile', '--json', ...more]);
      return (JSON.parse(stdout) as { compiled: { specifier: string; cached: boolean }[] }).compiled;
    };
    expect((await compiled()).map(({ cached }) => cached)).toEqual([true, true, true]);
    expect((await app.run(['packs', 'compile'])).stdout).toMatch(/^ok {3}pack-good ← good — \d+ bytes \(cached\)$/m);
    appendFileSync(join(app.dir, 'node_modules/good/index.js'), '// touched\n');
    const fresh = (await compiled()).filter(({ cached }) => !cached);
    expect(fresh.map(({ specifier }) => specifier)).toEqual(['pack-good']);
    expect((await compiled('--force')).some(({ cached }) => cached)).toBe(false);
  });

  it('prints one document with --json and nothing else', async () => {
    const { status, stdout, stderr } = await threePacks().run(['packs', 'compile', '--json'], true);
    expect(status).toBe(1);
    expect(stderr).toBe('');
    const { compiled, diagnostics } = JSON.parse(stdout);
    expect(compiled[0]).toEqual({
      packName: 'pack-bad',
      specifier: 'pack-bad',
      npm: 'bad',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      cached: false,
      bytes: 0,
      outcome: expect.objectContaining({ status: 'skipped', at: { file: 'bad/index.js', line: 2, column: 27 } }),
    });
    expect(diagnostics.map(({ code }: { code: string }) => code)).toContain('npm-module-compiled');
  });

  it('compiles one module alone, and looks in other places when it is told to', async () => {
    const app = threePacks();
    const one = await app.run(['packs', 'compile', '--only', 'pack-good', '--concurrency', '8']);
    expect(one).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n1 compiled, 0 skipped\.\n$/) });
    app.write('here/readme.txt', '');
    app.write('there/readme.txt', '');
    const none = await app.run(['packs', 'compile', '--pack-search-path', 'there', '--pack-search-path', 'here']);
    expect(none).toMatchObject({ status: 0, stdout: 'No installed pack declares an npm module.\n' });
    const unknown = await app.run(['packs', 'compile', '--only', 'pack-godo']);
    expect(unknown).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('did you mean "pack-good"?'),
    });
  });

  it.each([
    ['nowhere', '--pack-search-path "nowhere" does not exist.'],
    ['', '--pack-search-path "" is not a folder.'],
    ['here/file.txt', '--pack-search-path "here/file.txt" is not a folder.'],
    ['here/file.txt/below', '--pack-search-path "here/file.txt/below" cannot be read (ENOTDIR).'],
  ])('refuses the search path %j', async (path, message) => {
    const app = threePacks();
    app.write('here/file.txt', '');
    const told = await app.run(['packs', 'compile', '--pack-search-path', 'here', '--pack-search-path', path]);
    expect(told).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: .+ \[USAGE\]\n {2}next: \S/),
    });
    expect(told.stderr).toContain(message);
  });

  it('draws a bar on a terminal', async () => {
    const { stdout, stderr } = await threePacks().run(['packs', 'compile'], true);
    expect(stderr).toMatch(/ 33 % .*pack-/);
    expect(stdout).toContain('2 compiled, 1 skipped.');
  });
});

describe('packs list', () => {
  it('shows what each module is made of and where it runs', async () => {
    const app = threePacks();
    const before = await app.run(['packs', 'list']);
    expect(before.stdout).toMatch(/^pack-good +js +good@2\.0\.0 +MIT +guest, page +pending$/m);
    expect(before.stderr).toContain('nodetool packs compile');
    await app.run(['packs', 'compile']);
    const { status, stdout, stderr } = await app.run(['packs', 'list']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^specifier +kind +library +licences +bytes +digest +runs in +state$/m);
    expect(stdout).toMatch(/^pack-good +js +good@2\.0\.0 +MIT +\d+ +[0-9a-f]{12} +guest, page +ready$/m);
    expect(stdout).toMatch(/^pack-bad +js +bad@2\.0\.0 .*skipped$/m);
    expect(stderr).toMatch(/^skip pack-bad: .*process/);
  });

  it('prints licences with their texts', async () => {
    const app = threePacks();
    const { stdout } = await app.run(['packs', 'list', '--licenses']);
    expect(stdout).toContain('good@2.0.0 — MIT\nin pack-good\n\nYou may use good.\n');
    const json = JSON.parse((await app.run(['packs', 'list', '--licenses', '--json'])).stdout);
    expect(json.modules[1].licenses).toEqual([
      { name: 'good', version: '2.0.0', license: 'MIT', text: 'You may use good.' },
    ]);
  });
});

describe('packs docs', () => {
  it('prints the page of a pack, or the section of a module', async () => {
    const app = makeApp();
    const body = '## `words`\n\nAll words.\n\n## `words/loud`\n\nWords in capitals.\n';
    app.write('node_modules/words/SKILL.md', skill('words', body));
    app.write('node_modules/words/index.js', 'export const word = "word";');
    app.write('node_modules/words/package.json', {
      name: 'words',
      nodetool: {
        sandboxModules: ['.', 'loud', 'quiet'].map((name) => ({ name, kind: 'js', file: 'index.js' })),
      },
    });
    expect(await app.run(['packs', 'docs', 'words/loud'])).toEqual({
      status: 0,
      stdout: 'Words in capitals.\n',
      stderr: '',
    });
    expect((await app.run(['packs', 'docs', 'words/quiet'])).stdout).toBe(`Specifier: \`words\`.\n\n${body}`);
    const unknown = await app.run(['packs', 'docs', 'js-yaml']);
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toContain('npm install @nodetool-ai/sandbox-yaml');
  });
});

describe('packs of this project', () => {
  const withZip = (): App => {
    const app = makeApp();
    app.link('node_modules/@nodetool-ai/sandbox-zip', ownPack('zip'));
    app.link('node_modules/@nodetool-ai/sandbox-ocr', ownPack('ocr'));
    return app;
  };

  it('have a short name in packs docs, when they are installed', async () => {
    const whole = await withZip().run(['packs', 'docs', '@nodetool-ai/sandbox-zip']);
    expect(whole).toMatchObject({ status: 0, stdout: expect.stringContaining('## unzip(') });
    expect(await withZip().run(['packs', 'docs', 'zip'])).toEqual(whole);
    const missing = await withZip().run(['packs', 'docs', 'csv']);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
  });

  it('are listed with where they run', async () => {
    const { stdout } = await withZip().run(['packs', 'list']);
    expect(stdout).toMatch(/^@nodetool-ai\/sandbox-zip .* host, page +ready$/m);
    expect(stdout).toMatch(/^@nodetool-ai\/sandbox-ocr .* host, page with assets +ready$/m);
  });
});

describe('packs cache clean', () => {
  it('removes what is old enough', async () => {
    const app = threePacks();
    await app.run(['packs', 'compile']);
    expect((await app.run(['packs', 'cache', 'clean', '--older-than', '30d'])).stdout).toBe('0 files removed.\n');
    expect((await app.run(['packs', 'cache', 'clean'])).stdout).toBe('6 files removed.\n');
    expect(readdirSync(join(app.dir, '../cache/sandbox-modules'))).toEqual(['index']);
    expect((await app.run(['packs', 'compile'])).stdout).not.toContain('(cached)');
  });
});

describe('usage of packs', () => {
  it.each([
    [['packs', 'compile', '--concurrency', '9']],
    [['packs', 'compile', '--concurrency', '0.5']],
    [['packs', 'cache', 'clean', '--older-than', '30']],
    [['packs', 'cache', 'clean', '--older-than', '0d']],
    [['packs', 'docs']],
    [['packs', 'check']],
    [['packs', 'check', 'no-such-folder']],
    [['packs', 'new']],
    [['packs', 'new', '../out']],
    [['packs', 'new', '@me/a/b']],
    [['packs', 'new', 'Loud']],
    [['packs', 'new', 'words', '--kind', 'magic']],
    [['packs', 'list', '--nope']],
  ])('%j ends with status 2 and says what to do', async (args) => {
    const { status, stdout, stderr } = await makeApp().run(args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: .+ \[USAGE\]\n {2}next: \S/);
  });
});
