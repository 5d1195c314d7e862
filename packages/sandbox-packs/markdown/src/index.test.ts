import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import type * as Marked from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import markdown, { lexer, marked, parse } from './index.js';
import { isAnchored } from './sticky-rules.js';

const require = createRequire(import.meta.url);
// The other build of the same version, which nothing has rewritten.
const umd = readFileSync(join(dirname(require.resolve('marked/package.json')), 'lib/marked.umd.js'), 'utf8');
const plainModule = { exports: {} as typeof Marked };
new Function('module', 'exports', umd)(plainModule, plainModule.exports);
const plain = plainModule.exports;
// The specification shows a tab as an arrow.
const examples = (require('commonmark-spec') as { tests: { markdown: string; html: string }[] }).tests.map(
  ({ markdown: text, html }) => ({ markdown: text.replaceAll('→', '\t'), html: html.replaceAll('→', '\t') }),
);

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

describe('parse', () => {
  it('writes headings, emphasis and code', () => {
    const html = '<h1>Title</h1>\n<p>a <em>b</em> <strong>c</strong> <code>d</code></p>\n';
    expect(parse('# Title\n\na *b* **c** `d`\n')).toBe(html);
    expect(guest.run('return pack.marked.parse(input)', '# Title\n\na *b* **c** `d`\n')).toBe(html);
  });

  it('aligns the columns of tables', () => {
    const text = '| a | b |\n|---|--:|\n| 1 | 2 |\n';
    expect(guest.run('return pack.parse(input)', text)).toContain('<td align="right">2</td>');
    expect(guest.run('return pack.parse(input, { gfm: false })', text)).not.toContain('<table>');
  });

  it('breaks lines when asked', () => {
    expect(guest.run('return [pack.parse("a\\nb", { breaks: true }), pack.parse("a\\nb")]')).toEqual([
      '<p>a<br>b</p>\n',
      '<p>a\nb</p>\n',
    ]);
  });

  it('passes raw HTML and script links through: it is no sanitiser', () => {
    expect(guest.run('return pack.parse("<script>x()</script>")')).toBe('<script>x()</script>');
    expect(guest.run('return pack.parse("[a](javascript:x)")')).toBe('<p><a href="javascript:x">a</a></p>\n');
  });

  it('refuses what is no text', () => {
    for (const value of ['undefined', 'null', '7', '{}']) {
      expect(() => guest.run(`return pack.parse(${value})`)).toThrow(/string expected|undefined or null/);
    }
    expect(() => guest.run('return pack.parse(7)')).toThrow('string expected');
  });
});

describe('lexer', () => {
  it('gives tokens', () => {
    expect(lexer('# A\n\n- x\n- y\n').map(({ type }) => type)).toEqual(['heading', 'space', 'list']);
    expect(guest.run('return pack.lexer(input).map((t) => t.type)', '# A\n\n- x\n- y\n')).toEqual([
      'heading',
      'space',
      'list',
    ]);
  });
});

describe('the module', () => {
  const names = [
    'Hooks',
    'Lexer',
    'Marked',
    'Parser',
    'Renderer',
    'TextRenderer',
    'Tokenizer',
    'default',
    'defaults',
    'getDefaults',
    'lexer',
    'marked',
    'parse',
    'parseInline',
    'parser',
    'setOptions',
    'use',
    'walkTokens',
  ];
  it('has the exports it promises', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual(names);
    expect(markdown.marked).toBe(marked);
  });

  it('lets extensions and instances of their own work', () => {
    const body = `
      const own = new pack.Marked({ renderer: { heading: ({ text, depth }) => '<h' + depth + ' id="x">' + text + '</h' + depth + '>' } });
      const sub = { name: 'sub', level: 'inline', start: (src) => src.indexOf('~'),
        tokenizer(src) { const m = /^~(\\w+)~/.exec(src); return m ? { type: 'sub', raw: m[0], text: m[1] } : undefined; },
        renderer: (token) => '<sub>' + token.text + '</sub>' };
      return [own.parse('# A'), new pack.Marked({ extensions: [sub] }).parse('H~2~O'), pack.parse('# A'), pack.parseInline('*a*')];`;
    expect(guest.run(body)).toEqual(['<h1 id="x">A</h1>', '<p>H<sub>2</sub>O</p>\n', '<h1>A</h1>\n', '<em>a</em>']);
  });
});

describe('the rewritten rules', () => {
  it('are rewritten only where every alternative is anchored', () => {
    for (const source of ['^a', '^a|^b', '^(?:a|b)', '^[|]', '^\\|a', '^[^|]|^(a|(b|c))', '^[\\]|]'])
      expect(isAnchored(source), source).toBe(true);
    for (const source of ['a', '^a|b', '(^a)', '', '^(a)|(^b)', '^[\\]]|b'])
      expect(isAnchored(source), source).toBe(false);
    const anchored = guest.run(`
      const { block, inline } = pack.Lexer.rules;
      const rules = [...Object.values(block), ...Object.values(inline)].flatMap((table) => Object.values(table)).filter((r) => r instanceof RegExp);
      return rules.filter((r) => r.source.startsWith('^') && !/[gym]/.test(r.flags)).map((r) => r.source)`);
    expect(anchored).toEqual([]);
  });

  const optionSets = [{}, { gfm: false }, { breaks: true }, { pedantic: true }];
  it.each(optionSets)('give the examples of CommonMark what the library gives in V8, with %o', (options) => {
    expect(examples).toHaveLength(652);
    const texts = examples.map(({ markdown: text }) => text);
    const body = 'return input.texts.map((text) => pack.parse(text, { ...input.options }))';
    expect(guest.run(body, { texts, options })).toEqual(texts.map((text) => plain.parse(text, { ...options })));
  });

  it('pass as many examples of CommonMark as the library', () => {
    // The specification writes `/>` and plain apostrophes, the library does not; line breaks between tags mean nothing.
    const plainer = (html: string) =>
      html.replaceAll(' />', '>').replaceAll('&#39;', "'").replace(/>\s*</g, '><').trim();
    const rightOf = (parseText: (text: string) => unknown) =>
      examples.filter(({ markdown: text, html }) => plainer(String(parseText(text))) === plainer(html)).length;
    expect(rightOf((text) => parse(text, { gfm: false }))).toBe(rightOf((text) => plain.parse(text, { gfm: false })));
    expect(rightOf((text) => parse(text, { gfm: false }))).toBeGreaterThan(600);
  });

  it('give a long text what the library gives in V8', () => {
    const text = `${examples.map(({ markdown: one }) => one).join('\n\n')}\n`.repeat(2);
    expect(guest.run('return pack.parse(input)', text)).toBe(plain.parse(text));
    expect(guest.run('return pack.lexer(input)', text)).toEqual(JSON.parse(JSON.stringify(plain.lexer(text))));
  });
});
