import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import type * as Html from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { HTML_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const html = index as unknown as typeof Html;

describe('select', () => {
  const list = '<ul><li>One</li><li>Two <b>x</b></li></ul>';
  it('gives the text of each match', async () => {
    expect(await html.select(list, 'li')).toEqual(['One', 'Two x']);
    expect(await html.select(list, 'li', { limit: 1 })).toEqual(['One']);
    expect(await html.select(list, 'li', { limit: -3 })).toEqual([]);
    expect(await html.select(list, 'td')).toEqual([]);
  });

  it('gives an attribute where it is present', async () => {
    const links = '<a href="/1">a</a><a>b</a><a href="">c</a><svg viewBox="0 0 1 1"></svg>';
    expect(await html.select(links, 'a', { attr: 'href' })).toEqual(['/1', '']);
    expect(await html.select(links, 'a', { attr: 'HREF' })).toEqual(['/1', '']);
    expect(await html.select(links, 'svg', { attr: 'viewBox' })).toEqual(['0 0 1 1']);
  });

  it('reads a script when it is what was selected', async () => {
    const page = '<script type="application/ld+json">{"a":\n 1}</script><div>x<script>y()</script></div>';
    expect(await html.select(page, 'script[type="application/ld+json"]')).toEqual(['{"a":\n1}']);
    expect(await html.select(page, 'div')).toEqual(['x']);
  });
});

describe('text', () => {
  it('separates blocks and line breaks', async () => {
    expect(await html.toText('<p>a</p><p>b<br>c</p>')).toBe('a\nb\nc');
    expect(await html.toText('<div>a <span>b</span>c</div>d<ul><li>e</li><li>f</li></ul>')).toBe('a bc\nd\ne\nf');
    expect(await html.toText('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>')).toBe('1 2\n3');
  });

  it('collapses spaces, trims lines and drops blank ones', async () => {
    expect(await html.toText('  <p> a \t b\n c </p>\n\n<p> </p><p>&amp;&lt;&#65;</p>')).toBe('a b c\n&<A');
    expect(await html.toText('<pre>a\n  b</pre>')).toBe('a\nb');
    expect(await html.toText('')).toBe('');
  });

  it('leaves out what is no text for a reader', async () => {
    expect(
      await html.toText('a<script>b()</script><style>c{}</style><noscript>d</noscript><template>e</template><!--f-->g'),
    ).toBe('ag');
  });

  it('finds the readable part', async () => {
    const page =
      '<nav>menu</nav><header>top</header><main>  Hello\n <b>you</b><p>there</p><aside>ad</aside></main><footer>end</footer>';
    expect(await html.extractReadableText(page)).toBe('Hello you there');
    expect(await html.extractReadableText('<article> </article><div class="page-content">c</div>')).toBe('c');
    expect(await html.extractReadableText('<div id="content">i</div><div class="content">c</div>')).toBe('i');
    expect(await html.extractReadableText('<p>just\nbody</p>')).toBe('just body');
    expect(await html.extractReadableText('<script>x()</script>')).toBe('');
  });
});

describe('toMarkdown', () => {
  it('writes headings, links, lists and quotes', async () => {
    const page =
      "<h1>T</h1><p>a <strong>b</strong> <a href='/x'>l</a></p><ol><li>x</li></ol><blockquote>q</blockquote><script>z()</script>";
    expect(await html.toMarkdown(page)).toBe('# T\n\na **b** [l](/x)\n\n1.  x\n\n> q');
  });

  it('writes tables as GitHub reads them', async () => {
    const table =
      '<table><caption>C</caption><thead><tr><th align="right">a</th><th colspan="2">b|c</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2<br>3</td><td><table><tr><td>in</td><td>ner</td></tr></table></td></tr><tr><td></td><td><del>d</del></td><td>e</td></tr></tbody></table>';
    expect(await html.toMarkdown(table)).toBe(
      ['C', '', '| a | b\\|c |  |', '| --: | --- | --- |', '| 1 | 2<br>3 | in ner |', '|  | ~~d~~ | e |'].join('\n'),
    );
    expect(await html.toMarkdown('<table><tr><td style="text-align: center">1</td><td>2</td></tr></table>')).toBe(
      '|  |  |\n| :-: | --- |\n| 1 | 2 |',
    );
  });

  it('fences code and takes the library’s style options', async () => {
    const page = '<h2>T</h2><ul><li>x</li></ul><pre><code class="language-js">a\n</code></pre><p><em>e</em></p><hr>';
    expect(await html.toMarkdown(page)).toBe('## T\n\n-   x\n\n```js\na\n```\n\n_e_\n\n* * *');
    const plain = page.replace('a\n', 'a');
    const turndown = {
      headingStyle: 'setext',
      bulletListMarker: '*',
      codeBlockStyle: 'indented',
      emDelimiter: '*',
      hr: '---',
    } as const;
    expect(await html.toMarkdown(plain, { turndown })).toBe('T\n-\n\n*   x\n\n    a\n\n*e*\n\n---');
  });

  it('resolves links and images against a base', async () => {
    const page = '<a href="x">l</a><img src="/i.png" alt="i"><a href="mailto:a@b.c">m</a>';
    expect(await html.toMarkdown(page, { baseUrl: 'https://e.test/p/' })).toBe(
      '[l](https://e.test/p/x)![i](https://e.test/i.png)[m](mailto:a@b.c)',
    );
  });

  it('keeps link references of one call apart from the next', async () => {
    const options = { turndown: { linkStyle: 'referenced' } } as const;
    expect(await html.toMarkdown('<a href="/1">a</a>', options)).toBe('[a][1]\n\n[1]: /1');
    expect(await html.toMarkdown('<a href="/2">b</a>', options)).toBe('[b][1]\n\n[1]: /2');
  });
});

describe('extractors', () => {
  it('say which links stay on the site', async () => {
    const hrefs = [
      '/x',
      'https://e.test/y',
      '#f',
      'mailto:a@b.c',
      '//cdn.test/z',
      '',
      'tel:1',
      'javascript:x',
      'http://e.test/',
      '/\\evil.test',
    ];
    const page = hrefs.map((href, at) => `<a href="${href}">t <b>${at}</b></a>`).join('');
    const withBase = await html.extractLinks(page, 'https://e.test/p/');
    expect(withBase.map(({ href }) => href)).toEqual(hrefs);
    expect(withBase[0]?.text).toBe('t 0');
    expect(withBase.map(({ type }) => type)).toEqual([
      'internal',
      'internal',
      'internal',
      'external',
      'external',
      'internal',
      'external',
      'external',
      'external',
      'external',
    ]);
    expect((await html.extractLinks(page)).map(({ type }) => type)).toEqual([
      'internal',
      'external',
      'internal',
      'external',
      'external',
      'internal',
      'external',
      'external',
      'external',
      'external',
    ]);
  });

  it('find media in document order', async () => {
    const page =
      '<img src="i.png"><img><img src="http://["><audio src="a.mp3"></audio><audio><source src="b.ogg"></audio>' +
      '<video src="v.mp4"></video><iframe src="/f"></iframe><video><source src="w.webm"></video>';
    const base = 'https://e.test/p/';
    expect(await html.extractImages(page, base)).toEqual(['https://e.test/p/i.png', 'http://[']);
    expect(await html.extractImages(page)).toEqual(['i.png', 'http://[']);
    expect(await html.extractAudio(page, base)).toEqual(['https://e.test/p/a.mp3', 'https://e.test/p/b.ogg']);
    expect(await html.extractVideos(page)).toEqual(['v.mp4', '/f', 'w.webm']);
  });

  it('read what a page says about itself', async () => {
    const page =
      '<title> A\n page </title><meta name="Description" content=" d "><meta name="keywords" content="a, b"><svg><title>no</title></svg>';
    expect(await html.extractMetadata(page)).toEqual({ title: 'A page', description: 'd', keywords: 'a, b' });
    expect(await html.extractMetadata('<p>x</p>')).toEqual({ title: null, description: null, keywords: null });
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['html'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(HTML_CALL_TIMEOUT_MS);
  });
});
