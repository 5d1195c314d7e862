import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxModuleCatalog, SandboxModuleIndex } from '@nodetool-ai/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADD, deliveryApp, OCR } from '../test/delivery-app.js';
import { packJson, writeTree } from '../test/temporary-app.js';
import { sha256 } from './canonical-json.js';
import { loadCatalog } from './compile-packs.js';
import { createModuleRoute, type ModuleRouteOptions } from './delivery-route.js';

const BASE = 'http://localhost/api/sandbox-modules';
let catalog: SandboxModuleCatalog;
let app: ReturnType<typeof deliveryApp>;
beforeEach(async () => {
  app = deliveryApp();
  catalog = await loadCatalog(app.options);
});

const ask = (path: string, init: RequestInit = {}, options?: ModuleRouteOptions) =>
  createModuleRoute(catalog, options)(new Request(`${BASE}${path}`, init));
const indexOf = async (options?: ModuleRouteOptions) =>
  ((await (await ask('', {}, options)).json()) as SandboxModuleIndex).modules;

describe('the index', () => {
  it('lists every module with what a page needs, its files and its assets', async () => {
    const modules = await indexOf();
    expect(modules.map(({ specifier, kind, page }) => [specifier, kind, page])).toEqual([
      ['@acme/geo', 'js', 'yes'],
      ['@acme/geo/more', 'js', 'yes'],
      ['@acme/geo/sum', 'wasm', 'yes'],
      [OCR, 'host', 'assets'],
      ['compiled', 'js', 'yes'],
    ]);
    expect(modules[0]).toMatchObject({
      packName: '@acme/geo',
      packVersion: '1.2.3',
      description: 'Greets people.',
      moduleId: 'index.js',
      files: [{ id: 'lib/ünder.js', sha256: sha256('export const area = "größe";'), bytes: 30 }],
      needs: ['@acme/geo/sum'],
    });
    expect(modules[0]?.url).toBe(`/api/sandbox-modules/%40acme/geo?v=${modules[0]?.sha256}`);
    const { modules: resolved } = catalog.resolveForExecution([{ specifier: '@acme/geo' }]);
    expect(modules[0]?.contentDigest).toBe(resolved[0]?.contentDigest);
    expect(modules[3]?.assets).toEqual([
      {
        id: 'eng.data',
        bytes: 4,
        sha256: sha256('data'),
        type: 'application/octet-stream',
        url: `/api/sandbox-modules/%40nodetool-ai/sandbox-ocr%3A%3Aassets/eng.data?v=${sha256('data')}`,
      },
      expect.objectContaining({ id: 'own.txt', bytes: 3 }),
    ]);
  });

  it('is revalidated by its ETag', async () => {
    const first = await ask('');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await ask('', { headers: { 'If-None-Match': `"other", W/${tag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    writeFileSync(join(app.cwd, 'node_modules/@acme/geo/lib/ünder.js'), 'export const area = 2;');
    catalog = await loadCatalog(app.options);
    expect((await ask('', { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });

  it('leads to files by its addresses alone', async () => {
    for (const { url, sha256: digest, bytes, assets = [] } of await indexOf()) {
      for (const file of [{ url, sha256: digest, bytes }, ...assets]) {
        const answer = await ask(file.url.slice('/api/sandbox-modules'.length));
        const body = new Uint8Array(await answer.arrayBuffer());
        expect([answer.status, sha256(body), body.length]).toEqual([200, file.sha256, file.bytes]);
        expect(answer.headers.get('x-content-sha256')).toBe(file.sha256);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    }
  });
});

describe('a file', () => {
  it('comes with the headers of its graph', async () => {
    const [module] = catalog.resolveForExecution([{ specifier: '@acme/geo' }]).modules;
    const { status, headers } = await ask('/@acme/geo');
    expect(status).toBe(200);
    const digest = module?.contentDigest ?? '';
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'no-cache',
      etag: `"${digest}"`,
      'x-content-digest': digest,
      'x-content-type-options': 'nosniff',
      'x-sandbox-pack': '@acme/geo',
      'x-sandbox-pack-version': '1.2.3',
      'x-sandbox-file-id': 'index.js',
      'x-sandbox-internal': '0',
    });
    const dependencies = JSON.parse(headers.get('x-sandbox-module-dependencies') ?? '');
    expect(dependencies).toEqual(['@acme/geo::add.wasm', '@acme/geo::lib/ünder.js']);
    for (const id of dependencies) {
      const inner = await ask(`/${encodeURIComponent(id)}?graph=${digest}`);
      expect([inner.status, inner.headers.get('x-content-digest')]).toEqual([200, digest]);
    }
    expect((await ask(`/%40acme%2Fgeo%3A%3Alib%2F%C3%BCnder.js`)).headers.get('x-sandbox-internal')).toBe('1');
  });

  it('of several modules is delivered for the graph that is asked for', async () => {
    const digestOf = (specifier: string) => catalog.resolveForExecution([{ specifier }]).modules[0]?.contentDigest;
    const [first, second] = [digestOf('@acme/geo'), digestOf('@acme/geo/more')];
    const path = `/${encodeURIComponent('@acme/geo::lib/ünder.js')}`;
    expect((await ask(`${path}?graph=${second}`)).headers.get('x-content-digest')).toBe(second);
    expect((await ask(path)).headers.get('x-content-digest')).toBe(first);
    expect((await ask(`${path}?graph=${digestOf('compiled')}`)).status).toBe(404);
  });

  it('of WASM carries its contract, a facade its host id', async () => {
    const binary = await ask('/@acme/geo/sum');
    expect(binary.headers.get('content-type')).toBe('application/wasm');
    expect(JSON.parse(binary.headers.get('x-sandbox-wasm-contract') ?? '')).toEqual({
      memoryPagesMax: 0,
      exports: [{ wasm: 'add', as: 'add' }],
    });
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(ADD);
    const facade = await ask(`/${OCR}`);
    expect(facade.headers.get('x-sandbox-host-module')).toBe('ocr');
    expect(await facade.text()).toContain('export async function recognize');
  });

  it('answers 304, HEAD, and 405 for other methods', async () => {
    const tag = (await ask('/compiled')).headers.get('etag') ?? '';
    for (const value of [tag, `W/${tag}`, '*', `"x", ${tag}`]) {
      expect((await ask('/compiled', { headers: { 'If-None-Match': value } })).status).toBe(304);
    }
    const head = await ask('/compiled', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask('/compiled', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('of another version than the one asked for is not there', async () => {
    const digest = (await ask('/compiled')).headers.get('x-content-sha256') ?? '';
    expect((await ask(`/compiled?v=${digest}`)).status).toBe(200);
    for (const v of ['0'.repeat(64), digest.toUpperCase(), '', digest.slice(1)]) {
      expect((await ask(`/compiled?v=${v}`)).status).toBe(404);
    }
  });

  it('is never a path', async () => {
    for (const id of [
      ...[
        '',
        '..',
        '%2e%2e',
        '%2e%2e%2fpackage.json',
        '@acme/geo/../../secret',
        '@acme/geo%2f..%2fsecret',
        '/etc/passwd',
      ],
      ...[
        '@acme/geo::../package.json',
        '@acme/geo::package.json',
        '@acme/geo::%2e%2e/x',
        '%00',
        '@acme/geo%00',
        '%',
        '%ff',
      ],
      ...['__proto__', 'constructor', '@acme/geo::', '::', 'a'.repeat(10_240), '%252e%252e', `${OCR}::assets/`],
      ...[`${OCR}::assets/../own.txt`, `${OCR}::own.txt`, `${OCR}::assets/other.json`, `${OCR}::assets/gone`],
    ]) {
      const answer = await ask(`/${id}`);
      expect([id, answer.status]).toEqual([id, 404]);
      expect(await answer.text()).not.toContain(app.cwd);
    }
  });

  it('that is an asset lies below one address, for host code that builds it from a name', async () => {
    const url = new URL('own.txt', `${BASE}/${OCR}::assets/`);
    const answer = await createModuleRoute(catalog)(new Request(url));
    expect([answer.status, await answer.text()]).toEqual([200, 'own']);
    expect(answer.headers.get('etag')).toBe(`"${sha256('own')}"`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('is refused where the host says so, in the index too', async () => {
    const mayDeliver = async (id: string, request: Request) => id !== 'compiled' || request.headers.has('x-member');
    expect((await ask('/compiled', {}, { mayDeliver })).status).toBe(403);
    const member = await ask('/compiled', { headers: { 'x-member': '1' } }, { mayDeliver });
    expect(member.status).toBe(200);
    const url = `/compiled?v=${member.headers.get('x-content-sha256')}`;
    const versioned = await ask(url, { headers: { 'x-member': '1' } }, { mayDeliver });
    expect(versioned.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect((await indexOf({ mayDeliver })).map(({ specifier }) => specifier)).not.toContain('compiled');
  });

  it('is not there without a catalog, nor on other paths', async () => {
    const none = createModuleRoute(() => undefined);
    expect((await none(new Request(BASE))).status).toBe(404);
    expect((await none(new Request(`${BASE}/compiled`))).status).toBe(404);
    const route = createModuleRoute(() => catalog, { basePath: '/m' });
    expect((await route(new Request('http://localhost/m/compiled'))).status).toBe(200);
    expect((await route(new Request(`${BASE}/compiled`))).status).toBe(404);
    expect((await route(new Request('http://localhost/mine'))).status).toBe(404);
    await indexOf();
    const { modules } = (await (await route(new Request('http://localhost/m'))).json()) as SandboxModuleIndex;
    expect(modules[0]?.url).toMatch(/^\/m\/%40acme\/geo\?v=/);
  });
});

describe('authorizeDelivery', () => {
  it('says why there is nothing', async () => {
    const shown = async (id: string) => {
      const answer = await catalog.authorizeDelivery(id);
      return answer.authorized ? 'authorized' : answer.reason;
    };
    writeTree(join(app.cwd, 'node_modules/broken'), {
      'package.json': packJson('broken', [{ name: '.', kind: 'js', npm: 'gone' }], { dependencies: { gone: '*' } }),
    });
    catalog = await loadCatalog(app.options);
    expect(await shown('broken')).toBe('unavailable');
    expect(await shown('nothing')).toBe('not-found');
    expect(await shown('@acme/geo')).toBe('authorized');
    expect(await shown(undefined as never)).toBe('not-found');
  });

  it('gives a body of its own each time', async () => {
    const take = async () => {
      const answer = await catalog.authorizeDelivery('@acme/geo/sum');
      if (!answer.authorized) throw new Error(answer.message);
      return answer;
    };
    (await take()).body.fill(0);
    expect((await take()).body).toEqual(ADD);
  });

  it('takes no list of assets from an untrusted root, nor one that is not right', async () => {
    const extra = { ...app.options, searchPaths: [join(app.cwd, 'node_modules')] };
    const untrusted = await loadCatalog(extra);
    expect(await untrusted.authorizeDelivery(`${OCR}::assets/own.txt`)).toMatchObject({ reason: 'not-found' });
    const file = join(app.cwd, 'node_modules', OCR, 'assets.json');
    for (const text of ['{', '{"assets":[{"name":"../x","file":"lib/x","type":"text/plain"}]}', '{"assets":{}}']) {
      writeFileSync(file, text);
      const one = await loadCatalog(app.options);
      expect(await one.authorizeDelivery(OCR)).toMatchObject({ authorized: true, assets: [] });
    }
  });
});
