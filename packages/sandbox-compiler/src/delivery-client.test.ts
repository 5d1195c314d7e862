import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxModuleCatalog, SandboxModuleIndex } from '@nodetool-ai/protocol';
import {
  createSeededModuleCatalog,
  type FetchModules,
  prefetchSandboxModules,
  runInSandbox,
} from '@nodetool-ai/sandbox-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADD, deliveryApp, OCR } from '../test/delivery-app.js';
import { packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { sha256 } from './canonical-json.js';
import { loadCatalog } from './compile-packs.js';
import { createModuleRoute } from './delivery-route.js';

const baseUrl = 'http://localhost';
type Change = (url: URL, answer: Response) => Response | Promise<Response>;

/** Fetches from a route in this process; `change` stands for whatever lies between server and page. */
function server(route: (request: Request) => Promise<Response>, change: Change = (_url, answer) => answer) {
  const urls: URL[] = [];
  const fetch: FetchModules = async (text) => {
    const url = new URL(text);
    urls.push(url);
    return change(url, await route(new Request(url)));
  };
  return { fetch, urls, baseUrl };
}

/** An authored pack of two files whose texts no other test has: what was checked once is not fetched again. */
async function freshApp() {
  const unique = `${Math.random()}${performance.now()}`;
  const cwd = temporaryFolder();
  const files = (word: string) => ({
    'package.json': packJson('fresh', [], {
      nodetool: { sandboxModules: [{ name: '.', kind: 'js', file: 'index.js' }], internal: ['inner.js'] },
    }),
    'index.js': `export * from "./inner.js"; // ${unique} ${word}`,
    'inner.js': `export const word = "${word}"; // ${unique}`,
  });
  const load = async (word: string) => {
    writeTree(join(cwd, 'node_modules/fresh'), files(word));
    return loadCatalog({ cwd, env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' } });
  };
  return { load, catalog: await load('one') };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fetched',
    (error: { name: string; code?: string; message: string }) => `${error.code ?? error.name}: ${error.message}`,
  );
const headersWith = (answer: Response, name: string, value: string) => {
  const headers = new Headers(answer.headers);
  headers.set(name, value);
  return headers;
};

describe('a page', () => {
  let catalog: SandboxModuleCatalog;
  let app: ReturnType<typeof deliveryApp>;
  beforeEach(async () => {
    app = deliveryApp();
    catalog = await loadCatalog(app.options);
  });

  it('runs what it fetched as the server would', async () => {
    const wanted = ['@acme/geo', '@acme/geo/more', 'compiled', OCR];
    const { urls, ...options } = server(createModuleRoute(catalog));
    const records = structuredClone(await prefetchSandboxModules(wanted, options));
    expect(urls.filter(({ pathname }) => pathname === '/api/sandbox-modules')).toHaveLength(1);
    const declarations = wanted.map((specifier) => ({ specifier }));
    const seeded = createSeededModuleCatalog(records);
    expect(seeded.resolveForExecution(declarations)).toEqual(catalog.resolveForExecution(declarations));
    expect(seeded.summaries()).toEqual(catalog.summaries());
    expect(records.find(({ module }) => module.specifier === OCR)).toMatchObject({
      page: 'assets',
      assets: [{ id: 'eng.data', url: expect.stringMatching(/^http:\/\/localhost\/api\/.*eng\.data\?v=/) }, {}],
    });
    const code = `import { area, add } from "@acme/geo"; import { lib } from "compiled";
      import * as ocr from "${OCR}"; return [area, await add(2, 3), lib, Object.keys(ocr)]`;
    const run = await runInSandbox({
      execution: 'inline',
      code,
      modules: seeded.resolveForExecution([{ specifier: '@acme/geo' }, { specifier: 'compiled' }, { specifier: OCR }]),
    });
    expect(run.success ? run.result : run.error).toEqual(['größe', 5, 1, ['default', 'recognize']]);
  });

  it('asks the server itself when a cached answer is spoilt', async () => {
    const { catalog: fresh } = await freshApp();
    const route = createModuleRoute(fresh);
    const asked: (string | undefined)[] = [];
    const fetch: FetchModules = async (url, { cache }) => {
      const answer = await route(new Request(url));
      if (!url.includes('inner')) return answer;
      asked.push(cache);
      return cache === 'reload' ? answer : new Response('spoilt', answer);
    };
    expect(await prefetchSandboxModules(['fresh'], { baseUrl, fetch })).toHaveLength(1);
    expect(asked).toEqual(['default', 'reload']);
  });

  it('fetches no file a second time, and asks for each by its digest', async () => {
    const { urls, ...options } = server(createModuleRoute(catalog));
    await prefetchSandboxModules(['@acme/geo'], options);
    expect(urls.map(({ pathname }) => pathname)).toEqual(['/api/sandbox-modules']);
    const fresh = await freshApp();
    const first = server(createModuleRoute(fresh.catalog));
    await prefetchSandboxModules(['fresh'], first);
    expect(first.urls.slice(1).map(({ pathname }) => pathname)).toEqual([
      '/api/sandbox-modules/fresh',
      '/api/sandbox-modules/fresh%3A%3Ainner.js',
    ]);
    for (const { searchParams } of first.urls.slice(1)) expect(searchParams.get('v')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reports a pin that differs, and what was not fetched', async () => {
    const records = await prefetchSandboxModules(['@acme/geo'], server(createModuleRoute(catalog)));
    const seeded = createSeededModuleCatalog(records);
    const { statuses, modules } = seeded.resolveForExecution([
      { specifier: '@acme/geo', contentDigest: '0'.repeat(64) },
      { specifier: '@acme/geoo' },
      { specifier: 7 } as never,
    ]);
    expect(modules.map(({ specifier }) => specifier)).toEqual(['@acme/geo', '@acme/geo/sum']);
    expect(statuses.map(({ code }) => code)).toEqual([
      'content-digest-mismatch',
      'module-not-found',
      'module-not-found',
    ]);
    expect(statuses[1]?.message).toContain(
      'is not installed in this page: it was not fetched. Did you mean "@acme/geo"',
    );
  });

  it('names a module the server does not have, and a server that is none', async () => {
    const route = createModuleRoute(catalog);
    expect(await codeOf(prefetchSandboxModules(['compild'], server(route)))).toBe(
      'module-not-found: "compild" is not installed on the server of the modules; did you mean "compiled"?',
    );
    const page = server(async () => new Response('<!doctype html>', { status: 200 }));
    expect(await codeOf(prefetchSandboxModules(['compiled'], page))).toContain('module-unavailable: the answer is not');
    const none = server(async () => new Response('', { status: 502 }));
    expect(await codeOf(prefetchSandboxModules(['compiled'], none))).toContain('status 502');
    const dead: FetchModules = async () => Promise.reject(new TypeError('no network'));
    expect(await codeOf(prefetchSandboxModules(['compiled'], { baseUrl, fetch: dead }))).toContain('no network');
    const { catalog: fresh } = await freshApp();
    const refusing = createModuleRoute(fresh, { mayDeliver: (id) => !id.includes('::') });
    expect(await codeOf(prefetchSandboxModules(['fresh'], server(refusing)))).toContain('does not deliver it to this');
  });

  it('stops when it is told to', async () => {
    const reason = new Error('enough');
    const stopped = prefetchSandboxModules(['compiled'], {
      baseUrl,
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      signal: AbortSignal.abort(reason),
    });
    await expect(Promise.race([stopped, Promise.reject(reason)])).rejects.toBe(reason);
    expect(await prefetchSandboxModules([], { baseUrl })).toEqual([]);
  });
});

describe('what comes between server and page', () => {
  it.each<[string, Change, RegExp]>([
    [
      'a changed bit',
      async (url, answer) => {
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (url.pathname.includes('inner')) bytes[3] = (bytes[3] ?? 0) ^ 1;
        return new Response(bytes, answer);
      },
      /^content-digest-mismatch: "fresh::inner\.js" is not what the index of the server says: its SHA-256 differs/,
    ],
    [
      'a cut body',
      async (url, answer) => {
        const bytes = new Uint8Array(await answer.arrayBuffer());
        return new Response(url.pathname.includes('inner') ? bytes.slice(0, -5) : bytes, answer);
      },
      /^content-digest-mismatch: .*bytes/,
    ],
    [
      'a longer body',
      async (url, answer) => {
        const text = await answer.text();
        return new Response(url.pathname.includes('inner') ? `${text}\nexport const evil = 1;` : text, answer);
      },
      /^content-digest-mismatch: .*is longer than/,
    ],
    [
      'a body and a header that agree with each other and not with the index',
      async (url, answer) => {
        if (!url.pathname.includes('inner')) return answer;
        const body = 'export const word = "evil";';
        return new Response(body, { headers: headersWith(answer, 'X-Content-Sha256', sha256(body)) });
      },
      /^content-digest-mismatch: .*header is not the one in the index/,
    ],
    [
      'no digest in the header',
      async (url, answer) => {
        const headers = new Headers(answer.headers);
        if (url.pathname.includes('inner')) headers.delete('X-Content-Sha256');
        return new Response(answer.body, { headers });
      },
      /^content-digest-mismatch: /,
    ],
    [
      'a file of another graph',
      async (url, answer) =>
        url.pathname.includes('inner')
          ? new Response(answer.body, { headers: headersWith(answer, 'X-Content-Digest', 'f'.repeat(64)) })
          : answer,
      /^version-mismatch: "fresh::inner\.js" of "fresh" is refused: it belongs to another version/,
    ],
    [
      'a file of another version of the pack',
      async (url, answer) =>
        url.pathname.includes('inner')
          ? new Response(answer.body, { headers: headersWith(answer, 'X-Sandbox-Pack-Version', '9.9.9') })
          : answer,
      /^version-mismatch: /,
    ],
    [
      'another list of imports',
      async (url, answer) =>
        url.pathname.endsWith('fresh')
          ? new Response(answer.body, {
              headers: headersWith(answer, 'X-Sandbox-Module-Dependencies', '["fresh::evil.js"]'),
            })
          : answer,
      /^version-mismatch: "fresh" imports "evil\.js", which is not in the index/,
    ],
    [
      'a list of imports of another pack',
      async (url, answer) =>
        url.pathname.endsWith('fresh')
          ? new Response(answer.body, {
              headers: headersWith(answer, 'X-Sandbox-Module-Dependencies', '["other::x.js"]'),
            })
          : answer,
      /^module-unavailable: /,
    ],
  ])('%s is refused', async (_what, change, message) => {
    const { catalog } = await freshApp();
    expect(await codeOf(prefetchSandboxModules(['fresh'], server(createModuleRoute(catalog), change)))).toMatch(
      message,
    );
    // Nothing of it was kept.
    const records = await prefetchSandboxModules(['fresh'], server(createModuleRoute(catalog)));
    expect(JSON.stringify(records)).not.toContain('evil');
  });

  it.each<[string, object]>([
    ['of another package', { packName: 'other' }],
    ['without a digest', { contentDigest: 'x' }],
    ['of an unknown kind', { kind: 'native' }],
    ['of a giant', { bytes: 2 ** 40 }],
    ['with files that are none', { files: [{ id: 'a' }] }],
    ['that needs another pack', { needs: ['other'] }],
    ['without a file', { moduleId: '' }],
  ])('an entry of the index %s is refused', async (_what, more) => {
    const { catalog } = await freshApp();
    const change: Change = async (url, answer) => {
      if (url.pathname !== '/api/sandbox-modules') return answer;
      const { modules } = (await answer.json()) as SandboxModuleIndex;
      return Response.json({ modules: modules.map((entry) => ({ ...entry, ...more })) });
    };
    expect(await codeOf(prefetchSandboxModules(['fresh'], server(createModuleRoute(catalog), change)))).toMatch(
      /^module-unavailable: the index says something about "fresh" that cannot be/,
    );
  });

  it.each<[string, string]>([
    ['is no JSON', '{'],
    ['exports nothing', '{"memoryPagesMax":0,"exports":[]}'],
    ['has too much memory', '{"memoryPagesMax":5000,"exports":[{"wasm":"add","as":"add"}]}'],
    ['exports no identifier', '{"memoryPagesMax":0,"exports":[{"wasm":"add","as":"a b"}]}'],
    ['raises a limit', '{"memoryPagesMax":0,"exports":[{"wasm":"add","as":"add"}],"limits":{"wallClockMs":1e9}}'],
  ])('a WASM contract that %s is refused', async (_what, contract) => {
    const app = deliveryApp();
    // Another binary than other tests fetched: a custom section.
    const unique = [0, 5, 1, 0x61, ...crypto.getRandomValues(new Uint8Array(3))];
    writeFileSync(join(app.cwd, 'node_modules/@acme/geo/add.wasm'), Uint8Array.from([...ADD, ...unique]));
    const catalog = await loadCatalog(app.options);
    const change: Change = (_url, answer) =>
      answer.headers.has('X-Sandbox-Wasm-Contract')
        ? new Response(answer.body, { headers: headersWith(answer, 'X-Sandbox-Wasm-Contract', contract) })
        : answer;
    expect(await codeOf(prefetchSandboxModules(['@acme/geo/sum'], server(createModuleRoute(catalog), change)))).toMatch(
      /^module-unavailable: .*its WASM contract cannot be read/,
    );
  });

  it('a facade of another release is refused', async () => {
    const app = deliveryApp();
    const catalog = await loadCatalog(app.options);
    const body = `export const evil = ${Math.random()};`;
    const change: Change = async (url, answer) => {
      if (url.pathname !== '/api/sandbox-modules') {
        return new Response(body, { headers: headersWith(answer, 'X-Content-Sha256', sha256(body)) });
      }
      const { modules } = (await answer.json()) as SandboxModuleIndex;
      return Response.json({ modules: modules.map((one) => ({ ...one, sha256: sha256(body), bytes: body.length })) });
    };
    const route = createModuleRoute(catalog);
    const withoutVersion = (request: Request) => route(new Request(request.url.replace(/v=[^&]*/, '')));
    expect(await codeOf(prefetchSandboxModules([OCR], server(withoutVersion, change)))).toMatch(
      /^version-mismatch: .*of different releases/,
    );
  });

  it('an update of the server is noticed: once it is taken, twice it is refused', async () => {
    const { load, catalog } = await freshApp();
    const updated = await load('two');
    let current = catalog;
    const after = (count: number): Change => {
      let files = count;
      return (url, answer) => {
        if (url.pathname === '/api/sandbox-modules' && files-- > 0) current = current === catalog ? updated : catalog;
        return answer;
      };
    };
    const route = createModuleRoute(() => current);
    const [record] = await prefetchSandboxModules(['fresh'], server(route, after(1)));
    expect(JSON.stringify(record)).toContain('two');
    expect(await codeOf(prefetchSandboxModules(['fresh'], server(route, after(2))))).toMatch(
      /^(?:fetched|version-mismatch)/,
    );
    const { catalog: other } = await freshApp();
    const lost = server(createModuleRoute(other), (url, answer) =>
      url.pathname.includes('inner') ? new Response('', { status: 404 }) : answer,
    );
    expect(await codeOf(prefetchSandboxModules(['fresh'], lost))).toMatch(
      /^version-mismatch: .*do not belong together/,
    );
  });
});
