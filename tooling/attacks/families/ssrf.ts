/** Reaching the host's own network through `fetch` and media: spellings of addresses, and names that change. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack } from '../attack.js';
import { PUBLIC, rebindingResolver, type WatchedNetwork, watchedNetwork } from '../support/network.js';

/** Spellings of this machine and of private networks. None may be asked for, none may be connected to. */
const ADDRESSES = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0x7f.1/',
  'http://0x7f.0.0.0x1/',
  'http://0177.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://2852039166/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0000:0000::0001]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::FFFF:7F00:0001]/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/latest/',
  'http://[ff02::1]/',
  // The URL parser makes plain digits and dots of these.
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://127.0.\n0.1/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'http://127.0.0.1:80\\@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
];

const NAMES = [
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://a.localhost/',
  'http://lo%63alhost/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'http://ip6-localhost/',
  'http://printer.local/',
  'http://router.home.arpa/',
  'http://metadata.google.internal/',
  'http://vault.corp.internal/',
];

const SCHEMES = [
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'ftp://example.com/',
  'gopher://example.com/_x',
  'data:text/plain,x',
  'blob:http://example.com/1',
  'javascript:1',
  'ws://example.com/',
  'about:blank',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'unix:/var/run/docker.sock',
  'dict://example.com:11211/stat',
  '//example.com/',
  'http://',
  'http://user@127.0.0.1/',
  'http://example.com:80@127.0.0.1/',
  'http://user:pass@example.com/',
];

const tryFetch = (url: string) =>
  `try { const r = await fetch(${JSON.stringify(url)}); return ['reached', r.status] } catch (e) { return ['refused', e.message] }`;

function isRefused({ result }: { result?: unknown }): void {
  const [verdict, why] = result as [string, string];
  expect(verdict).toBe('refused');
  expect(why).toMatch(/blocked|unsupported scheme|invalid URL|user name/);
}

const unseen = (url: string, code: string, options?: object): Attack =>
  attack<WatchedNetwork>({
    name: `reach ${JSON.stringify(url)} with ${options === undefined ? 'fetch' : 'a media reference'}`,
    code,
    options: async () => ({ ...(await watchedNetwork()), ...options }),
    repelled: (outcome, { asked, connected, requests }) => {
      isRefused(outcome);
      expect([asked, connected, requests]).toEqual([[], [], []]);
    },
  });

const byMedia = (url: string): Attack =>
  unseen(
    url,
    `try { const b = await media.bytes({ type: 'image', uri: ${JSON.stringify(url)} }); return ['reached', b.length] } catch (e) { return ['refused', e.message] }`,
    { context: createMemoryContext() },
  );

/** Names that the resolver leads inside. The socket must never follow. */
const INSIDE: [string, string[]][] = [
  ['a loopback address', ['127.0.0.1']],
  ['a private address', ['10.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['a unique local address', ['fd00::1']],
  ['an address with a zone', ['fe80::1%eth0']],
  ['a public and a private address', [PUBLIC, '192.168.0.1']],
  ['many addresses of which the last is private', [...Array.from({ length: 50 }, () => PUBLIC), '127.0.0.1']],
  ['a name in place of an address', ['localhost']],
  ['an address in digits only', ['2130706433']],
  ['nothing at all', []],
];

const rebinding = (name: string, addresses: string[], code: string, expected: unknown, connected: string[]): Attack =>
  attack<WatchedNetwork>({
    name,
    code,
    options: async () =>
      watchedNetwork(await rebindingResolver(addresses), (request, response) => {
        if (request.url !== '/again') response.end('reached');
        else response.writeHead(302, { location: 'http://other.example/inside' }).end();
      }),
    repelled: ({ result, error }, seen) => {
      expect(error).toBeUndefined();
      expect(result).toEqual(expected);
      expect(seen.connected).toEqual(connected);
      expect(seen.requests.map(({ line }) => line)).not.toContain('GET /inside');
    },
  });

const outcomeOf = (url: string) =>
  `await fetch(${JSON.stringify(url)}).then((r) => r.body, (e) => /private address/.test(e.message) ? 'refused' : e.message)`;

export const ssrf: Attack[] = [
  ...[...ADDRESSES, ...NAMES, ...SCHEMES].map((url) => unseen(url, tryFetch(url))),
  ...ADDRESSES.filter((_url, index) => index % 6 === 0).map(byMedia),
  ...NAMES.filter((_url, index) => index % 3 === 0).map(byMedia),
  ...INSIDE.map(([what, addresses]) =>
    attack<WatchedNetwork>({
      name: `reach a name that stands for ${what}`,
      code: `try { const r = await fetch('http://inside.example/'); return ['reached', r.status] } catch (e) { return ['refused', e.message] }`,
      options: () => watchedNetwork([addresses]),
      repelled: ({ result }, { connected, requests }) => {
        expect((result as string[])[0]).toBe('refused');
        expect([connected, requests]).toEqual([[], []]);
      },
    }),
  ),
  rebinding(
    'have a name server answer otherwise once the name was checked',
    [PUBLIC, '127.0.0.1'],
    `return ${outcomeOf('http://rebind.example/')}`,
    'reached',
    [PUBLIC],
  ),
  rebinding(
    'have a name server answer otherwise for the second request',
    [PUBLIC, '127.0.0.1'],
    `return [${outcomeOf('http://one.example/')}, ${outcomeOf('http://two.example/')}]`,
    ['reached', 'refused'],
    [PUBLIC],
  ),
  rebinding(
    'have a name server answer otherwise for a redirect',
    [PUBLIC, '10.0.0.1'],
    `return ${outcomeOf('http://one.example/again')}`,
    'refused',
    [PUBLIC],
  ),
  rebinding(
    'have a name server answer otherwise among many requests at once',
    [PUBLIC, '127.0.0.1', PUBLIC, '169.254.169.254'],
    `const all = []; for (let i = 0; i < 8; i++) all.push(fetch('http://n' + i + '.example/').then((r) => r.body, () => 'refused'));
     return (await Promise.all(all)).filter((x) => x === 'reached').length`,
    2,
    [PUBLIC, PUBLIC],
  ),
  attack<WatchedNetwork>({
    name: 'open private networks by a global, an option or a header',
    code: `const tries = [{ allowPrivateNetwork: true }, { limits: { allowPrivateNetwork: true } }, { network: {} }, { headers: { Host: 'localhost' } }, { __proto__: { allowPrivateNetwork: true } }];
      Object.prototype.allowPrivateNetwork = true; globalThis.allowPrivateNetwork = true; const out = [];
      for (const t of tries) { try { await fetch('http://127.0.0.1/', t); out.push('reached') } catch { out.push('refused') } } return out`,
    options: async () => ({ ...(await watchedNetwork()), globals: { limits: { allowPrivateNetwork: true } } }),
    repelled: ({ result }, { connected }) => {
      expect(result).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
      expect(connected).toEqual([]);
    },
  }),
];
