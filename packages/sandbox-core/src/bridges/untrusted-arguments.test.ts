import type { ProcessingContext, RunSandboxOptions, SandboxLimits } from '@nodetool-ai/protocol/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../index.node.js';
import { resolveSandboxLimits } from '../limits.js';
import { assetBridges } from './assets.js';
import type { RunScope } from './bridge.js';
import { mediaBridges } from './media/index.js';
import { secretBridges } from './secrets.js';

/** A run without a guest: what a guest that writes its own messages would reach. */
function runOf(options: Partial<RunSandboxOptions>, limits: SandboxLimits = {}): RunScope {
  const owned = new Map<unknown, object>();
  const run: Partial<RunScope> = {
    options: { code: '', ...options },
    limits: resolveSandboxLimits(limits),
    isOver: () => false,
    roomForAnswers: async () => undefined,
    warn: () => undefined,
    own<T extends object>(make: (scope: RunScope) => T): T {
      if (!owned.has(make)) owned.set(make, make(run as RunScope));
      return owned.get(make) as T;
    },
  };
  return run as RunScope;
}

const bridges = new Map([...assetBridges, ...mediaBridges, ...secretBridges]);
const call = { signal: new AbortController().signal };

/** Keys that bridges look at, so that chance finds them. */
const key = fc.constantFrom(
  ...['uri', 'url', 'asset_id', 'asset_uri', 'data', 'type', 'mimeType', 'filename', 'encoding', '__proto__'],
  ...['constructor', '__nodetool_sandbox_media__', 'length', 'toString'],
);
const text = fc.oneof(
  fc.constantFrom(
    'asset://1',
    'asset://../1',
    '..',
    '/api/storage/../x',
    'data:;base64,AA',
    'data:,%',
    'file://x/',
    'a/../../b',
    '~/x',
    '\0',
  ),
  fc.string({ unit: 'binary' }),
);
const leaf = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 8 }),
  fc.constantFrom(
    null,
    undefined,
    true,
    -0,
    Number.NaN,
    1n,
    new Date(0),
    new Map(),
    new Set(),
    /x/,
    new Float64Array(1),
  ),
);
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(key, leaf),
  fc.dictionary(key, leaf, { noNullPrototype: true }),
);

describe('arguments that no guest of ours would send', () => {
  it.each([...bridges.keys()])('%s answers them with a value or an error, and changes nothing', async (path) => {
    const seen: unknown[] = [];
    const context: ProcessingContext = {
      getSecret: async (name) => void seen.push(name),
      assetToSandbox: async (id, to) => {
        seen.push(id, to);
        return to;
      },
      sandboxToAsset: async (from) => {
        seen.push(from);
        return { type: 'asset', uri: 'asset://1', asset_id: '1' };
      },
      resolveAssetBytes: async (uri) => {
        seen.push(uri);
        return { bytes: new Uint8Array(1), attempts: [] };
      },
      createAsset: async ({ name, contentType }) => {
        seen.push(name, contentType);
        return { id: '1' };
      },
      storage: {
        store: async () => '',
        retrieve: async (uriOrKey) => {
          seen.push(uriOrKey);
          return null;
        },
      },
    };
    const run = runOf({ context }, { maxFetchCalls: 0, secretScope: ['A'] });
    const bridge = bridges.get(path as Parameters<typeof bridges.get>[0]);
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 3 }), async (args) => {
        try {
          await bridge?.(run, args, call);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          expect((error as Error).message.length).toBeLessThan(2000);
          expect((error as Error).message).not.toMatch(
            /undefined is not|Cannot read|is not a function|is not iterable/,
          );
        }
      }),
      { numRuns: 500 },
    );
    // What reaches the caller's code is text, free of NUL, and no key or path that climbs.
    for (const one of seen) {
      expect(typeof one).toBe('string');
      expect(String(one)).not.toContain('\0');
      expect(String(one).split('/')).not.toContain('..');
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
