import { fileURLToPath } from 'node:url';
import type { RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltPage, browserPath, buildPage, type ServeOptions, servePage, startBrowser } from './index.js';

describe.skipIf(browserPath('chromium') === undefined)('a page (needs chromium)', () => {
  let built: BuiltPage;
  let browser: Browser;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    built = await buildPage(fileURLToPath(new URL('page/', import.meta.url)));
    browser = await startBrowser('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    for (const close of closing) await close();
    await built?.remove();
  });

  /** Opens the page; `prepare` comes before anything of it is loaded. */
  async function open(served: ServeOptions, prepare?: (tab: Page) => Promise<unknown>): Promise<Page> {
    const server = await servePage(built.folder, served);
    closing.push(server.close);
    const tab = await browser.newPage();
    await prepare?.(tab);
    await tab.goto(server.origin);
    await tab.waitForFunction('"runInSandbox" in globalThis');
    return tab;
  }

  const run = (tab: Page, options: RunSandboxOptions) =>
    tab.evaluate(`runInSandbox(${JSON.stringify(options)})`) as Promise<RunSandboxResult>;

  /** Answers the request for the engine in place of the server. */
  const insteadOfEngine = (answer: (request: HTTPRequest) => Promise<void>) => async (tab: Page) => {
    await tab.setRequestInterception(true);
    tab.on('request', (request) => void (request.url().endsWith('.wasm') ? answer(request) : request.continue()));
  };

  describe.each([true, false])('that is cross-origin isolated: %s', (isolated) => {
    it('runs a program in a worker of its own and stays responsive', async () => {
      const tab = await open({ isolated });
      const outcome = (await tab.evaluate(`(async () => {
        let ticks = 0;
        const timer = setInterval(() => ticks++, 10);
        const run = await runInSandbox({ code: 'for (;;);', timeoutMs: 1000 });
        clearInterval(timer);
        return { ticks, code: run.errorInfo.code };
      })()`)) as { ticks: number; code: string };
      expect(outcome.code).toBe('TIMEOUT');
      // 100 fit into the time of the run.
      expect(outcome.ticks).toBeGreaterThan(10);
      expect(tab.workers().length).toBeGreaterThan(0);
    });

    it('fetches the engine once, however many programs run', async () => {
      const fetched: string[] = [];
      const tab = await open({ isolated }, async (fresh) => {
        fresh.on('request', (request) => void (request.url().endsWith('.wasm') && fetched.push(request.url())));
      });
      for (const execution of ['worker', 'inline', 'worker', 'inline'] as const)
        expect(await run(tab, { code: 'return 6 * 7', execution })).toMatchObject({ success: true, result: 42 });
      expect(fetched).toHaveLength(1);
    });
  });

  const withoutWorkers = { isolated: false, policy: "worker-src 'none'" };

  it('fails a run that demands a worker where none may be started', async () => {
    const tab = await open(withoutWorkers);
    expect(await run(tab, { code: 'return 1', execution: 'worker' })).toMatchObject({
      success: false,
      errorInfo: { code: 'WORKER_REQUIRED' },
    });
  });

  it('runs on its own thread where no worker may be started, and says so once', async () => {
    const warnings: string[] = [];
    const tab = await open(withoutWorkers, async (fresh) => {
      fresh.on('console', (message) => void (message.type() === 'warn' && warnings.push(message.text())));
    });
    expect(await run(tab, { code: 'return 1' })).toMatchObject({ success: true, result: 1 });
    expect(await run(tab, { code: 'return 2' })).toMatchObject({ success: true, result: 2 });
    expect(warnings.filter((text) => text.includes('no worker can be started here'))).toHaveLength(1);
  });

  it('says which policy keeps it from compiling the engine', async () => {
    const tab = await open({ isolated: false, policy: "script-src 'self'" });
    const { error } = await run(tab, { code: 'return 1' });
    expect(error).toContain("must allow 'wasm-unsafe-eval' in script-src");
  });

  it('needs no more of a policy than its own scripts, workers and WebAssembly', async () => {
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
    const tab = await open({ isolated: true, policy });
    expect(await run(tab, { code: 'return 1', execution: 'worker' })).toMatchObject({ success: true, result: 1 });
  });

  it('refuses an engine that is not the one it was made for', async () => {
    const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    const tab = await open(
      { isolated: false },
      insteadOfEngine((request) => request.respond({ status: 200, contentType: 'application/wasm', body: empty })),
    );
    const { error, errorInfo } = await run(tab, { code: 'return 1' });
    expect(errorInfo?.code).toBe('ENGINE');
    expect(error).toContain('is not the engine this version was made for');
  });

  it('says where it looked for an engine that is not there', async () => {
    const tab = await open(
      { isolated: false },
      insteadOfEngine((request) => request.respond({ status: 404, body: '' })),
    );
    expect((await run(tab, { code: 'return 1' })).error).toMatch(
      /could not be loaded from http:.*\.wasm \(status 404\)/,
    );
  });

  it('tries again after it could not fetch the engine', async () => {
    let failures = 1;
    const tab = await open(
      { isolated: false },
      insteadOfEngine((request) => (failures-- > 0 ? request.abort() : request.continue())),
    );
    expect((await run(tab, { code: 'return 1' })).error).toMatch(/could not be loaded from .*\(no answer\)/);
    expect(await run(tab, { code: 'return 1' })).toMatchObject({ success: true, result: 1 });
  });

  it('says that it needs a secure context', async () => {
    const tab = await open({ isolated: false }, (fresh) =>
      fresh.evaluateOnNewDocument(`Object.defineProperty(crypto, 'subtle', { value: undefined })`),
    );
    expect((await run(tab, { code: 'return 1' })).error).toContain('over HTTPS, or from localhost');
  });

  it('says what to do about a host module, since it has no packages to look in', async () => {
    const tab = await open({ isolated: false });
    const { error } = await run(tab, {
      code: `import { parse } from '@nodetool-ai/sandbox-csv'; return await parse('')`,
      modules: {
        modules: [
          {
            kind: 'host',
            hostId: 'csv',
            specifier: '@nodetool-ai/sandbox-csv',
            packName: '@nodetool-ai/sandbox-csv',
            contentDigest: '0'.repeat(64),
            moduleId: 'csv',
          },
        ],
        statuses: [],
      },
    });
    expect(error).toContain('or the URL of its host entry, as hostModules');
  });
});
