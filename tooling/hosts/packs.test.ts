import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { compilePacks, createModuleRoute, type PackRoot } from '@nodetool-ai/sandbox-compiler';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf, ROAD_ROWS } from '../packs/road/index.js';
import { browserPath, buildHostCode, buildPage, serveModules, servePage, startBrowser } from './index.js';
import type { DeliveredOutcome, DeliveredProgram } from './page-packs/main.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folderOf = (id: string) => at(`../../packages/sandbox-packs/${id}`);
/** `@nodetool-ai/sandbox-dates/locale` → `dates` */
const packOf = (specifier: string) => /^@nodetool-ai\/sandbox-([a-z0-9]+)/.exec(specifier)?.[1] ?? '';

/** Programs of packs that run in a page: every guest pack, and host packs whose row does not say otherwise. */
const ROWS = ROAD_ROWS.filter(({ specifier }) => SANDBOX_HOST_MODULES[packOf(specifier)]?.page !== 'no');

/** One program of each pack, all fetched through the route, host code built with the `browser` condition. */
describe.skipIf(browserPath('chromium') === undefined)('every pack that runs in a page (needs chromium)', () => {
  const closing: (() => Promise<void>)[] = [];
  let browser: Browser;
  let tab: Page;
  let hostUrls: Record<string, string>;

  beforeAll(async () => {
    const ids = [...new Set(ROWS.map(({ specifier }) => packOf(specifier)))];
    const roots: PackRoot[] = ids.map((id) => ({
      dir: folderOf(id),
      kind: 'workspace',
      trusted: true,
      single: true,
    }));
    const { catalog } = await compilePacks({ roots });
    const page = await buildPage(at('page-packs/'));
    closing.push(page.remove);
    const built = ids.filter((id) => id in SANDBOX_HOST_MODULES && existsSync(`${folderOf(id)}/dist/host.js`));
    const hostCode = await buildHostCode(new Map(built.map((id) => [id, folderOf(id)])));
    closing.push(hostCode.remove);
    const answer = serveModules(createModuleRoute(catalog));
    const server = await servePage(page.folder, { isolated: true, answer });
    const hostServer = await servePage(hostCode.folder, { isolated: true, crossOrigin: true });
    closing.push(server.close, hostServer.close);
    hostUrls = Object.fromEntries(built.map((id) => [id, `${hostServer.origin}/${id}.js`]));
    browser = await startBrowser('chromium');
    tab = await browser.newPage();
    await tab.goto(server.origin);
    await tab.waitForFunction('"runDelivered" in globalThis');
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    for (const close of closing.reverse()) await close();
  });

  it.each(ROWS.map((row) => [row.specifier, row] as const))('%s', { timeout: 120_000 }, async (_specifier, row) => {
    const program: DeliveredProgram = { code: row.code, specifiers: importsOf(row.code), hostUrls };
    const outcome = (await tab.evaluate(`runDelivered(${JSON.stringify(program)})`)) as DeliveredOutcome;
    expect(outcome).toEqual({ status: 'returned', result: row.result });
  });
});
