import type { RunSandboxOptions, SandboxNetwork } from '@nodetool-ai/protocol/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Handler, type LocalServer, serve } from '../../../test/local-server.js';
import { runInSandbox } from '../../index.node.js';

const PUBLIC = '93.184.216.34';
const PUBLIC_V6 = '2606:4700::1111';

let server: LocalServer;
let answer: Handler;
let asked: string[];
let connected: { address: string; port: number; hostname: string }[];

beforeEach(async () => {
  answer = (request, response) => response.end(request.headers.host);
  server = await serve((request, response) => answer(request, response));
  asked = [];
  connected = [];
});
afterEach(() => server.close());

/** Every name has these addresses, in turn; every socket leads to the test's server. */
function network(...answers: readonly (readonly string[])[]): SandboxNetwork {
  return {
    resolveHost: async (hostname) => {
      asked.push(hostname);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
    connect: (target) => {
      connected.push(target);
      return { address: '127.0.0.1', port: server.port };
    },
  };
}

async function fetched(url: string, options: Partial<RunSandboxOptions> = {}): Promise<unknown> {
  const outcome = await runInSandbox({
    execution: 'inline',
    network: network([PUBLIC]),
    ...options,
    code: 'return await fetch(url).then((r) => r.body, (e) => "refused: " + e.message);',
    globals: { url, ...options.globals },
  });
  if (!outcome.success) throw new Error(outcome.error);
  return outcome.result;
}

describe('a run on the public internet', () => {
  it.each([
    'http://fcbarcelona.com/',
    'http://feast.com/',
    'http://fd.io/',
    'http://fe80.example/',
    'http://0x7f.example/',
  ])('may fetch %s, which only looks like an address', async (url) => {
    const { hostname } = new URL(url);
    expect(await fetched(url)).toBe(hostname);
    expect(connected).toEqual([{ address: PUBLIC, port: 80, hostname }]);
  });

  it.each([
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://metadata.google.internal/',
    'http://[::1]:80/',
  ])('may not fetch %s', async (url) => {
    expect(await fetched(url)).toMatch(/^refused: fetch: .*blocked/);
    expect([asked, connected, server.requests]).toEqual([[], [], []]);
  });

  it.each(['file:///etc/passwd', 'gopher://a/', 'foo', 'http://user:pass@a.example/'])(
    'may not fetch %s, also on an open network',
    async (url) => {
      expect(await fetched(url)).toMatch(/^refused: /);
      expect(await fetched(url, { limits: { allowPrivateNetwork: true } })).toMatch(/^refused: /);
      expect(connected).toEqual([]);
    },
  );

  it('may not fetch a name that leads inside, even if only one of its addresses does', async () => {
    for (const addresses of [['127.0.0.1'], [PUBLIC, '10.0.0.1'], ['::ffff:192.168.0.1'], [PUBLIC_V6, 'fd00::1']]) {
      expect(await fetched('http://inside.example/', { network: network(addresses) })).toMatch(
        /internal\/private address/,
      );
    }
    expect(connected).toEqual([]);
  });

  it('connects to the address that was checked, whatever the name resolves to afterwards', async () => {
    expect(await fetched('http://rebind.example/', { network: network([PUBLIC], ['127.0.0.1']) })).toBe(
      'rebind.example',
    );
    expect(asked).toEqual(['rebind.example']);
    expect(connected).toEqual([{ address: PUBLIC, port: 80, hostname: 'rebind.example' }]);
  });

  it('refuses a redirect to a name that has moved inside in the meantime', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://rebind.example/again' }).end();
    expect(await fetched('http://rebind.example/', { network: network([PUBLIC], ['169.254.169.254']) })).toMatch(
      /internal\/private address/,
    );
    expect(asked).toEqual(['rebind.example', 'rebind.example']);
    expect(server.requests).toEqual(['GET /']);
  });

  it.each(['http://127.0.0.1/', 'http://2130706433/', '//localhost/', 'http://[::ffff:a00:1]/', 'file:///etc/passwd'])(
    'refuses a redirect to %s',
    async (location) => {
      answer = (_, response) => response.writeHead(302, { location }).end();
      expect(await fetched('http://out.example/')).toMatch(/blocked|unsupported scheme/);
      expect(server.requests).toEqual(['GET /']);
    },
  );

  it('tries the next address when one does not answer', async () => {
    const dead = await serve(() => undefined);
    await dead.close();
    const both = network([PUBLIC_V6, PUBLIC]);
    const connect: SandboxNetwork['connect'] = (target) => {
      connected.push(target);
      return { address: '127.0.0.1', port: target.address === PUBLIC ? server.port : dead.port };
    };
    expect(await fetched('http://two.example/', { network: { ...both, connect } })).toBe('two.example');
    expect(connected.map(({ address }) => address)).toEqual([PUBLIC_V6, PUBLIC]);
  });

  it('tries no more than eight addresses', async () => {
    const dead = await serve(() => undefined);
    await dead.close();
    const many = Array.from({ length: 20 }, (_, index) => `93.184.216.${index + 1}`);
    const connect: SandboxNetwork['connect'] = (target) => {
      connected.push(target);
      return { address: '127.0.0.1', port: dead.port };
    };
    expect(await fetched('http://many.example/', { network: { ...network(many), connect } })).toMatch(
      /refused the connection/,
    );
    expect(connected.map(({ address }) => address)).toEqual(many.slice(0, 8));
  });

  it('sends the name and the port of the URL as host', async () => {
    expect(await fetched('http://Example.com:8080/')).toBe('example.com:8080');
    expect(connected).toEqual([{ address: PUBLIC, port: 8080, hostname: 'example.com' }]);
    expect(await fetched(`http://[${PUBLIC_V6}]/`)).toBe(`[${PUBLIC_V6}]`);
    expect(asked).toEqual(['example.com']);
  });

  it('says that a name has no address or does not exist', async () => {
    expect(await fetched('http://none.example/', { network: network([]) })).toMatch(/"none.example" has no address/);
    const resolveHost = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' });
    };
    expect(await fetched('http://nowhere.example/', { network: { resolveHost } })).toBe(
      'refused: fetch: nowhere.example is a name that does not exist. Check its spelling (ENOTFOUND)',
    );
  });

  it('times out while a name is looked up', async () => {
    expect(
      await fetched('http://slow.example/', {
        network: { resolveHost: () => new Promise(() => undefined) },
        limits: { fetchTimeoutMs: 100 },
      }),
    ).toMatch(/timed out/);
  });

  it('never connects to a name that a seam gives in place of an address', async () => {
    const named: SandboxNetwork = {
      ...network([PUBLIC]),
      connect: () => ({ address: 'localhost', port: server.port }),
    };
    expect(await fetched('http://a.example/', { network: named })).toMatch(/^refused: /);
    expect(server.connections()).toBe(0);
  });

  it('has no switch that a program can reach', async () => {
    const globals = { allowPrivateNetwork: true, limits: { allowPrivateNetwork: true }, network: {} };
    expect(await fetched(`${server.origin}/`, { globals })).toMatch(/blocked/);
    const outcome = await runInSandbox({
      code: `globalThis.allowPrivateNetwork = Object.prototype.allowPrivateNetwork = true;
        return await fetch(url, { allowPrivateNetwork: true, limits: { allowPrivateNetwork: true } }).catch((e) => e.message);`,
      globals: { url: server.origin },
      limits: { allowPrivateNetwork: 'true' as unknown as boolean },
    });
    expect(outcome.success && outcome.result).toMatch(/blocked/);
    expect(server.requests).toEqual([]);
  });
});

describe('a run with private networks open', () => {
  const limits = { allowPrivateNetwork: true };

  it('is pinned all the same', async () => {
    expect(await fetched('http://inside.example/', { limits, network: network(['10.0.0.1'], ['10.0.0.2']) })).toBe(
      'inside.example',
    );
    expect(connected).toEqual([{ address: '10.0.0.1', port: 80, hostname: 'inside.example' }]);
  });

  it('finds localhost by the system resolver', async () => {
    const { port } = server;
    expect(await fetched(`http://localhost:${port}/`, { limits, network: {} })).toBe(`localhost:${port}`);
  });
});
