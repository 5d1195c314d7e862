import { fileURLToPath } from 'node:url';
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { compilePacks, createModuleRoute } from '@nodetool-ai/sandbox-compiler';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowserName,
  type BuiltPage,
  browserPath,
  buildHostCode,
  buildPage,
  type ChangeAnswer,
  serveModules,
  servePage,
  startBrowser,
} from './index.js';
import type { DeliveredOutcome, DeliveredProgram } from './page-packs/main.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packFolder = (name: string) => at(`../../packages/sandbox-packs/${name}`);
const pack = (name: string) => `@nodetool-ai/sandbox-${name}`;
const PACKS = ['yaml', 'csv', 'dates', 'markdown', 'dsl'];

const CODE = `
  import yaml from '${pack('yaml')}';
  import { parse } from '${pack('csv')}';
  import { addMonths, format, parseISO } from '${pack('dates')}';
  import { marked } from '${pack('markdown')}';
  const { rows } = yaml.load('rows: |\\n  day,text\\n  2024-01-31,*a*\\n');
  const [row] = await parse(rows, { header: true });
  return [format(addMonths(parseISO(row.day), 1), 'yyyy-MM-dd'), marked.parse(row.text)];
`;
const EXPECTED = { status: 'returned', result: ['2024-02-29', '<p><em>a</em></p>\n'] };
const IMPORTED = ['yaml', 'csv', 'dates', 'markdown'].map(pack);

let catalog: SandboxModuleCatalog;
let page: BuiltPage;
let hostCode: BuiltPage;
beforeAll(async () => {
  const roots = PACKS.map((name) => ({
    dir: packFolder(name),
    kind: 'workspace' as const,
    trusted: true,
    single: true,
  }));
  ({ catalog } = await compilePacks({ roots }));
  page = await buildPage(at('page-packs/'));
  hostCode = await buildHostCode(new Map([['csv', packFolder('csv')]]));
}, 180_000);
afterAll(async () => {
  await page?.remove();
  await hostCode?.remove();
});

describe.each<BrowserName>(['chromium', 'firefox'])('packs in a page of %s', (name) => {
  describe.skipIf(browserPath(name) === undefined)('that fetches them', () => {
    let browser: Browser;
    const closing: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      browser = await startBrowser(name);
    });
    afterAll(async () => {
      await browser?.close();
      for (const close of closing) await close();
    });

    /** Opens the page anew, and runs a program in it; `change` may spoil what the server of the modules answers. */
    async function run(program: DeliveredProgram, change?: ChangeAnswer): Promise<DeliveredOutcome> {
      const asked: string[] = [];
      const route = createModuleRoute(catalog);
      const answer = serveModules((request) => {
        asked.push(new URL(request.url).pathname);
        return route(request);
      }, change);
      const server = await servePage(page.folder, { isolated: true, answer });
      closing.push(server.close);
      const tab = await browser.newPage();
      await tab.goto(server.origin);
      await tab.waitForFunction('"runDelivered" in globalThis');
      const outcome = (await tab.evaluate(`runDelivered(${JSON.stringify(program)})`)) as DeliveredOutcome;
      await tab.close();
      return outcome;
    }

    it('runs guest packs and a host pack together, its functions in the bundle of the page', async () => {
      expect(await run({ code: CODE, specifiers: IMPORTED })).toEqual(EXPECTED);
    });

    it('runs a host pack in a worker, from the address of its built code', async () => {
      const server = await servePage(hostCode.folder, { isolated: true, crossOrigin: true });
      closing.push(server.close);
      const hostUrls = { csv: `${server.origin}/csv.js` };
      expect(await run({ code: CODE, specifiers: IMPORTED, hostUrls })).toEqual(EXPECTED);
    });

    it('runs a pack of several files', async () => {
      const code = `import { workflow, text } from '${pack('dsl')}'; import { string } from '${pack('dsl')}/nodetool.constant';
        return workflow(text.concat({ a: string({ value: 'x' }).output() })).nodes.map((node) => node.id)`;
      expect(await run({ code, specifiers: [pack('dsl'), `${pack('dsl')}/nodetool.constant`] })).toEqual({
        status: 'returned',
        result: ['string', 'concat'],
      });
    });

    const spoil = (
      change: (body: Uint8Array<ArrayBuffer>, headers: Headers) => Uint8Array<ArrayBuffer>,
    ): ChangeAnswer => {
      return async (path, answer) => {
        if (!path.includes('sandbox-yaml')) return answer;
        const headers = new Headers(answer.headers);
        const body = change(new Uint8Array(await answer.arrayBuffer()), headers);
        headers.delete('content-length');
        return new Response(body, { status: answer.status, headers });
      };
    };

    it.each<[string, string, ChangeAnswer]>([
      [
        'a body with one bit changed',
        'content-digest-mismatch',
        spoil((body) => {
          body[1000] = (body[1000] ?? 0) ^ 1;
          return body;
        }),
      ],
      ['a body that ends early', 'content-digest-mismatch', spoil((body) => body.slice(0, -1))],
      [
        'a closure of two versions',
        'version-mismatch',
        spoil((body, headers) => {
          headers.set('X-Content-Digest', 'f'.repeat(64));
          return body;
        }),
      ],
    ])('refuses %s', async (_what, code, change) => {
      expect(await run({ code: CODE, specifiers: IMPORTED }, change)).toMatchObject({ status: 'refused', code });
    });
  });
});
