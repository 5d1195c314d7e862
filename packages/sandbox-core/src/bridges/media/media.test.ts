import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessingContext, RunSandboxOptions, Workspace } from '@nodetool-ai/protocol/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInSandbox } from '../../index.node.js';

const MIB = 1024 * 1024;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** A workspace in which only reading is of interest; `sizes` tells a size that is not that of the bytes. */
function files(content: Record<string, Uint8Array | string>, sizes: Record<string, number> = {}) {
  const reads: string[] = [];
  const bytes = (path: string) => {
    const found = Object.hasOwn(content, path) ? content[path] : undefined;
    return typeof found === 'string' ? Buffer.from(found) : found;
  };
  const workspace = {
    localDir: null,
    key: (path: string) => path,
    read: async (path: string) => {
      reads.push(path);
      return bytes(path) ?? null;
    },
    stat: async (path: string) => {
      const size = sizes[path] ?? bytes(path)?.byteLength;
      return size === undefined ? null : { path, size, modifiedAt: 0, isDirectory: false };
    },
  } as unknown as Workspace;
  return { workspace, reads };
}

async function valueOf(code: string, context: ProcessingContext = {}, more: Partial<RunSandboxOptions> = {}) {
  const run = await runInSandbox({ execution: 'inline', context, code, ...more });
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, context: ProcessingContext = {}, more: Partial<RunSandboxOptions> = {}) {
  const run = await runInSandbox({ execution: 'inline', context, code, ...more });
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

const textOf = (ref: unknown, context?: ProcessingContext, more?: Partial<RunSandboxOptions>) =>
  valueOf('return await media.text(ref)', context, { ...more, globals: { ref } });
const errorOf = async (ref: unknown, context?: ProcessingContext, more?: Partial<RunSandboxOptions>) =>
  (await failureOf('return await media.bytes(ref)', context, { ...more, globals: { ref } })).error;

describe.each(['inline', 'worker'] as const)('media in mode %s', (execution) => {
  it('reads bytes, text and facts of a reference', async () => {
    const context = { resolveAssetBytes: async () => ({ bytes: new Uint8Array(PNG), attempts: [] }) };
    const code = `const ref = { type: 'image', uri: 'asset://pic' };
      return [await media.bytes(ref), await media.info(ref), (await media.text(ref)).slice(1, 4)];`;
    const info = { type: 'image', mimeType: 'image/png', uri: 'asset://pic', size: PNG.length };
    expect(await valueOf(code, context, { execution })).toEqual([new Uint8Array(PNG), info, 'PNG']);
  });

  it('makes a reference that reads back to the same bytes', async () => {
    const code = `const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i * 7);
      const ref = await media.toDocument(bytes.subarray(1, 999));
      const back = await media.bytes(ref);
      return [ref.asset_id, ref.uri.slice(0, 37), back.length, back.every((b, i) => b === bytes[i + 1])];`;
    expect(await valueOf(code, {}, { execution })).toEqual([null, 'data:application/octet-stream;base64,', 998, true]);
  });
});

describe('places of a reference', () => {
  const asked: string[] = [];
  const context: ProcessingContext = {
    ...files({ 'a.txt': 'file', 'dir/b c.txt': 'other' }),
    resolveAssetBytes: async (uri) => {
      asked.push(uri);
      return { bytes: uri.includes('none') ? null : Buffer.from(`asset ${uri}`), attempts: ['/srv/assets/none'] };
    },
    storage: {
      store: async () => '',
      retrieve: async (key) => (key === 'dir/key.bin' ? Buffer.from('stored') : null),
    },
  };

  it.each([
    [{ asset_uri: 'asset://1' }, 'asset asset://1'],
    [{ asset_id: '2' }, 'asset asset://2'],
    [{ asset_id: 'asset://2' }, 'asset asset://2'],
    [{ url: 'asset://3' }, 'asset asset://3'],
    [{ uri: 'package://p/x.png' }, 'asset package://p/x.png'],
    [{ uri: 'ASSET://5' }, 'asset ASSET://5'],
    [{ uri: '/api/storage/dir/key.bin' }, 'stored'],
    [{ uri: '/api/storage/dir/key.bin?width=3#x' }, 'stored'],
    [{ uri: 'data:text/plain,a%20b' }, 'a b'],
    [{ uri: 'data:;base64,aGk=' }, 'hi'],
    [{ uri: 'DATA:text/plain;charset=utf-8;BASE64,aGk' }, 'hi'],
    [{ uri: 'a.txt' }, 'file'],
    [{ uri: '/a.txt' }, 'file'],
    [{ uri: '/workspace/a.txt' }, 'file'],
    [{ uri: 'file:///a.txt' }, 'file'],
    [{ uri: 'file:///dir/b%20c.txt' }, 'other'],
    [{ uri: 'file://localhost/a.txt' }, 'file'],
    [{ data: 'aGVsbG8=' }, 'hello'],
    [{ data: 'data:text/plain;base64,aGVsbG8=' }, 'hello'],
    [{ data: new Uint8Array([104, 105]) }, 'hi'],
    [{ data: new Uint16Array([0x6968]) }, 'hi'],
    [{ data: new Uint8Array([104, 105]).buffer }, 'hi'],
    [{ data: new Uint8Array(0) }, ''],
  ])('loads %j', async (ref, text) => {
    expect(await textOf(ref, context)).toBe(text);
  });

  it.each([
    ['inline data before any place', { data: 'aGk=', uri: 'asset://1' }, 'hi'],
    [
      'asset_uri first',
      { uri: 'asset://4', url: 'asset://3', asset_id: '2', asset_uri: 'asset://1' },
      'asset asset://1',
    ],
    ['asset_id second', { uri: 'asset://4', url: 'asset://3', asset_id: '2' }, 'asset asset://2'],
    ['url third', { uri: 'asset://4', url: 'asset://3' }, 'asset asset://3'],
    ['what is no file before a file', { asset_uri: 'a.txt', url: 'a.txt', uri: 'asset://4' }, 'asset asset://4'],
    ['the next place when the first has nothing', { asset_id: 'none', uri: '/api/storage/dir/key.bin' }, 'stored'],
    ['a second file when the first is not there', { url: 'none.txt', uri: 'a.txt' }, 'file'],
    ['places that are not empty', { data: '', asset_uri: '', asset_id: null, url: undefined, uri: 'a.txt' }, 'file'],
  ])('takes %s', async (_title, ref, text) => {
    expect(await textOf(ref, context)).toBe(text);
  });

  it('asks for one place once', async () => {
    asked.length = 0;
    await errorOf({ asset_uri: 'asset://none', asset_id: 'none', uri: 'asset://none' }, context);
    expect(asked).toEqual(['asset://none']);
  });

  it('does not fall back to a file that happens to have the name', async () => {
    expect(await errorOf({ asset_id: 'none', uri: 'a.txt' }, context)).toContain('nothing was found');
  });

  it('names the reference when nothing is found, and no place of the host', async () => {
    const run = await failureOf(`await media.bytes({ type: 'image', asset_id: 'none', uri: 'x' })`, context);
    expect(run.error).toBe(
      'media.bytes: nothing was found for the reference {"type":"image","asset_id":"none","uri":"x"}.',
    );
    const code = `try { await media.bytes({ uri: 'none.txt' }) } catch (error) { return error.code }`;
    expect(await valueOf(code, context)).toBe('ENOENT');
  });

  it('cuts the reference at 200 characters in an error', async () => {
    const error = await errorOf({ uri: `asset://none${'x'.repeat(5000)}` }, context);
    expect(error).toContain('asset://nonexxx');
    expect(error.match(/x+/)?.[0].length).toBeLessThan(200);
  });

  it.each(['s3://bucket/key', 'ftp://host/file', '/api/assets/5', 'memory://5', 'blob:https://x/5'])(
    'knows no way to %s',
    async (uri) => {
      expect(await errorOf({ uri }, context)).toContain(`nothing was found for the reference {"uri":"${uri}"}`);
    },
  );

  it('names the members that a context lacks', async () => {
    const refs = [{ uri: 'asset://1' }, { uri: '/api/storage/k' }, { asset_id: '1', uri: '/api/storage/k' }];
    const errors = await Promise.all(refs.map((ref) => errorOf(ref, {})));
    expect(errors[0]).toContain('has no resolveAssetBytes.');
    expect(errors[1]).toContain('has no storage.');
    expect(errors[2]).toContain('has no resolveAssetBytes. The context of this run has no storage.');
    expect(await errorOf({ uri: 'a.txt' }, {})).toContain('no workspace');
    const code = `try { await media.bytes({ asset_id: '1' }) } catch (error) { return typeof error.code }`;
    expect(await valueOf(code, {})).toBe('undefined');
  });

  it.each([
    '/api/storage/../secret',
    '/api/storage/a/%2e%2e/secret',
    '/api/storage/a\\..\\secret',
    '/api/storage/a%00b',
    '/api/storage/%2e%2E%2fsecret/%zz',
    '/api/storage/',
    '/api/storage//',
  ])('asks the storage for no key that climbs or is none: %s', async (uri) => {
    const keys: string[] = [];
    const retrieve = async (key: string) => {
      keys.push(key);
      return null;
    };
    const storage = { store: async () => '', retrieve };
    await errorOf({ uri }, { storage });
    expect(keys).toEqual([]);
  });

  it.each([
    { uri: 'asset://../secret' },
    { uri: 'asset://a/%2E%2e/secret' },
    { asset_id: '../secret' },
    { asset_uri: 'package://p/../../secret' },
  ])('asks for no asset whose name climbs: %j', async (ref) => {
    const uris: string[] = [];
    const resolveAssetBytes = async (uri: string) => {
      uris.push(uri);
      return { bytes: new Uint8Array(1), attempts: [] };
    };
    expect(await errorOf(ref, { resolveAssetBytes })).toContain('nothing was found');
    expect(uris).toEqual([]);
  });

  it.each(['../secret.txt', '/../secret.txt', 'file:///../../secret.txt', 'file:///%2e%2e/secret.txt', 'a/../../b'])(
    'reads no file outside the workspace: %s',
    async (uri) => {
      const { workspace, reads } = files({ 'secret.txt': 'inside', '../secret.txt': 'outside', b: 'outside' });
      const run = await runInSandbox({
        execution: 'inline',
        context: { workspace },
        code: 'return await media.text(ref)',
        globals: { ref: { uri } },
      });
      // A URL has its dots resolved by the parser, so that it names a file inside.
      if (run.success) expect(run.result).toBe('inside');
      else expect(run.error).toContain('outside the workspace');
      expect(reads.every((path) => path === 'secret.txt')).toBe(true);
    },
  );

  it('refuses file URLs of other machines, and broken ones', async () => {
    expect(await errorOf({ uri: 'file://server/share/a.txt' }, context)).toContain('another machine');
    expect(await errorOf({ uri: 'file:///%zz' }, context)).toContain('cannot be read');
  });

  it('refuses a place that is longer than any is', async () => {
    const error = await errorOf({ uri: `asset://${'a'.repeat(9000)}` }, context);
    expect(error).toContain('uri of the reference has 9008 characters; at most 8192');
  });

  it('refuses what a host gives in place of bytes', async () => {
    const odd = { resolveAssetBytes: async () => ({ bytes: 'text', attempts: [] }) } as unknown as ProcessingContext;
    expect(await errorOf({ uri: 'asset://1' }, odd)).toContain('something else than bytes');
    const none = { resolveAssetBytes: async () => undefined } as unknown as ProcessingContext;
    expect(await errorOf({ uri: 'asset://1' }, none)).toContain('nothing was found');
  });
});

describe('references of the wrong kind', () => {
  it.each([['asset://1'], [5], [null], [undefined], [true]])('refuses %j', async (ref) => {
    const run = await failureOf('await media.info(ref)', {}, { globals: { ref } });
    expect(run.error).toContain('media.info expects a media reference');
    expect(run.errorInfo.name).toBe('TypeError');
  });

  it.each([[{}], [[]], [{ type: 'image' }], [{ uri: '' }], [{ data: null }], [{ __proto__: { uri: 'a' }, type: '' }]])(
    'refuses %j, which names nothing',
    async (ref) => {
      expect(await errorOf(ref)).toMatch(/names nothing; it needs/);
    },
  );

  it.each([
    [{ uri: 5 }, 'uri of the reference must be a string'],
    [{ asset_id: 7 }, 'asset_id of the reference must be a string'],
    [{ url: { href: 'asset://1' } }, 'url of the reference must be a string'],
    [{ asset_uri: ['asset://1'] }, 'asset_uri of the reference must be a string'],
    [{ type: {}, uri: 'a' }, 'type of the reference must be a string'],
    [{ data: [1, 2] }, 'data of the reference must be bytes, base64 or a data URI'],
    [{ data: 5 }, 'data of the reference must be bytes, base64 or a data URI'],
    [{ data: {} }, 'data of the reference must be bytes, base64 or a data URI'],
  ])('refuses %j by the name of its key', async (ref, message) => {
    expect(await errorOf(ref)).toContain(message);
  });

  it.each(['m1', 'm999', '__proto__', '', 5, {}, true])(
    'refuses a forged handle with the marker %j',
    async (marker) => {
      const code = `const handle = { ...ref, [key]: marker };
        const tries = [media.bytes(handle), media.text(handle), media.info(handle), media.toImage(handle),
          media.toAudio(handle), media.toVideo(handle), media.toDocument(handle)];
        return (await Promise.allSettled(tries)).map((one) => one.reason?.message ?? one.value)`;
      const globals = { ref: { type: 'image', uri: 'asset://1' }, marker, key: '__nodetool_sandbox_media__' };
      const context = { resolveAssetBytes: async () => ({ bytes: new Uint8Array(1), attempts: [] }) };
      const messages = (await valueOf(code, context, { globals })) as string[];
      expect(messages).toHaveLength(7);
      for (const message of messages) expect(message).toContain('is not available in this run');
    },
  );

  it('refuses the place of a handle', async () => {
    expect(await errorOf({ type: 'image', uri: 'sandbox://media/m1' })).toContain('is not available in this run');
    expect(await errorOf({ uri: 'SANDBOX://media/m1' })).toContain('is not available in this run');
  });

  it('takes nothing from a key __proto__, and changes no prototype', async () => {
    const code = `return await media.bytes(JSON.parse('{"__proto__": {"uri": "asset://1", "data": "aGk="}, "x": 1}'))`;
    expect((await failureOf(code)).error).toContain('names nothing');
    expect(({} as { uri?: string }).uri).toBeUndefined();
  });

  it('reads each property once, and no others', async () => {
    const code = `const seen = [];
      const ref = new Proxy({ uri: 'asset://1' }, { get(target, key) { seen.push(key); return target[key]; } });
      await media.bytes(ref);
      return seen.sort();`;
    const context = { resolveAssetBytes: async () => ({ bytes: new Uint8Array(1), attempts: [] }) };
    expect(await valueOf(code, context)).toEqual(
      ['__nodetool_sandbox_media__', 'asset_id', 'asset_uri', 'data', 'mimeType', 'type', 'uri', 'url'].sort(),
    );
  });

  it('rejects, and never throws at once', async () => {
    const code = `const throwing = { get uri() { throw new Error('from the getter') } };
      const calls = [() => media.bytes(), () => media.bytes(throwing), () => media.text({ uri: 'x' }, 5), () => media.toImage()];
      const promises = calls.map((call) => call());
      return (await Promise.allSettled(promises)).map((one) => one.status);`;
    expect(await valueOf(code)).toEqual(Array(4).fill('rejected'));
  });
});

describe('inline data', () => {
  it.each([
    ['aGVsbG8', 'hello'],
    ['aGVs\n bG8=\r\n', 'hello'],
    ['-_-_', Buffer.from('-_-_', 'base64url').toString('utf8')],
    ['+/+/', Buffer.from('+/+/', 'base64').toString('utf8')],
  ])('decodes %j', async (data, text) => {
    expect(await textOf({ data })).toBe(text);
  });

  it.each([
    ['aGVsb', 'is not complete base64'],
    ['aGVsbG8==', 'is not complete base64'],
    ['aGVsbG9=', 'is not complete base64'],
    ['iVBORw0KG', 'is not complete base64'],
    ['=', 'is not complete base64'],
    ['aGVs*G8=', 'character 5 does not belong to it'],
    ['aG=sbG8=', 'character 3 does not belong to it'],
    ['hello wörld', 'character 8 does not belong to it'],
  ])('refuses %j', async (data, message) => {
    const error = await errorOf({ data });
    // One digit of a last group stands for no byte.
    expect(error).toContain(data === '=' ? 'base64' : message);
  });

  it('decodes what the host encodes, at every length', async () => {
    const samples = Array.from({ length: 50 }, (_, length) =>
      Buffer.from(Uint8Array.from({ length }, (_x, i) => i * 37)),
    );
    const refs = samples.slice(1).map((bytes) => ({ data: bytes.toString('base64') }));
    const code = 'return Promise.all(refs.map((ref) => media.bytes(ref)))';
    const all = (await valueOf(code, {}, { globals: { refs } })) as Uint8Array[];
    expect(all.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
      samples.slice(1).map((bytes) => bytes.toString('hex')),
    );
  });

  it.each([
    ['data:text/plain', 'has no comma'],
    ['data:;base64,aGVsb', 'is not complete base64'],
  ])('refuses the data URI %s', async (uri, message) => {
    expect(await errorOf({ uri })).toContain(message);
  });

  it.each([
    ['data:,a%zz%4', 'a%zz%4'],
    ['data:,%C3%A9', 'é'],
    ['data:,é', 'é'],
    ['data:text/html,a,b', 'a,b'],
    ['data:text/plain;base64,aGk%3D', 'hi'],
    ['data:,a#b', 'a'],
  ])('reads %s as a browser does', async (uri, text) => {
    expect(await textOf({ uri })).toBe(text);
  });
});

// Many megabytes cross here, which takes its time on a busy machine.
describe('size', { timeout: 60_000 }, () => {
  const big = new Uint8Array(16 * MIB + 1);
  const limits = { memoryLimitBytes: 256 * MIB };
  const tooLarge = /16777217 bytes; at most 16777216 are accepted \(MAX_MEDIA_REF_BYTES\)/;

  it('of one payload is 16 MiB, whatever its source', async () => {
    const exact = new Uint8Array(16 * MIB);
    const context = { resolveAssetBytes: async () => ({ bytes: exact, attempts: [] }) };
    const code = `return (await media.bytes({ uri: 'asset://1' })).length`;
    expect(await valueOf(code, context, { limits })).toBe(16_777_216);
  });

  it('is refused past that for an asset, with the limit named', async () => {
    const context = { resolveAssetBytes: async () => ({ bytes: big, attempts: [] }) };
    const run = await failureOf(`await media.bytes({ uri: 'asset://1' })`, context, { limits });
    expect(run.error).toMatch(tooLarge);
    expect(run.errorInfo).toMatchObject({ code: 'LIMIT', limit: 'MAX_MEDIA_REF_BYTES', name: 'RangeError' });
  });

  it('is refused past that for the storage', async () => {
    const storage = { store: async () => '', retrieve: async () => big };
    expect(await errorOf({ uri: '/api/storage/k' }, { storage }, { limits })).toMatch(tooLarge);
  });

  it('is refused for a file before it is read', async () => {
    const { workspace, reads } = files({ 'big.bin': 'small' }, { 'big.bin': 16 * MIB + 1 });
    expect(await errorOf({ uri: 'big.bin' }, { workspace })).toMatch(tooLarge);
    expect(reads).toEqual([]);
  });

  it('is refused for a file that is larger than was told', async () => {
    const { workspace } = files({ 'big.bin': big }, { 'big.bin': 10 });
    expect(await errorOf({ uri: 'big.bin' }, { workspace }, { limits })).toContain('16777216');
  });

  it('is refused for inline bytes and inline base64', async () => {
    const code = `const n = 16 * 1024 * 1024 + 1; const errors = [];
      for (const data of [new Uint8Array(n), 'AAAA'.repeat(Math.floor(n / 3)) + 'AAA=' ])
        try { await media.bytes({ data }) } catch (error) { errors.push(error.message) }
      return errors;`;
    const errors = (await valueOf(code, {}, { limits })) as string[];
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(tooLarge);
    expect(errors[1]).toMatch(/1677721[78] bytes; at most 16777216/);
  });

  it('of a data URI is 4 MiB, which is checked before it is decoded', async () => {
    const code = `const n = 4 * 1024 * 1024; const seen = [];
      const whole = toBase64(new Uint8Array(n + 1));
      const uris = ['data:;base64,' + whole.slice(0, -4) + 'AA==', 'data:;base64,' + whole,
        'data:,' + 'a'.repeat(n), 'data:,' + 'a'.repeat(n + 1), 'data:,' + '%61'.repeat(n), 'data:,' + 'a'.repeat(4 * n + 4)];
      for (const uri of uris) try { seen.push((await media.info({ uri })).size) } catch (error) { seen.push(error.message) }
      return seen;`;
    const seen = (await valueOf(code, {}, { limits })) as unknown[];
    const refusal = expect.stringContaining('at most 4194304 are accepted (MAX_DATA_URI_BYTES)');
    expect(seen).toEqual([4_194_304, refusal, 4_194_304, refusal, 4_194_304, refusal]);
  });

  it('of bytes to be saved is 16 MiB', async () => {
    const code = `await media.toVideo(new Uint8Array(16 * 1024 * 1024 + 1))`;
    expect((await failureOf(code, {}, { limits })).error).toMatch(tooLarge);
  });
});

describe('media over HTTP', () => {
  let server: Server;
  let origin: string;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests++;
      if (request.url === '/big') {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        for (let sent = 0; sent < 17; sent++) response.write(Buffer.alloc(MIB));
        response.end();
      } else if (request.url === '/missing') {
        response.writeHead(404).end('no');
      } else if (request.url === '/private') {
        response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      } else {
        response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('a,b');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const open = { limits: { allowPrivateNetwork: true } };

  it('is fetched, and counts as a fetch', async () => {
    const code = `const ref = { uri: origin + '/a' }; return [await media.text(ref), await media.info(ref)]`;
    const run = await runInSandbox({ execution: 'inline', context: {}, code, globals: { origin }, ...open });
    expect(run.result).toEqual(['a,b', { type: 'text', mimeType: 'text/csv', uri: `${origin}/a`, size: 3 }]);
    expect(run.usage?.fetchCalls).toBe(2);
  });

  it('is refused past the number of fetches', async () => {
    const limits = { allowPrivateNetwork: true, maxFetchCalls: 1 };
    const code = `await media.bytes({ uri: origin }); await media.bytes({ uri: origin })`;
    expect((await failureOf(code, {}, { globals: { origin }, limits })).errorInfo.limit).toBe('maxFetchCalls');
  });

  it('is refused at addresses of private networks, without a request', async () => {
    const before = requests;
    expect(await errorOf({ uri: origin })).toContain('blocked');
    expect(await errorOf({ url: 'http://[::ffff:7f00:1]/' })).toContain('blocked');
    expect(await errorOf({ url: 'http://localhost/' })).toContain('blocked');
    expect(await errorOf({ url: 'https://user:pass@example.com/' })).not.toContain('nothing was found');
    expect(requests).toBe(before);
  });

  it('does not follow a redirect to a file', async () => {
    expect(await errorOf({ uri: `${origin}/private` }, {}, open)).toContain('unsupported scheme');
  });

  it('rejects for an answer that is no file, and for one that is too large', async () => {
    expect(await errorOf({ uri: `${origin}/missing` }, {}, open)).toContain('404');
    expect(await errorOf({ uri: `${origin}/big` }, {}, open)).toContain('16777216');
  });
});

describe('media.text', () => {
  it('decodes by the encoding that is asked for', async () => {
    const code = `return Promise.all([
      media.text({ data: new Uint8Array([0xe9]) }, { encoding: 'latin1' }),
      media.text({ data: new Uint8Array([0xe9]) }),
      media.text({ data: new Uint8Array([0xef, 0xbb, 0xbf, 0x61]) }, {}),
      media.text({ data: new Uint8Array([0x61, 0]) }, { encoding: 'utf-16le' }),
      media.text({ data: new Uint8Array([0x82, 0xa0]) }, { encoding: 'shift_jis' }),
    ])`;
    expect(await valueOf(code)).toEqual(['é', '\ufffd', 'a', 'a', 'あ']);
  });

  it.each([
    ['klingon', 'unknown encoding "klingon"', 'RangeError'],
    [5, 'encoding must be a string', 'TypeError'],
  ])('refuses the encoding %j before anything is loaded', async (encoding, message, name) => {
    let loads = 0;
    const context = { resolveAssetBytes: async () => ({ bytes: new Uint8Array(++loads), attempts: [] }) };
    const code = `await media.text({ uri: 'asset://1' }, { encoding })`;
    const run = await failureOf(code, context, { globals: { encoding } });
    expect(run.error).toContain(message);
    expect(run.errorInfo.name).toBe(name);
    expect(loads).toBe(0);
  });
});

describe('media.info', () => {
  const infoOf = (ref: unknown, context?: ProcessingContext) =>
    valueOf('return await media.info(ref)', context, { globals: { ref } });

  it.each([
    [
      'bytes over what is said',
      { type: 'image', mimeType: 'image/webp', data: new Uint8Array(PNG) },
      'image',
      'image/png',
    ],
    ['what is said', { type: 'image', mimeType: 'image/webp', data: 'AAAA' }, 'image', 'image/webp'],
    ['the data URI', { uri: 'data:text/csv;charset=utf-8,a' }, 'text', 'text/csv'],
    ['the extension', { uri: 'x.pdf' }, 'document', 'application/pdf'],
    ['the usual one of the type', { type: 'audio', data: 'AAAA' }, 'audio', 'audio/wav'],
    ['nothing', { data: 'AAAA' }, 'asset', 'application/octet-stream'],
  ])('tells the media type by %s', async (_title, ref, type, mimeType) => {
    expect(await infoOf(ref, files({ 'x.pdf': 'no pdf' }))).toMatchObject({ type, mimeType });
  });

  it('gives the place that led to the bytes', async () => {
    const context = {
      resolveAssetBytes: async (uri: string) => ({ bytes: uri.endsWith('2') ? new Uint8Array(3) : null, attempts: [] }),
    };
    expect(await infoOf({ asset_id: '1', uri: 'asset://2' }, context)).toMatchObject({ uri: 'asset://2', size: 3 });
    expect(await infoOf({ data: 'AAAA' })).toMatchObject({ uri: '', size: 3 });
  });
});

describe('builders', { timeout: 30_000 }, () => {
  it('save as an asset where the context keeps assets', async () => {
    const made: unknown[] = [];
    const context: ProcessingContext = {
      createAsset: async (asset) => {
        made.push({ ...asset, content: asset.content.length });
        return { id: `id${made.length}` };
      },
      storage: { store: async () => 'unused', retrieve: async () => null },
    };
    const code = `const bytes = new Uint8Array(5);
      return [await media.toImage(bytes), await media.toAudio(bytes.buffer, { filename: 'take.wav' }),
        await media.toVideo(bytes, { mimeType: 'video/webm' }), await media.toDocument(new DataView(bytes.buffer), { filename: 'a.pdf' })]`;
    expect(await valueOf(code, context)).toEqual([
      { type: 'image', uri: 'asset://id1', asset_id: 'id1', mimeType: 'image/png' },
      { type: 'audio', uri: 'asset://id2', asset_id: 'id2', mimeType: 'audio/wav', metadata: { filename: 'take.wav' } },
      { type: 'video', uri: 'asset://id3', asset_id: 'id3', mimeType: 'video/webm' },
      { type: 'document', uri: 'asset://id4', asset_id: 'id4', metadata: { filename: 'a.pdf' } },
    ]);
    expect(made).toEqual([
      { name: 'image.png', contentType: 'image/png', content: 5 },
      { name: 'take.wav', contentType: 'audio/wav', content: 5 },
      { name: 'video.webm', contentType: 'video/webm', content: 5 },
      { name: 'a.pdf', contentType: 'application/pdf', content: 5 },
    ]);
  });

  it('pass by createAsset where the context says that nothing is behind it', async () => {
    const asked: string[] = [];
    const context: ProcessingContext = {
      createAsset: async () => {
        throw new Error('no assets here');
      },
      hasModelInterface: (name) => asked.push(name) > 1,
      storage: { store: async (key) => key, retrieve: async () => null },
    };
    const code = 'return (await media.toImage(new Uint8Array(5))).uri.replace(/[0-9a-f-]{36}/, "id")';
    expect(await valueOf(code, context)).toBe('/api/storage/sandbox/id.png');
    expect(asked).toEqual(['createAsset']);
  });

  it('save in the storage where there are no assets, and read it back', async () => {
    const stored = new Map<string, Uint8Array>();
    const types: (string | undefined)[] = [];
    const storage: ProcessingContext['storage'] = {
      store: async (key, bytes, contentType) => {
        stored.set(key, bytes);
        types.push(contentType);
        return `somewhere/${key}`;
      },
      retrieve: async (key) => stored.get(key) ?? null,
    };
    const code = `const ref = await media.toAudio(new Uint8Array([1, 2, 3])); return [ref, await media.bytes(ref)]`;
    const [ref, bytes] = (await valueOf(code, { storage })) as [{ uri: string }, Uint8Array];
    expect(ref).toEqual({
      type: 'audio',
      uri: expect.stringMatching(/^\/api\/storage\/sandbox\/[0-9a-f-]{36}\.mp3$/),
      asset_id: null,
      mimeType: 'audio/mpeg',
    });
    expect([...bytes]).toEqual([1, 2, 3]);
    expect(types).toEqual(['audio/mpeg']);
  });

  it('keep up to 4 MiB in the reference itself where there is neither', async () => {
    const code = `const n = 4 * 1024 * 1024;
      const ref = await media.toVideo(new Uint8Array(n), { filename: 'a.mov' });
      let error; try { await media.toVideo(new Uint8Array(n + 1)) } catch (e) { error = e.message }
      return [ref.uri.slice(0, 28), ref.uri.length, error]`;
    const [head, length, error] = (await valueOf(code, {}, { limits: { maxOutputSize: 1e7 } })) as [
      string,
      number,
      string,
    ];
    expect(head).toBe('data:video/quicktime;base64,');
    expect(length).toBe(28 + Math.ceil(4_194_304 / 3) * 4);
    expect(error).toContain('neither createAsset nor storage, and 4194305 bytes are too many');
  });

  it.each([
    [new Uint8Array(0)],
    [new ArrayBuffer(0)],
    ['text'],
    [[1, 2, 3]],
    [{ length: 3 }],
    [5],
    [null],
    [undefined],
  ])('refuse %j as bytes', async (bytes) => {
    const run = await failureOf('await media.toImage(bytes)', {}, { globals: { bytes } });
    expect(run.error).toContain('media.toImage: bytes must be a typed array or an ArrayBuffer that is not empty');
  });

  it.each([
    [{ mimeType: 'png' }, 'mimeType must be a media type'],
    [{ mimeType: 'image/png\r\nx: y' }, 'mimeType must be a media type'],
    [{ mimeType: 'image/png;a=","' }, 'mimeType must be a media type'],
    [{ mimeType: `image/${'x'.repeat(300)}` }, 'mimeType must be a media type'],
    [{ mimeType: 'image/png;a=#' }, 'mimeType must be a media type'],
    [{ mimeType: 5 }, 'mimeType must be a string'],
    [{ filename: '../../etc/x.png' }, 'filename must be the plain name'],
    [{ filename: 'a\\b.png' }, 'filename must be the plain name'],
    [{ filename: '..' }, 'filename must be the plain name'],
    [{ filename: 'a\0b' }, 'filename must be the plain name'],
    [{ filename: 'x'.repeat(256) }, 'filename must be the plain name'],
    [{ filename: {} }, 'filename must be a string'],
    [5, 'options must be an object'],
  ])('refuse the options %j', async (options, message) => {
    const code = 'await media.toImage(new Uint8Array(1), options)';
    expect((await failureOf(code, {}, { globals: { options } })).error).toContain(message);
  });

  it('refuse an asset that the host made without an id', async () => {
    const context = { createAsset: async () => ({}) } as unknown as ProcessingContext;
    expect((await failureOf('await media.toImage(new Uint8Array(1))', context)).error).toContain('without an id');
  });

  it('do not fall back to the storage when the host cannot make an asset', async () => {
    const context: ProcessingContext = {
      createAsset: async () => {
        throw new Error('quota reached at /var/lib/assets/db');
      },
      storage: { store: async () => 'unused', retrieve: async () => null },
    };
    expect((await failureOf('await media.toImage(new Uint8Array(1))', context)).error).toBe(
      'quota reached at a host file',
    );
  });
});

describe('without a context', () => {
  it('media rejects, and names the member', async () => {
    const code = `const calls = ['bytes', 'text', 'info', 'toDocument', 'toImage', 'toAudio', 'toVideo'];
      const all = await Promise.allSettled(calls.map((name) => media[name]({ data: 'aGk=' })));
      return all.map((one) => one.reason.message)`;
    const run = await runInSandbox({ execution: 'inline', code });
    expect(run.result).toEqual(
      ['bytes', 'text', 'info', 'toDocument', 'toImage', 'toAudio', 'toVideo'].map((name) =>
        expect.stringContaining(`media.${name} is not available without a context`),
      ),
    );
  });
});

describe('many loads', () => {
  it('are served four at a time, in order', async () => {
    let working = 0;
    let most = 0;
    const order: string[] = [];
    const resolveAssetBytes = async (uri: string) => {
      order.push(uri);
      most = Math.max(most, ++working);
      await new Promise((resolve) => setTimeout(resolve, 2));
      working--;
      return { bytes: new Uint8Array(1), attempts: [] };
    };
    const code = `return (await Promise.all(Array.from({ length: 20 }, (_, i) => media.bytes({ uri: 'asset://' + i })))).length`;
    expect(await valueOf(code, { resolveAssetBytes })).toBe(20);
    expect(most).toBe(4);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => `asset://${index}`));
  });

  it('that fail do not stop those that wait', async () => {
    const resolveAssetBytes = async (uri: string) => {
      if (uri.endsWith('0')) throw new Error('broken');
      return { bytes: new Uint8Array(1), attempts: [] };
    };
    const code = `return (await Promise.allSettled(Array.from({ length: 30 }, (_, i) => media.bytes({ uri: 'asset://' + i }))))
      .filter((one) => one.status === 'fulfilled').length`;
    expect(await valueOf(code, { resolveAssetBytes })).toBe(27);
  });
});

describe('the media object', () => {
  it('is frozen, and so are its functions, none of which can be constructed', async () => {
    const code = `return [Object.isFrozen(media), Object.values(media).every((f) => {
      try { new f(); return false } catch { return Object.isFrozen(f) }
    }), Object.keys(media)]`;
    expect(await valueOf(code)).toEqual([
      true,
      true,
      ['bytes', 'text', 'info', 'toDocument', 'toImage', 'toAudio', 'toVideo'],
    ]);
  });

  it('works on when a program has replaced what it could be made of', async () => {
    const code = `
      Object.defineProperty(Object.prototype, 'uri', { get: () => 'asset://stolen', configurable: true });
      Object.keys = Object.defineProperty = Reflect.defineProperty = Array.prototype.push = () => { throw new Error('tampered') };
      Promise.prototype.then = () => { throw new Error('tampered') };
      return [...await media.bytes({ data: new Uint8Array([1, 2]) })]`;
    expect(await valueOf(code)).toEqual([1, 2]);
  });
});
