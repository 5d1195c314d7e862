import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';

const SIZES = [16_383, 16_384, 200_001];
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 7919) >> 3);

describe.each(['inline', 'worker'] as const)('conversions of large inputs, %s', (execution) => {
  const run = async (code: string, globals: Record<string, unknown> = {}, limits = {}) => {
    const outcome = await runInSandbox({ execution, code, globals, limits: { maxOutputSize: 1e7, ...limits } });
    if (!outcome.success) throw new Error(outcome.error);
    return outcome;
  };

  it.each(SIZES)('agree with Node for %i bytes, both ways, and for a text', async (size) => {
    const bytes = bytesOf(size);
    const text = 'aé€😀\u0000'.repeat(size / 8);
    const { result, usage } = await run(
      'return [toBase64(bytes), toHex(bytes), fromBase64(toBase64(bytes)), fromHex(toHex(bytes)), toBase64(text), toHex(text)]',
      { bytes, text },
    );
    const buffer = Buffer.from(bytes);
    expect(result).toEqual([
      buffer.toString('base64'),
      buffer.toString('hex'),
      bytes,
      bytes,
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('hex'),
    ]);
    expect(usage?.bridgeCalls).toBe(0);
  });

  it('ignore foreign characters and the padding, whatever the size', async () => {
    const noisy = `${Buffer.from(bytesOf(60_000)).toString('base64url').replaceAll(/.{76}/g, '$&\r\n')} é€`;
    const { result } = await run('return [fromBase64(noisy), fromHex(hex)]', { noisy, hex: 'zz0g1-F'.repeat(5000) });
    expect(result).toEqual([
      bytesOf(60_000),
      Uint8Array.from({ length: 5000 * 1.5 }, (_, i) => [0x01, 0xf0, 0x1f][i % 3] ?? 0),
    ]);
  });

  it('take arrays of numbers and name what they cannot take', async () => {
    const { result } = await run(
      `const refused = [];
      for (const bad of [new Array(20000).fill('x'), Promise.resolve(1), null]) {
        try { toBase64(bad); } catch (error) { refused.push(error.name + ': ' + error.message); }
      }
      return [toHex(new Array(20000).fill(255)).length, refused];`,
    );
    expect(result).toEqual([
      40_000,
      [
        expect.stringMatching(/^TypeError: toBase64 .*array/),
        expect.stringMatching(/^TypeError: toBase64 .*await/),
        expect.stringMatching(/^TypeError: toBase64 .*null/),
      ],
    ]);
  });

  it('are not counted, so that a loop of them never meets the limit of bridge calls', async () => {
    const { result } = await run(
      "const text = 'x'.repeat(20000); for (let i = 0; i < 1100; i++) toHex(text); return 'done'",
      {},
      { maxBridgeCalls: 1000 },
    );
    expect(result).toBe('done');
  });

  it('do not mind what a program did to prototypes', async () => {
    const { result } = await run(
      `String.prototype.charCodeAt = () => 65; Array.prototype.join = () => 'no'; Uint8Array.prototype.set = null;
      return toBase64(new Uint8Array(30000)).length`,
    );
    expect(result).toBe(40_000);
  });
});
