import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { resolveSandboxLimits } from '../../limits.js';
import type { BridgeCall, RunScope } from '../bridge.js';
import { loadInput } from './load.js';
import { promoteMedia } from './save.js';

/** A run that media bridges can work for, without a guest. */
function runOf(options: Partial<RunSandboxOptions>, isOver = false): RunScope {
  const owned = new Map<unknown, object>();
  return {
    options: { code: '', ...options },
    limits: resolveSandboxLimits(),
    isOver: () => isOver,
    roomForAnswers: async () => undefined,
    warn: () => undefined,
    own<T extends object>(make: (run: RunScope) => T): T {
      if (!owned.has(make)) owned.set(make, make(this as unknown as RunScope));
      return owned.get(make) as T;
    },
  } as Partial<RunScope> as RunScope;
}
const call: BridgeCall = { signal: new AbortController().signal };
const bytes = Uint8Array.of(1, 2, 3);

describe('an input of a transform', () => {
  it('is asked of the caller where there is no context', async () => {
    const asked: unknown[] = [];
    const run = runOf({
      resolveMediaRef: async (where, ref) => {
        asked.push([where, ref]);
        return bytes;
      },
    });
    expect(await loadInput(run, call, 'image.resize', { uri: 'asset://1' })).toEqual(bytes);
    expect(asked).toEqual([['image.resize', { uri: 'asset://1' }]]);
  });

  it('comes from the context where there is one', async () => {
    const run = runOf({
      context: { resolveAssetBytes: async () => ({ bytes, attempts: [] }) },
      resolveMediaRef: async () => Uint8Array.of(9),
    });
    expect(await loadInput(run, call, 'image.resize', { uri: 'asset://1' })).toEqual(bytes);
  });

  it('may bring its data along where there is neither', async () => {
    expect([...(await loadInput(runOf({}), call, 'image.resize', { data: 'AQID' }))]).toEqual([1, 2, 3]);
  });

  it('is refused where nothing can load it, and asks for a handle or bytes', async () => {
    await expect(loadInput(runOf({}), call, 'image.resize', { uri: 'asset://1' })).rejects.toThrow(
      'image.resize: the reference {"uri":"asset://1"} cannot be loaded without a context; pass a handle or bytes',
    );
  });

  it('is asked of nobody once the run is over', async () => {
    let asked = 0;
    const run = runOf({ resolveMediaRef: async () => Uint8Array.of(++asked) }, true);
    await expect(loadInput(run, call, 'x', { uri: 'asset://1' })).rejects.toThrow('Execution cancelled');
    expect(asked).toBe(0);
  });

  it('is refused when the caller gives no bytes, or too many', async () => {
    const text = runOf({ resolveMediaRef: async () => 'text' as unknown as Uint8Array });
    await expect(loadInput(text, call, 'x', { uri: 'asset://1' })).rejects.toThrow('something else than bytes');
    const large = runOf({ resolveMediaRef: async () => new Uint8Array(16_777_217) });
    await expect(loadInput(large, call, 'x', { uri: 'asset://1' })).rejects.toThrow('at most 16777216');
  });
});

describe('what a transform made', () => {
  it('goes to the caller before the context', async () => {
    const taken: unknown[] = [];
    const run = runOf({
      context: { createAsset: async () => ({ id: 'unused' }) },
      promoteMedia: async (...args) => {
        taken.push(args);
        return { uri: 'asset://mine' };
      },
    });
    const options = { mimeType: 'image/webp', filename: 'a.webp' };
    expect(await promoteMedia(run, 'image.toAsset', 'image', bytes, options)).toEqual({ uri: 'asset://mine' });
    expect(taken).toEqual([['image', bytes, options]]);
  });

  it('goes to the context where the caller has no way of its own', async () => {
    const run = runOf({ context: { createAsset: async () => ({ id: 'a1' }) } });
    expect(await promoteMedia(run, 'image.toAsset', 'image', bytes)).toEqual({
      type: 'image',
      uri: 'asset://a1',
      asset_id: 'a1',
      mimeType: 'image/png',
    });
  });

  it('is refused where there is neither', async () => {
    await expect(promoteMedia(runOf({}), 'image.toAsset', 'image', bytes)).rejects.toThrow(
      'image.toAsset is not available without a context',
    );
  });

  it('goes nowhere once the run is over', async () => {
    let calls = 0;
    const run = runOf(
      { promoteMedia: async () => ++calls, context: { createAsset: async () => ({ id: `${++calls}` }) } },
      true,
    );
    await expect(promoteMedia(run, 'image.toAsset', 'image', bytes)).rejects.toThrow('Execution cancelled');
    const bare = runOf({ context: { createAsset: async () => ({ id: `${++calls}` }) } }, true);
    await expect(promoteMedia(bare, 'image.toAsset', 'image', bytes)).rejects.toThrow('Execution cancelled');
    expect(calls).toBe(0);
  });
});
