/**
 * Runs the table in the pages of one browser, and gives each row a test of its own on each host.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { type BrowserName, browserPath, buildPage, servePage, startBrowser } from '@nodetool-ai/tooling-hosts';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOSTS, rowsFor } from './hosts.js';
import { answerProgram } from './http.js';
import type { RowReport } from './page/main.js';
import type { Host } from './row.js';
import { TABLE } from './table.js';

type PageHost = Exclude<Host, 'node-inline' | 'node-worker'>;

/** Whether the page of each host is served with the headers that give it shared memory. */
const ISOLATED: Readonly<Record<PageHost, boolean>> = {
  'page-inline': false,
  'page-worker': true,
  'page-worker-unshared': false,
};

/** Longest time for the whole table on all hosts of a browser. */
const TABLE_MS = 240_000;

type Reports = Map<string, RowReport[]>;

/** Defines the tests of one browser. Without it one test is skipped, by name. */
export function describePages(name: BrowserName): void {
  if (browserPath(name) === undefined) {
    it.skip(`every row has its outcome in a page of ${name}, which is not on this machine`, () => undefined);
    return;
  }
  const hosts = Object.keys(ISOLATED) as PageHost[];
  const groups = Object.keys(TABLE);
  const reports = new Map<PageHost, Reports>(hosts.map((host) => [host, new Map()]));
  const failures = new Map<PageHost, unknown>();

  beforeAll(async () => {
    const page = await buildPage(fileURLToPath(new URL('page/', import.meta.url)));
    const browser = await startBrowser(name);
    try {
      // One after another: a page in the background is given less time.
      for (const host of hosts) {
        await runTable(browser, page.folder, host, reports.get(host) as Reports).catch((error: unknown) => {
          failures.set(host, error);
        });
      }
    } finally {
      await browser.close();
      await page.remove();
    }
  }, TABLE_MS);

  describe.each(hosts)(`a run in ${name}, %s`, (host) => {
    it(`has a whole table: ${HOSTS[host]}`, () => {
      expect(failures.get(host)).toBeUndefined();
      expect([...(reports.get(host) as Reports).keys()]).toEqual(groups);
    });

    describe.each(groups)('%s', (group) => {
      const rows = rowsFor(host, group).map((row, index) => ({ name: row.name, index }));
      it.each(rows)('$name', ({ name: rowName, index }) => {
        const report = reports.get(host)?.get(group)?.[index];
        expect(report?.name, 'the page did not come to this row').toBe(rowName);
        expect(report?.problem).toBeUndefined();
      });
    });
  });
}

async function runTable(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  folder: string,
  host: PageHost,
  reports: Reports,
): Promise<void> {
  const server = await servePage(folder, { isolated: ISOLATED[host], answer: answerProgram });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.origin);
    await tab.waitForFunction('"runRows" in globalThis');
    expect(await tab.evaluate('globalThis.crossOriginIsolated')).toBe(ISOLATED[host]);
    for (const group of Object.keys(TABLE)) {
      const call = `runRows(${JSON.stringify(host)}, ${JSON.stringify(group)})`;
      reports.set(group, (await tab.evaluate(call)) as RowReport[]);
    }
    await tab.close();
  } finally {
    await server.close();
  }
}
