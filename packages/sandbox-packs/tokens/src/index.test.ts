import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import * as fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import p50k from 'js-tiktoken/ranks/p50k_base';
import r50k from 'js-tiktoken/ranks/r50k_base';
import { describe, expect, it } from 'vitest';
import type * as Tokens from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { TOKENS_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { count, encode, decode } = index as unknown as typeof Tokens;
const encodings = ['cl100k_base', 'o200k_base', 'p50k_base', 'r50k_base'] as const;
const timeout = 60_000;

describe('tokens', { timeout }, () => {
  it.each([
    ['cl100k_base', [15339, 1917]],
    ['o200k_base', [24912, 2375]],
    ['p50k_base', [31373, 995]],
    ['r50k_base', [31373, 995]],
  ] as const)('has the ids of %s', async (encoding, ids) => {
    expect(await encode('hello world', encoding)).toEqual(ids);
    expect(await decode(ids, encoding)).toBe('hello world');
    expect(await count('The quick brown fox jumps over the lazy dog.', encoding)).toBe(10);
  });

  it('takes cl100k_base unless told', async () => {
    expect([await encode('hello world'), await count('hello world'), await decode([15339])]).toEqual([
      [15339, 1917],
      2,
      'hello',
    ]);
  });

  it('takes special tokens for text', async () => {
    expect(await encode('<|endoftext|>')).toEqual([27, 91, 8862, 728, 428, 91, 29]);
  });

  it('merges long pieces', async () => {
    expect(await count('a'.repeat(20_000))).toBe(2500);
    expect(await count('a'.repeat(100_000))).toBe(12_500);
    expect(await count(' '.repeat(100_000))).toBe(782);
  });

  it('has nothing for nothing', async () => {
    expect([await count(''), await encode(''), await decode([])]).toEqual([0, [], '']);
  });

  it('counts lone surrogates as U+FFFD, and decodes what is no UTF-8 as such', async () => {
    expect(await encode('a\ud800b')).toEqual(await encode('a\ufffdb'));
    const ids = await encode('🎉');
    expect(ids.length).toBeGreaterThan(1);
    expect(await decode(ids.slice(0, -1))).toContain('\ufffd');
  });

  it('keeps white space of Unicode together, as the reference does', async () => {
    // U+0085 is white space and U+FEFF is none: a run of them is split in one place or in none.
    expect(await count('!\ufeff!')).toBe((await count('!')) + (await count('\ufeff!')));
    expect(await decode(await encode('\ufeffa\u0085\u0085 b'))).toBe('\ufeffa\u0085\u0085 b');
  });

  it.each(encodings)('gives back what it read in %s', async (encoding) => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant('naïve 你好 🎉\ufeff'));
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const ids = await encode(value, encoding);
        expect(await decode(ids, encoding)).toBe(value);
        expect(await count(value, encoding)).toBe(ids.length);
      }),
      { numRuns: 100 },
    );
  });

  it('agrees with the library, which merges by looking at every pair', async () => {
    const files = { cl100k_base: cl100k, o200k_base: o200k, p50k_base: p50k, r50k_base: r50k };
    const word = fc.stringMatching(/^[a-eA-E]{1,80}$/);
    const part = fc.oneof(
      word,
      fc.stringMatching(/^[ \t\r\n]{1,5}$/),
      fc.stringMatching(/^[0-9]{1,8}$/),
      fc.constantFrom(
        "'s",
        "'LL",
        '!!',
        '日本語',
        'ñandú',
        '🎉🎉',
        '\u00a0',
        'Straße',
        'ǅ',
        'e\u0301',
        '<|endoftext|>',
      ),
    );
    const texts = fc.sample(
      fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
      { numRuns: 200, seed: 1 },
    );
    for (const encoding of encodings) {
      const library = new Tiktoken(files[encoding]);
      for (const text of texts) expect(await encode(text, encoding)).toEqual(library.encode(text, [], []));
    }
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['tokens'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(TOKENS_CALL_TIMEOUT_MS);
  });
});
