import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserPath, startBrowser } from '@nodetool-ai/tooling-hosts';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Flight {
  origin: string;
  destination: string;
  delay: number;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const flights = JSON.parse(readFileSync(at('../node_modules/vega-datasets/data/flights-2k.json'), 'utf8')) as Flight[];

/** Starts the page as its README says, on any free port; resolves with its address. */
function startPage(): { address: Promise<string>; stop(): void } {
  const child = spawn(process.execPath, [at('start.mjs'), '--port', '0'], { env: { ...process.env, NO_COLOR: '1' } });
  let said = '';
  const address = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/localhost:\d+\//.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`the page was not served:\n${said}`)));
  });
  return { address, stop: () => void child.kill() };
}

describe.skipIf(browserPath('chromium') === undefined)('the page (needs chromium)', () => {
  let page: ReturnType<typeof startPage>;
  let browser: Browser;
  let tab: Page;

  beforeAll(async () => {
    page = startPage();
    browser = await startBrowser('chromium');
    tab = await browser.newPage();
    await tab.goto(await page.address);
    await tab.waitForSelector('#sample option');
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    page?.stop();
  });

  const textOf = (selector: string) => tab.$eval(selector, (element) => element.textContent ?? '');
  const ended = () =>
    tab.waitForFunction(`!['ready', 'running'].includes(document.querySelector('#status').textContent)`);

  it('shows the rows of a program as a table', async () => {
    await tab.select('#sample', 'Busiest routes');
    await tab.click('#run');
    await ended();
    expect(await textOf('#status')).toBe('done');
    const cells = (await tab.$$eval('#result tbody tr:first-child td', (all) =>
      all.map((cell) => cell.textContent),
    )) as string[];
    const count = (route: string) =>
      flights.filter(({ origin, destination }) => `${origin} → ${destination}` === route).length;
    expect(Number(cells[1])).toBe(count(cells[0] as string));
    expect(Number(cells[1])).toBe(Math.max(...new Set(flights.map((f) => count(`${f.origin} → ${f.destination}`)))));
    const routes = new Set(flights.map(({ origin, destination }) => `${origin} ${destination}`)).size;
    expect(await textOf('#log')).toBe(`${routes} routes`);
  });

  it('shows any other result as JSON', async () => {
    await tab.select('#sample', 'Average delay');
    await tab.click('#run');
    await ended();
    const mean = flights.reduce((sum, { delay }) => sum + delay, 0) / flights.length;
    expect(JSON.parse(await textOf('#result'))).toEqual({
      flights: flights.length,
      mean: Math.round(mean * 10) / 10,
      worst: Math.max(...flights.map(({ delay }) => delay)),
    });
  });

  it('runs a program with two packs that the page fetches', async () => {
    await tab.select('#sample', 'Two packs');
    await tab.click('#run');
    await ended();
    expect(await textOf('#status')).toBe('done');
    const late = flights.filter(({ delay }) => delay >= 60);
    const lines = late.map(({ origin, destination, delay }) => `${origin},${destination},${delay}`);
    const { late: count, csv } = JSON.parse(await textOf('#result'));
    expect(count).toBe(late.length);
    expect(csv.split(/\r?\n/)).toEqual(['origin,destination,delay', ...lines]);
  });

  it('says that a pack is not there', async () => {
    await tab.$eval('#program', (area) => {
      (area as { value?: string }).value = 'import { x } from "@nodetool-ai/sandbox-yam"; return x';
    });
    await tab.click('#run');
    await ended();
    expect(await textOf('#status')).toBe('module-not-found');
    expect(await textOf('#result')).toContain('did you mean "@nodetool-ai/sandbox-yaml"?');
  });

  it('cancels an endless loop and says so, with what it had logged', async () => {
    await tab.select('#sample', 'Endless loop');
    await tab.click('#run');
    await tab.waitForFunction(`document.querySelector('#log').textContent !== ''`);
    expect(await textOf('#status')).toBe('running');
    await tab.click('#cancel');
    await ended();
    expect(await textOf('#status')).toBe('CANCELLED');
    expect(await textOf('#result')).toBe('Execution cancelled');
    expect(await textOf('#log')).toContain('press Cancel');
  });

  it('shows where a program failed, and what it tried to reach', async () => {
    await tab.select('#sample', 'Nothing to reach');
    await tab.click('#run');
    await ended();
    expect(await textOf('#status')).toBe('GUEST');
    expect(await textOf('#result')).toMatch(/localhost.*line 2, column \d+$/s);
    expect(await textOf('#log')).toBe('undefined undefined undefined');
  });
});
