import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';

const call = hostCaller('notion', functions);
const SECRET = 'S3CRETt0ken';
const request = (options: object): Promise<unknown> => call('request', { token: SECRET, path: 'search', ...options });
const paragraph = (rich_text: unknown, children?: unknown) => ({
  type: 'paragraph',
  paragraph: { rich_text },
  children,
});

async function expectRefused(outcome: Promise<unknown>, code = 'notion.bad-argument'): Promise<void> {
  const error = await outcome.then(
    (value) => expect.fail(`answered ${JSON.stringify(value).slice(0, 200)}`),
    (reason: unknown) => reason as Error & { hint: string },
  );
  expect(error).toMatchObject({ code, message: expect.stringMatching(/^notion\.(request|plainText|toMarkdown): /) });
  expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain(SECRET);
}

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('toMarkdown', [{ type: 'divider', divider: {} }])).toBe('---');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('notion requests under attack', () => {
  it.each([
    '//evil.test/x',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2fevil.test',
    'https:h',
    'https://evil.test/x',
    'https://api.notion.com/v1/search',
    '../x',
    'a/../../x',
    '..%2fx',
    '..%252fx',
    '%2e%2e/x',
    '/../x',
    'a\r\nX: y',
    'a\tb',
    'a%0d%0aX: y',
    'a#b',
    'a%zz',
    '',
    7,
    null,
    undefined,
    ['search'],
  ])('refuses the path %j', async (path) => expectRefused(request({ path })));

  it('keeps the token to itself', async () => {
    for (const token of [
      `${SECRET}\n`,
      `${SECRET}\r\nX: y`,
      `${SECRET} x`,
      `${SECRET}ü`,
      '',
      null,
      undefined,
      7,
      [SECRET],
    ])
      await expectRefused(request({ token }));
    await expectRefused(request({ token: SECRET.repeat(1000) }), 'notion.too-large');
    await expectRefused(request({ path: `${SECRET}#` }));
    await expectRefused(request({ method: SECRET }));
    await expectRefused(request({ version: SECRET }));
    await expectRefused(request({ method: 'POST', body: SECRET }));
    await expect(request({ token: undefined })).rejects.toThrow(/await nodetool.secrets.get\("NOTION_API_KEY"\)/);
  });

  it('refuses other kinds and options it does not know', async () => {
    for (const options of [7, 'x', [], new Map(), undefined, null, Promise.resolve({})])
      await expectRefused(call('request', options));
    await expect(request({ params: {} })).rejects.toThrow(
      '"params". Allowed: token, path, method, body, query, version',
    );
    for (const bad of [
      { method: 'TRACE' },
      { method: 'GET\r\n' },
      { body: {} },
      { method: 'HEAD', body: {} },
      { method: 'POST', body: 7 },
      { method: 'POST', body: { a: new Uint8Array(1) } },
      { version: '2022-06-28\r\nX: y' },
      { version: 'latest' },
      { version: null },
      { query: 7 },
      { query: { a: {} } },
    ])
      await expectRefused(request(bad));
    expect(await request({ query: JSON.parse('{"__proto__":"a\\r\\nb"}') })).toMatchObject({
      url: 'https://api.notion.com/v1/search?__proto__=a%0D%0Ab',
    });
  });

  it('counts what is sent', async () => {
    const body = (length: number) => request({ method: 'POST', body: ['x'.repeat(length)] });
    expect(((await body(1_048_572)) as { body: string }).body).toHaveLength(1_048_576);
    await expectRefused(body(1_048_573), 'notion.too-large');
    await expectRefused(request({ query: { a: 'x'.repeat(65_536) } }), 'notion.too-large');
  });
});

