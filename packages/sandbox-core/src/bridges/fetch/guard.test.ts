import { describe, expect, it } from 'vitest';
import { checkTarget, parseTarget } from './guard.js';

const PUBLIC = '93.184.216.34';
/** Never asked in the tests that use it: literals and blocked names need no resolver. */
const resolveNothing = (name: string): Promise<never> => Promise.reject(new Error(`${name} was resolved`));

function check(url: string, addresses?: readonly string[], allowPrivateNetwork = false) {
  return checkTarget(parseTarget(url), {
    allowPrivateNetwork,
    resolveHost: addresses === undefined ? resolveNothing : async () => addresses,
  });
}

describe('parseTarget', () => {
  it.each(['', 'foo', '/path', 'http://', 'http://[::1', 'http://a b/', 'http://256.1.1.1/'])('refuses %j', (text) => {
    expect(() => parseTarget(text)).toThrow(/invalid URL/);
  });

  it.each(['file:///etc/passwd', 'ftp://a/', 'data:,x', 'javascript:1', 'ws://a/', 'blob:http://a/1', 'about:blank'])(
    'refuses the scheme of %s',
    (text) => expect(() => parseTarget(text)).toThrow(/unsupported scheme/),
  );

  it('refuses user info and does not repeat it', () => {
    for (const url of ['http://user@a.example/', 'http://user:hunter2@a.example/', 'http://:hunter2@a.example/']) {
      expect(() => parseTarget(url)).toThrow(/^fetch: the URL for a\.example holds a user name or password/);
      expect(() => parseTarget(url)).not.toThrow(/hunter2/);
    }
  });
});

describe('checkTarget', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://127.0.0.1./',
    'http://127.0.0.1../',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1:8080/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::FFFF:7F00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://[::ffff:0:10.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://[FD00::1]/',
    'http://[2002:7f00:1::]/',
  ])('blocks the literal %s', async (url) => {
    await expect(check(url)).rejects.toThrow(/blocked.*internal\/private address/);
  });

  it.each([
    'http://localhost/',
    'http://localhost./',
    'http://localhost../',
    'http://LOCALHOST:3000/',
    'http://ＬＯＣＡＬＨＯＳＴ/',
    'http://a.localhost/',
    'http://printer.local/',
    'http://db.internal/',
    'http://nas.home.arpa/',
    'http://home.arpa/',
    'http://ip6-localhost/',
    'http://ip6-loopback/',
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
  ])('blocks the name in %s before it is resolved', async (url) => {
    await expect(check(url)).rejects.toThrow(/blocked/);
  });

  it.each([
    'fcbarcelona.com',
    'fd.io',
    'feast.com',
    'fe80.example',
    'ff02.example',
    'notlocalhost',
    'internal.example',
  ])('lets the name %s pass', async (name) => {
    expect(await check(`http://${name}/`, [PUBLIC])).toEqual([PUBLIC]);
  });

  it('asks the resolver for the lower-case name without its last dot', async () => {
    const asked: string[] = [];
    await checkTarget(parseTarget('http://EXAMPLE.com./'), {
      allowPrivateNetwork: false,
      resolveHost: async (name) => {
        asked.push(name);
        return [PUBLIC];
      },
    });
    expect(asked).toEqual(['example.com']);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fe80::1%eth0'],
    [PUBLIC, '10.0.0.1'],
    ['10.0.0.1', PUBLIC],
    ['2606:4700::1', '64:ff9b::7f00:1'],
  ])('refuses a name that resolves to %s, and names no address', async (...addresses) => {
    const refused = check('http://rebind.example/', addresses);
    await expect(refused).rejects.toThrow(
      'fetch: "rebind.example" is blocked: it leads to an internal/private address',
    );
    await expect(refused).rejects.not.toThrow(/10\.|127\.|::/);
  });

  it('refuses a name without an address and an answer that is no address', async () => {
    await expect(check('http://none.example/', [])).rejects.toThrow(/"none.example" has no address/);
    await expect(check('http://odd.example/', [PUBLIC, 'localhost'])).rejects.toThrow(/internal\/private|no address/);
  });

  it('hands on all addresses, also of an open network', async () => {
    expect(await check('https://ok.example/', [PUBLIC, '2606:4700::1'])).toEqual([PUBLIC, '2606:4700::1']);
    expect(await check('http://localhost/', ['127.0.0.1', '::1'], true)).toEqual(['127.0.0.1', '::1']);
    expect(await check('http://10.0.0.1/', undefined, true)).toEqual(['10.0.0.1']);
    expect(await check('http://[::1]:8080/', undefined, true)).toEqual(['::1']);
  });

  it('refuses what is no address also on an open network', async () => {
    await expect(check('http://odd.example/', ['localhost'], true)).rejects.toThrow(/no address/);
  });

  it('checks names and literals where nothing can be resolved', async () => {
    const page = { allowPrivateNetwork: false, resolveHost: undefined };
    expect(await checkTarget(parseTarget('http://a.example/'), page)).toEqual([]);
    expect(await checkTarget(parseTarget('http://8.8.8.8/'), page)).toEqual(['8.8.8.8']);
    await expect(checkTarget(parseTarget('http://localhost/'), page)).rejects.toThrow(/blocked/);
    await expect(checkTarget(parseTarget('http://[::1]/'), page)).rejects.toThrow(/blocked/);
  });
});
