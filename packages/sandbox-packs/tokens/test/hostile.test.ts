import { hostCaller, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { TOKENS_MAX_IDS, TOKENS_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('tokens', functions);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('encode', 'hello world')).toEqual([15339, 1917]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('tokens under attack', { timeout: 60_000 }, () => {
  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    for (const name of ['count', 'encode']) {
      await expect(call(name, value)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'tokens.bad-argument',
        message: expect.stringContaining(`tokens.${name}: text must be a string`),
      });
    }
  });

  it('refuses encodings it does not have, and lists the four', async () => {
    for (const encoding of [
      'gpt2',
      'gpt-4o',
      'p50k_edit',
      '__proto__',
      'constructor',
      '',
      7,
      null,
      {},
      ['cl100k_base'],
    ])
      for (const [name, input] of [
        ['count', ''],
        ['encode', 'a'],
        ['decode', []],
      ] as const)
        await expect(call(name, input, encoding)).rejects.toMatchObject({
          code: 'tokens.bad-argument',
          message: expect.stringContaining('"cl100k_base", "o200k_base", "p50k_base", "r50k_base"'),
        });
  });

  it('names the id that is none', async () => {
    for (const id of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, '1', null, undefined, [1], 1n])
      await expect(call('decode', [1, id])).rejects.toMatchObject({
        code: 'tokens.bad-argument',
        message: expect.stringContaining('tokens.decode: ids[1] '),
      });
    for (const id of [100_256, 100_257, 200_000, 2 ** 40])
      await expect(call('decode', [1, 2, id])).rejects.toThrow(`ids[2] is ${id}, which this encoding does not have`);
    for (const ids of [undefined, null, 7, 'x', {}, new Uint32Array(2), new Set([1])])
      await expect(call('decode', ids)).rejects.toThrow('tokens.decode: ids must be an array');
    await expect(call('decode', new Array(3))).rejects.toThrow('ids[0] must be a whole number');
    await expectAliveAndClean();
  });

  it('refuses what is over its cap before it works', async () => {
    await expect(call('count', 'x'.repeat(TOKENS_MAX_TEXT_CHARS + 1))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'tokens.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
    await expect(
      call(
        'decode',
        Array.from({ length: TOKENS_MAX_IDS + 1 }, () => 1),
      ),
    ).rejects.toMatchObject({
      code: 'tokens.too-many',
      limit: 'TOKENS_MAX_IDS',
    });
    await expect(call('encode', '1 2 3 '.repeat(400_000))).rejects.toMatchObject({ code: 'tokens.too-many' });
    const [spaces] = (await call('encode', ' '.repeat(80))) as [number];
    await expect(
      call(
        'decode',
        Array.from({ length: 1_000_000 }, () => spaces),
      ),
    ).rejects.toMatchObject({
      code: 'tokens.too-large',
      limit: 'TOKENS_MAX_DECODED_BYTES',
    });
  });

  it('does not slow down on texts without a space', async () => {
    let seed = 1;
    const letters = Array.from({ length: 200_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCharCode(97 + (seed % 26));
    }).join('');
    const started = performance.now();
    expect(await call('count', letters)).toBeGreaterThan(50_000);
    for (const text of ['a', 'A', ' ', '\n', '\t', '.', '0', '\u0301', '日', 'aA'])
      for (const encoding of ['cl100k_base', 'o200k_base'])
        expect(await call('count', text.repeat(100_000), encoding)).toBeLessThanOrEqual(300_000);
    expect(await call('count', '🎉'.repeat(50_000))).toBe(150_000);
    expect(performance.now() - started).toBeLessThan(55_000);
    await expectAliveAndClean();
  });

  it('takes texts that look like special tokens, keys and halves', async () => {
    for (const text of [
      '<|im_start|>',
      '<|fim_prefix|>a<|endofprompt|>',
      '__proto__',
      'constructor',
      '\0',
      '\udc00\ud800',
    ]) {
      const ids = (await call('encode', text)) as number[];
      expect(Math.max(...ids)).toBeLessThan(100_257);
      expect(await call('decode', ids)).toBe(text.replace(/\p{Surrogate}/gu, '\ufffd'));
    }
    await expectAliveAndClean();
  });
});