describe('notion blocks under attack', () => {
  it('refuses what is no list of blocks, and names it', async () => {
    const bad: [unknown, string][] = [
      [undefined, 'blocks must be an array, not undefined'],
      [{ results: [] }, 'blocks must be an array, not an object. Pass the list, such as res.json.results'],
      ['# x', 'blocks must be an array, not a string'],
      [new Uint8Array(3), 'blocks must be an array, not a Uint8Array'],
      [[null], 'blocks[0] must be a block, not null'],
      [[paragraph([], [7])], 'blocks[0].children[0] must be a block, not a number'],
      [[paragraph([], { a: 1 })], 'blocks[0].children must be an array, not an object'],
    ];
    for (const [blocks, text] of bad) {
      await expectRefused(call('toMarkdown', blocks));
      await expect(call('toMarkdown', blocks)).rejects.toThrow(text);
    }
  });

  it('takes odd names and values as data', async () => {
    const odd: unknown[] = ['__proto__', 'constructor', 'toString', 7, null, {}, `a\n${'b'.repeat(100)}`].map(
      (type) => ({ type }),
    );
    expect(await call('toMarkdown', odd)).toBe('');
    expect(call.warnings.at(-1)).toMatch(/^notion\.toMarkdown: 7 blocks .*constructor \(1\), .*a\?b{38} \(1\)$/);
    for (const data of [undefined, null, 7, 'x', [], { rich_text: 7 }, { rich_text: [7, null, { text: 7 }] }])
      expect(await call('toMarkdown', [{ type: 'paragraph', paragraph: data }])).toBe('');
    const inherited: unknown = JSON.parse('[{"type":"paragraph","__proto__":{"paragraph":{"rich_text":"x"}}}]');
    expect(await call('toMarkdown', inherited)).toBe('');
    await expectAliveAndClean();
  });

  it('does not let code leave its fence', async () => {
    const code = (language: unknown) => ({ type: 'code', code: { rich_text: '`'.repeat(50), language } });
    const fence = '`'.repeat(51);
    for (const language of ['a`b', 'a\nb', 7, '', 'x'.repeat(100)])
      expect(await call('toMarkdown', [code(language)])).toBe(`${fence}\n${'`'.repeat(50)}\n${fence}`);
  });

  it('counts blocks, levels, items and characters, also of data that unfolds', async () => {
    const started = performance.now();
    const nest = (levels: number) => {
      let block = paragraph('x');
      for (let level = 1; level < levels; level += 1) block = paragraph('x', [block]);
      return [block];
    };
    expect(await call('toMarkdown', nest(50))).toContain('x');
    await expectRefused(call('toMarkdown', nest(51)), 'notion.too-deep');
    await expectRefused(call('toMarkdown', nest(100_000)), 'notion.too-deep');
    const many = (count: number) => Array.from({ length: count }, () => paragraph('x'));
    expect(await call('toMarkdown', many(10_000))).toHaveLength(3 * 10_000 - 2);
    await expectRefused(call('toMarkdown', many(10_001)), 'notion.too-many');
    let wide: unknown[] = [paragraph('x')];
    for (let level = 0; level < 40; level += 1) wide = [paragraph('x', wide), paragraph('x', wide)];
    await expectRefused(call('toMarkdown', wide), 'notion.too-many');
    const cyclic: unknown[] = [];
    cyclic.push(paragraph('x', cyclic));
    await expectRefused(call('toMarkdown', cyclic), 'notion.too-deep');
    const long = { plain_text: 'x'.repeat(1_000_000) };
    await expectRefused(
      call('toMarkdown', [paragraph(Array.from({ length: 50_000 }, () => long))]),
      'notion.too-large',
    );
    await expectRefused(call('plainText', [long, long]), 'notion.too-large');
    await expectRefused(call('plainText', 'x'.repeat(1_048_577)), 'notion.too-large');
    await expectRefused(
      call(
        'plainText',
        Array.from({ length: 100_001 }, () => ({})),
      ),
      'notion.too-many',
    );
    const lines = '\n'.repeat(900_000);
    let quote: object = { type: 'quote', quote: { rich_text: lines } };
    for (let level = 0; level < 40; level += 1) quote = { type: 'quote', quote: {}, children: [quote] };
    await expectRefused(call('toMarkdown', [quote]), 'notion.too-many');
    quote = { type: 'quote', quote: { rich_text: '\n'.repeat(90_000) } };
    for (let level = 0; level < 40; level += 1) quote = { type: 'quote', quote: {}, children: [quote] };
    await expectRefused(call('toMarkdown', [quote]), 'notion.too-large');
    await expectRefused(
      call('toMarkdown', [{ type: 'code', code: { rich_text: '`'.repeat(600_000) } }]),
      'notion.too-large',
    );
    expect(performance.now() - started).toBeLessThan(20_000);
    await expectAliveAndClean();
  });
});
