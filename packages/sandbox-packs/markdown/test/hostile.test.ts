import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest, textMutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKDOWN_LINEAR_UP_TO_KIB } from '../src/limits.js';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.parse("a")')).toBe('<p>a</p>\n');
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

const PAGE = `# Heading

Some *text* with **bold**, \`code\`, a [link](https://e.test/x "t"), an ![image](i.png) and <b>html</b>.
Second line of https://e.test and a_b_c.

- item one
- item two
  - nested

1. a
2. b

> quote
> more

\`\`\`js
let x = 1;
\`\`\`

| a | b |
|---|--:|
| 1 | 2 |

---

`;

const pageOf = (kib: number): string => PAGE.repeat(Math.ceil((kib * 1024) / PAGE.length)).slice(0, kib * 1024);

describe('markdown under attack', () => {
  it('needs no more than three times as long for twice the text', async () => {
    const growth = await growthPerDoubling(entry, 'pack.parse(input);', pageOf);
    expect(growth).toBeLessThanOrEqual(3);
  });

  it('costs in proportion up to the length that the documents name', async () => {
    const growth = await growthPerDoubling(entry, 'pack.parse(input);', (kib) =>
      pageOf((kib * MARKDOWN_LINEAR_UP_TO_KIB) / 40),
    );
    expect(growth).toBeLessThanOrEqual(3);
  });

  it('reads a line of half a megabyte', () => {
    const line = 'QUJD'.repeat(130_000);
    expect(guest.run('return pack.parse(input).length', line)).toBe(line.length + '<p></p>\n'.length);
  });

  it.each([
    ['open brackets', '['],
    ['stars', '*'],
    ['backticks', '`'],
    ['underscores', '_'],
    ['pipes', '|'],
    ['tildes', '~'],
    ['angles', '<'],
    ['bangs', '!'],
  ])('answers 10 KiB of %s', (_name, unit) => {
    const text = unit.repeat(10 * 1024);
    const html = String(guest.run('return pack.parse(input)', text));
    expect(html.length).toBeGreaterThan(0);
  });

  it('answers quotes and lists that nest, or ends in an error of the guest', () => {
    for (const text of [
      '> '.repeat(200),
      '- '.repeat(100),
      `${'> '.repeat(20_000)}a`,
      `${'['.repeat(500)}a${'](x)'.repeat(500)}`,
    ]) {
      let outcome: unknown;
      try {
        outcome = guest.run('return typeof pack.parse(input)', text);
      } catch (error) {
        outcome = (error as Error).name;
      }
      expect(['string', 'RangeError', 'InternalError', 'Error']).toContain(outcome);
    }
  });

  it('takes link names like parts of a prototype as names', () => {
    const text = '[__proto__]: /a\n[constructor]: /b\n\n[__proto__] [constructor] [toString]\n';
    expect(guest.run('return pack.parse(input)', text)).toBe(
      '<p><a href="/a"><strong>proto</strong></a> <a href="/b">constructor</a> [toString]</p>\n',
    );
  });

  it('answers every mutation of a good text', () => {
    expect(
      guest.run('return input.every((text) => typeof pack.parse(text) === "string")', textMutations(PAGE, 300)),
    ).toBe(true);
  });
});
