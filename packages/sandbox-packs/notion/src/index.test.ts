import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS } from '@nodetool-ai/sandbox-pack-kit';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Notion from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { NOTION_CALL_TIMEOUT_MS, NOTION_MAX_BODY_CHARS, NOTION_MAX_URL_CHARS } from './limits.js';

// The guest's types describe this entry.
const { request, plainText, toMarkdown } = index as unknown as typeof Notion;

interface Block {
  type: string;
  children?: Block[];
  [type: string]: unknown;
}

const block = (type: string, text: string, more: object = {}, children?: Block[]): Block => ({
  type,
  [type]: { rich_text: text === '' ? [] : [{ type: 'text', plain_text: text }], ...more },
  ...(children ? { children, has_children: true } : {}),
});
const bullet = (text: string, children?: Block[]): Block => block('bulleted_list_item', text, {}, children);
const numbered = (text: string, children?: Block[]): Block => block('numbered_list_item', text, {}, children);
const paragraph = (text: string, children?: Block[]): Block => block('paragraph', text, {}, children);

describe('request', () => {
  it('builds a POST with JSON', async () => {
    expect(await request({ token: 't', path: 'search', method: 'post', body: { query: 'x' } })).toEqual({
      url: 'https://api.notion.com/v1/search',
      method: 'POST',
      headers: { Authorization: 'Bearer t', 'Notion-Version': '2022-06-28', 'Content-Type': 'application/json' },
      body: '{"query":"x"}',
    });
  });

  it('builds a GET with a query, at the version asked for', async () => {
    const query = { page_size: 100, start_cursor: null, filter_properties: ['a', 'b'] };
    expect(await request({ token: 't', path: '/v1/blocks/x/children', query, version: '2025-09-03' })).toEqual({
      url: 'https://api.notion.com/v1/blocks/x/children?page_size=100&filter_properties=a&filter_properties=b',
      method: 'GET',
      headers: { Authorization: 'Bearer t', 'Notion-Version': '2025-09-03' },
    });
  });
});

describe('plainText', () => {
  it('joins what is there', async () => {
    expect(await plainText([{ plain_text: 'a' }, { text: { content: 'b' } }, {}, null, 'x', { plain_text: 7 }])).toBe(
      'ab',
    );
    expect(await plainText('as it is')).toBe('as it is');
    for (const other of [undefined, null, 7, {}, { plain_text: 'x' }, new Uint8Array(2)])
      expect(await plainText(other)).toBe('');
  });
});

describe('toMarkdown', () => {
  it('separates blocks and keeps list items together', async () => {
    expect(
      await toMarkdown([block('heading_2', 'A'), bullet('x'), bullet('y'), block('to_do', 'z', { checked: true })]),
    ).toBe('## A\n\n- x\n- y\n\n- [x] z');
    expect(await toMarkdown([])).toBe('');
  });

  it('writes every kind it knows', async () => {
    const blocks = [
      block('heading_1', 'one\ntwo'),
      block('heading_3', 'three'),
      paragraph('a\nb'),
      paragraph(''),
      block('to_do', 'open', { checked: false }),
      block('quote', 'q\n\nr'),
      block('callout', 'c', { icon: { type: 'emoji', emoji: '💡' } }),
      block('callout', 'd'),
      block('toggle', 't'),
      block('divider', ''),
      block('code', 'x = 1', { language: 'python' }),
      block('code', '```js\n````', { language: 'plain text' }),
    ];
    expect(await toMarkdown(blocks)).toBe(
      [
        '# one two',
        '### three',
        'a\nb',
        '- [ ] open',
        '> q\n>\n> r',
        '> 💡 c',
        '> d',
        '- t',
        '---',
        '```python\nx = 1\n```',
        '`````\n```js\n````\n`````',
      ].join('\n\n'),
    );
  });

  it('numbers each run from one', async () => {
    const run = Array.from({ length: 10 }, (_, at) => numbered(`n${at}`));
    expect(await toMarkdown([...run, paragraph('p'), numbered('a'), paragraph(''), numbered('b')])).toBe(
      `${run.map((_, at) => `${at + 1}. n${at}`).join('\n')}\n\np\n\n1. a\n\n1. b`,
    );
  });

  it('indents children by the width of their marker', async () => {
    const nested = [
      bullet('x', [bullet('y', [numbered('z')]), paragraph('p')]),
      numbered('n', [block('code', 'c\n\n  d')]),
      block('to_do', 't', { checked: true }, [bullet('u\nv')]),
      block('quote', 'q', {}, [bullet('r')]),
      paragraph('a', [paragraph('b', [paragraph('c')])]),
      block('toggle', 'w', { children: [bullet('inside')] }),
      bullet('', [bullet('k')]),
    ];
    expect(await toMarkdown(nested)).toBe(
      [
        '- x\n  - y\n    1. z\n\n  p',
        '1. n\n\n   ```\n   c\n\n     d\n   ```',
        '- [x] t\n  - u\n    v',
        '> q\n>\n> - r',
        'a\n\n  b\n\n  c',
        '- w\n  - inside',
        '-\n  - k',
      ].join('\n\n'),
    );
  });

  it('warns once of what it left out', async () => {
    const call = hostCaller('notion', functions);
    expect(
      await call('toMarkdown', [
        bullet('x'),
        block('image', ''),
        block('image', ''),
        block('table', ''),
        {},
        bullet('y'),
      ]),
    ).toBe('- x\n- y');
    expect(call.warnings).toEqual([
      'notion.toMarkdown: 4 blocks of unknown kinds were left out: image (2), table (1), without a type (1)',
    ]);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['notion'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(NOTION_CALL_TIMEOUT_MS);
    expect([NOTION_MAX_BODY_CHARS, NOTION_MAX_URL_CHARS]).toEqual([REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS]);
  });
});
