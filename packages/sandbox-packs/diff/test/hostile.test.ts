import { hostCaller, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { DIFF_CALL_TIMEOUT_MS, DIFF_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('diff', functions);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('unified', 'a\n', 'b\n')).toContain('\n-a\n+b\n');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('diff under attack', () => {
  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    await expect(call('unified', value, 'a')).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'diff.bad-argument',
      message: expect.stringContaining('diff.unified: a must be a string'),
    });
    await expect(call('unified', 'a', value)).rejects.toThrow('diff.unified: b must be a string');
  });

  it('refuses options it does not know, and those of the library', async () => {
    await expect(call('unified', 'a', 'b', { contxt: 1 })).rejects.toMatchObject({
      code: 'diff.bad-argument',
      message: expect.stringContaining('"contxt". Allowed: context, oldName, newName'),
    });
    const fromJson: unknown = JSON.parse('{"__proto__": {"context": 1}}');
    for (const options of [
      7,
      'x',
      [],
      new Date(0),
      new Map(),
      fromJson,
      { timeout: 1 },
      { callback: 'x' },
      { newlineIsToken: true },
    ])
      await expect(call('unified', 'a', 'b', options)).rejects.toMatchObject({ code: 'diff.bad-argument' });
    for (const context of ['3', Number.NaN, Number.POSITIVE_INFINITY, null, {}])
      await expect(call('unified', 'a', 'b', { context })).rejects.toMatchObject({ code: 'diff.bad-argument' });
    expect(await call('unified', 'a', 'b', { context: undefined })).toContain('@@');
    expect(await call('unified', 'a', 'b', null)).toContain('@@');
  });

  it('does not let a name become a line of the patch', async () => {
    for (const name of ['x\n+++ y', 'x\r\ny', 'x\r', 'x\0', 7, null, ['x']]) {
      await expect(call('unified', 'a', 'b', { oldName: name })).rejects.toMatchObject({ code: 'diff.bad-argument' });
      await expect(call('unified', 'a', 'b', { newName: name })).rejects.toMatchObject({ code: 'diff.bad-argument' });
    }
    await expect(call('unified', 'a', 'b', { oldName: 'x'.repeat(1025) })).rejects.toMatchObject({
      code: 'diff.too-large',
    });
    expect(await call('unified', 'a', 'a', { oldName: '__proto__', newName: 'a\tb\u2028' })).toBe(
      `${'='.repeat(67)}\n--- __proto__\n+++ "a\\tb\\342\\200\\250"\n`,
    );
  });

  it('refuses text over the cap before it works', async () => {
    const long = 'x'.repeat(DIFF_MAX_TEXT_CHARS + 1);
    for (const sides of [
      [long, ''],
      ['', long],
    ])
      await expect(call('unified', ...sides)).rejects.toMatchObject({
        name: 'PackLimitError',
        code: 'diff.too-large',
        message: expect.stringContaining('5242880 character limit'),
      });
    const full = '\n'.repeat(DIFF_MAX_TEXT_CHARS);
    expect(await call('unified', full, full)).not.toContain('@@');
    expect(await call('unified', 'x'.repeat(DIFF_MAX_TEXT_CHARS), 'y')).toHaveLength(DIFF_MAX_TEXT_CHARS + 157);
    await expectAliveAndClean();
  });

  it('gives up on texts without a common line, by name', { timeout: 60_000 }, async () => {
    let seed = 1;
    const random = (): string => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed.toString(36);
    };
    const text = (): string => Array.from({ length: 20_000 }, random).join('\n');
    const started = performance.now();
    const outcome = await call('unified', text(), text()).catch((error: unknown) => error);
    if (typeof outcome !== 'string') {
      expect(outcome).toMatchObject({ name: 'PackLimitError', code: 'diff.timeout', limit: 'DIFF_SEARCH_TIMEOUT_MS' });
    }
    expect(performance.now() - started).toBeLessThan(2 * DIFF_CALL_TIMEOUT_MS);
    await expectAliveAndClean();
  });
});
