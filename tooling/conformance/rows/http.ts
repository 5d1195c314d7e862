/** What a program gets over HTTP, and what it may not ask for. */
import { type Difference, followsByItself, type Row, type RowOptions } from '../row.js';

type Limits = NonNullable<RowOptions['limits']>;

/** The server stands on this machine, which a program may only reach when the host says so. */
const fetching = (name: string, code: string, result: unknown, limits: Limits = {}, extra: Partial<Row> = {}): Row => ({
  name,
  rules: ['fetch'],
  code,
  options: ({ origin }) => ({ globals: { origin }, limits: { allowPrivateNetwork: true, ...limits } }),
  expected: { result },
  ...extra,
});

/** Each is this machine, or what must not be reached from it. */
const PRIVATE = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://localhost./',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
];

const noRedirects: readonly Difference[] = followsByItself(
  'it is refused, since a browser shows no redirect to a page',
  {
    failure: 'GUEST',
    says: ['not possible in a browser'],
  },
);
const browserCounts: readonly Difference[] = followsByItself(
  'the browser ends it, after more redirects than five and with another text',
  { result: false },
);

export const httpRows: Row[] = [
  fetching(
    'gives a whole response',
    `const r = await fetch(origin + '/http/text'); return [r.ok, r.status, r.headers['x-test'], r.body, await r.text(), (await r.bytes()).length, (await r.arrayBuffer()).byteLength, r.url === origin + '/http/text', r.redirected, r.truncated, r.json]`,
    [true, 200, 'one', 'hello', 'hello', 5, 5, true, false, false, null],
  ),
  fetching('reads JSON', `return (await fetch(origin + '/http/json')).json`, { a: [1, { b: null }] }),
  fetching(
    'takes an error status for a response',
    `const r = await fetch(origin + '/http/missing'); return [r.ok, r.status, r.body]`,
    [false, 404, 'gone'],
  ),
  fetching(
    'sends a method, headers and an object as JSON, and no cookie',
    `return (await fetch(origin + '/http/echo', { method: 'post', headers: { 'X-Keep': 1 }, body: { a: [1] } })).json`,
    { method: 'POST', type: 'application/json', keep: '1', body: '{"a":[1]}' },
  ),
  fetching(
    'sends bytes and text as they are',
    `const send = async (body) => (await fetch(origin + '/http/echo', { method: 'PUT', body })).json.body; return [await send('ü'), await send(new Uint8Array([104, 105])), await send(new URLSearchParams({ a: 'b c' }))]`,
    ['ü', 'hi', 'a=b+c'],
  ),
  fetching(
    'cuts a long body and says so',
    `const r = await fetch(origin + '/http/long'); return [r.truncated, (await r.bytes()).length, r.body.endsWith('...[truncated]')]`,
    [true, 1024, true],
    { maxResponseBodyBytes: 1024 },
  ),
  fetching(
    'follows a redirect',
    `const r = await fetch(origin + '/http/redirect'); return [r.status, r.redirected, r.url === origin + '/http/text', r.body]`,
    [200, true, true, 'hello'],
  ),
  fetching(
    'shows a redirect that is not to be followed',
    `const r = await fetch(origin + '/http/redirect', { redirect: 'manual' }); return [r.status, r.headers.location]`,
    [302, '/http/text'],
    {},
    { differs: noRedirects },
  ),
  fetching(
    'ends redirects that do not end',
    `try { await fetch(origin + '/http/loop') } catch (e) { return e.message.includes('too many redirects') }`,
    true,
    {},
    { differs: browserCounts },
  ),
  fetching(
    'rejects when there is no answer in time',
    `try { await fetch(origin + '/http/never') } catch (e) { return e.message.includes('timed out') }`,
    true,
    { fetchTimeoutMs: 300 },
  ),
  fetching(
    'counts calls that run at the same time',
    `const all = await Promise.allSettled([1, 2, 3].map(() => fetch(origin + '/http/text'))); return [all.map((one) => one.status), all[2].reason.message.includes('max 2')]`,
    [['fulfilled', 'fulfilled', 'rejected'], true],
    { maxFetchCalls: 2 },
  ),
  fetching(
    'refuses headers that belong to the connection, and a body on GET',
    `const out = []; for (const options of [{ headers: { Host: 'x' } }, { headers: { a: 'b\\r\\nc: d' } }, { body: 'x' }, { method: 'CONNECT' }]) { try { await fetch(origin, options); out.push('sent') } catch (e) { out.push(e instanceof TypeError) } } return out`,
    [true, true, true, true],
  ),
  {
    name: 'cancels a fetch that waits',
    rules: ['fetch', 'cancel'],
    code: `await fetch(origin + '/http/never')`,
    options: ({ origin }) => ({
      globals: { origin },
      limits: { allowPrivateNetwork: true },
      signal: AbortSignal.timeout(100),
    }),
    expected: { failure: 'CANCELLED', error: 'Execution cancelled' },
  },
  {
    name: 'reaches no private address by any spelling, unless the host allows it',
    rules: ['fetch', 'guard'],
    code: `const out = []; for (const url of urls) { try { await fetch(url); out.push(url) } catch (e) { if (!/blocked/.test(e.message)) out.push(e.message) } } return out`,
    options: ({ origin }) => ({ globals: { urls: [...PRIVATE, origin] } }),
    expected: { result: [] },
  },
  {
    name: 'asks for nothing but HTTP',
    rules: ['fetch', 'guard'],
    code: `const out = []; for (const url of ['file:///etc/passwd', 'data:text/plain,x', 'blob:x', 'ftp://example.com/', '', 5]) { try { await fetch(url); out.push(url) } catch (e) { out.push(e instanceof Error) } } return out`,
    expected: { result: [true, true, true, true, true, true] },
  },
];
