import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import {
  HTML_MAX_DEPTH,
  HTML_MAX_ELEMENTS,
  HTML_MAX_ITEMS,
  HTML_MAX_MARKDOWN_ELEMENTS,
  HTML_MAX_TEXT_CHARS,
} from '../src/limits.js';

const warnings: string[] = [];
const call = async (name: string, ...args: unknown[]): Promise<unknown> => {
  const run = functions[name];
  if (!run) throw new Error(`no function ${name}`);
  return run({
    args,
    where: `html.${name}`,
    signal: new AbortController().signal,
    deadlineMs: 20_000,
    warn: (text) => void warnings.push(text),
  });
};
const names = Object.keys(functions);
/** Arguments after the HTML. */
const restOf = (name: string): unknown[] => (name === 'select' ? ['p'] : []);

async function expectAliveAndClean(): Promise<void> {
  expect(await call('toText', '<p>a</p>')).toBe('a');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('html under attack', () => {
  it.each(names)('%s refuses what is no text, by size before any work, and deep nesting', async (name) => {
    for (const value of [undefined, null, 7, {}, ['<p>'], new Uint8Array(3), Promise.resolve('')]) {
      await expect(call(name, value, ...restOf(name))).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'html.bad-argument',
        message: expect.stringContaining(`html.${name}: html must be a string`),
      });
    }
    await expect(call(name, 'x'.repeat(HTML_MAX_TEXT_CHARS + 1), ...restOf(name))).rejects.toMatchObject({
      code: 'html.too-large',
      message: expect.stringContaining('character limit'),
    });
    await expect(call(name, '<div>'.repeat(20_000), ...restOf(name))).rejects.toMatchObject({
      code: 'html.too-deep',
      limit: 'HTML_MAX_DEPTH',
    });
    await expect(call(name, '<div>'.repeat(HTML_MAX_DEPTH + 1), ...restOf(name))).rejects.toMatchObject({
      code: 'html.too-deep',
    });
    await expect(call(name, `${'<div>'.repeat(HTML_MAX_DEPTH - 1)}<p>x`, ...restOf(name))).resolves.toBeDefined();
    await expectAliveAndClean();
  });

  it('stops trees that the parser’s repairs make', async () => {
    const formats = Array.from({ length: 2000 }, (_, at) => `<p><b a=${at}></p>`).join('');
    await expect(call('toText', formats)).rejects.toMatchObject({ code: 'html.too-deep' });
    const copies = `<p>${Array.from({ length: 400 }, (_, at) => `<b a=${at}>`).join('')}</p>${'<p>x</p>'.repeat(1000)}`;
    await expect(call('toText', copies)).rejects.toMatchObject({ code: 'html.too-many' });
    const swapped = '<a><p>'.repeat(300);
    const outcome = await call('toMarkdown', swapped).catch((error: unknown) => error);
    if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: 'html.too-deep' });
  });

  it('bounds elements', async () => {
    await expect(call('toText', '<p>'.repeat(HTML_MAX_ELEMENTS + 1))).rejects.toMatchObject({
      code: 'html.too-many',
      limit: 'HTML_MAX_ELEMENTS',
    });
    await expect(call('toMarkdown', '<p>'.repeat(HTML_MAX_MARKDOWN_ELEMENTS + 1))).rejects.toMatchObject({
      code: 'html.too-many',
      limit: 'HTML_MAX_MARKDOWN_ELEMENTS',
    });
  });

  it('answers a megabyte of angles, open comments, open tags and open attributes', async () => {
    expect(await call('toText', '<'.repeat(1_000_000))).toHaveLength(1_000_000);
    expect(await call('toText', `a<!--${'x'.repeat(1_000_000)}`)).toBe('a');
    expect(await call('toText', `a<p x="${'y'.repeat(1_000_000)}`)).toBe('a');
    expect(await call('toText', `a<${'y'.repeat(1_000_000)}`)).toBe('a');
    expect(await call('toText', '&'.repeat(100_000))).toHaveLength(100_000);
  });

  it('gives a thousand of many links and says how many it left out', async () => {
    warnings.length = 0;
    expect(await call('extractLinks', '<a href=x>y</a>'.repeat(20_000))).toHaveLength(HTML_MAX_ITEMS);
    expect(warnings).toEqual(['html.extractLinks: 19000 more items were left out after the first 1000']);
    expect(await call('extractImages', '<img src=x>'.repeat(1001))).toHaveLength(HTML_MAX_ITEMS);
    expect(warnings[1]).toBe('html.extractImages: 1 more items were left out after the first 1000');
    expect(await call('select', '<p>x'.repeat(2000), 'p', { limit: 1e9 })).toHaveLength(1000);
  });

  it('bounds the result as a whole', async () => {
    const nested = `${'<div>'.repeat(500)}${'x'.repeat(20_000)}`;
    await expect(call('select', nested, 'div', { limit: 500 })).rejects.toMatchObject({
      code: 'html.too-large',
      limit: 'HTML_MAX_RESULT_CHARS',
    });
  });

  it('refuses selectors that it cannot read', async () => {
    for (const selector of [
      '',
      '  ',
      '[',
      'p:nope(',
      ':::',
      ':unknown-thing',
      '<b>',
      'p >',
      'p,',
      ':not('.repeat(800),
      `${':has('.repeat(800)}*`,
    ]) {
      const error: unknown = await call('select', '<p>', selector).catch((reason: unknown) => reason);
      expect(error, selector.slice(0, 20)).toMatchObject({
        code: 'html.bad-argument',
        message: expect.stringContaining('selector'),
      });
    }
    await expect(call('select', '<p>', `${'p,'.repeat(3000)}p`)).rejects.toMatchObject({ code: 'html.too-large' });
    for (const selector of [undefined, null, 7, {}]) {
      await expect(call('select', '<p>', selector)).rejects.toMatchObject({ code: 'html.bad-argument' });
    }
    expect(await call('select', '<div><p>x</p></div>', ':has(:has(*))')).toEqual(['x', 'x']);
  });

  it('refuses options and bases that it does not know', async () => {
    await expect(call('select', '<p>', 'p', { atr: 'x' })).rejects.toMatchObject({
      code: 'html.bad-argument',
      message: expect.stringContaining('"atr". Allowed: attr, limit'),
    });
    await expect(call('select', '<p>', 'p', { limit: Number.NaN })).rejects.toMatchObject({
      code: 'html.bad-argument',
    });
    for (const turndown of [
      { rules: {} },
      { blankReplacement: 'x' },
      { headingStyle: 'x' },
      { hr: '<script>' },
      { fence: '`'.repeat(99) },
      7,
    ]) {
      await expect(call('toMarkdown', '<p>', { turndown })).rejects.toMatchObject({
        code: 'html.bad-argument',
        message: expect.stringContaining('options.turndown'),
      });
    }
    for (const base of ['x', '/p/', 'javascript:1', 'file:///etc/', 'data:,x', 7, { baseUrl: 'https://e.test' }]) {
      await expect(call('extractLinks', '<a href=x>', base)).rejects.toMatchObject({
        code: 'html.bad-argument',
        message: expect.stringContaining('baseUrl'),
      });
      await expect(call('toMarkdown', '<a href=x>', { baseUrl: base })).rejects.toMatchObject({
        code: 'html.bad-argument',
      });
    }
  });

  it('takes names like parts of a prototype as data', async () => {
    const page = '<p __proto__="1" constructor="2">x</p><meta name="__proto__" content="y">';
    expect(await call('select', page, 'p', { attr: '__proto__' })).toEqual(['1']);
    expect(await call('select', page, 'p', { attr: 'constructor' })).toEqual(['2']);
    expect(await call('select', page, 'p', { attr: 'toString' })).toEqual([]);
    expect(await call('select', page, 'p[__proto__="1"]')).toEqual(['x']);
    expect(await call('extractMetadata', page)).toEqual({ title: null, description: null, keywords: null });
    await expectAliveAndClean();
  });

  it('answers every mutation of a good page', async () => {
    const good =
      '<!doctype html><title>t</title><table><tr><td>1<td>2</table><p class="a">x &amp; <a href="/y">z</a><ul><li>i</ul><script>s()</script>';
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 1000; turn += 1) {
      const at = next(good.length);
      const page =
        turn % 2 === 0 ? good.slice(0, at) : good.slice(0, at) + String.fromCharCode(next(65_536)) + good.slice(at + 1);
      const name = names[turn % names.length] ?? 'toText';
      await expect(call(name, page, ...restOf(name))).resolves.toBeDefined();
    }
  });
});
