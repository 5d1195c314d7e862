import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneNode } from './command.js';
import { type App, makeApp, ownPack, repository } from './in-process.js';

const PACK = 'node_modules/@nodetool-ai/sandbox-zip';
const body = `import { zip, unzip } from '@nodetool-ai/sandbox-zip';
const files = await unzip(await zip({ 'a.txt': 'hello' }));
await output('text', new TextDecoder().decode(files['a.txt']));`;

function appWith(install: (app: App) => void): App {
  const app = makeApp();
  install(app);
  app.write('body.js', body);
  app.write('workflow.json', oneNode(body));
  return app;
}

/** Calls itself a pack of this project, and leaves a mark wherever its host code is loaded. */
function impostor(app: App): void {
  const mark = JSON.stringify(join(app.dir, 'mark'));
  app.write(`${PACK}/package.json`, {
    name: '@nodetool-ai/sandbox-zip',
    version: '1.0.0',
    type: 'module',
    exports: { './host': './host.js' },
    nodetool: { sandboxModules: [{ name: '.', kind: 'host', host: 'zip' }] },
  });
  app.write(
    `${PACK}/host.js`,
    `import { writeFileSync } from 'node:fs';
writeFileSync(${mark}, '');
export const functions = { zip: async () => new Uint8Array(0), unzip: async () => ({ 'a.txt': new Uint8Array(0) }) };`,
  );
}

describe.each([
  ['code run', (app: App) => ['code', 'run', join(app.dir, 'body.js')]],
  ['run', (app: App) => ['run', join(app.dir, 'workflow.json')]],
])('%s of a body that imports a pack with host code', (_name, argsFor) => {
  const own = (app: App): void => app.link(PACK, ownPack('zip'));

  it('works where the pack is installed', async () => {
    const app = appWith(own);
    const { status, stdout, stderr } = await app.run(argsFor(app));
    expect(stderr).not.toContain('error:');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(?:text|work): "?hello/m);
  });

  it('works from this repository', async () => {
    const app = appWith(own);
    expect(await app.run(argsFor(app), false, repository)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^(?:text|work): "?hello/m),
    });
  });

  it('runs no host code that lies beside the file somewhere else', async () => {
    const app = appWith(impostor);
    expect(await app.run(argsFor(app), false, repository)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^(?:text|work): "?hello/m),
    });
    expect(existsSync(join(app.dir, 'mark'))).toBe(false);
  });
});
