import { describe, expect, it } from 'vitest';
import { createDirectoryContext } from '../../index.node.js';
import { hasDescriptorPaths } from './held-directory.node.js';
import type { FilePlace } from './local-files.js';
import { createLocalFiles } from './local-files.node.js';
import { valueOf } from './testing/places.js';
import { underAttack } from './testing/under-attack.js';

const ITERATIONS = 10_000;
const guard = { check: () => undefined, charge: () => undefined };

// Needs descriptor paths: without them a rename is made by path, which a swap in the same microsecond may redirect.
describe.runIf(hasDescriptorPaths)('links that are swapped while files are read and written', () => {
  it(`never show or change what is outside, in ${ITERATIONS} rounds`, { timeout: 300_000 }, async () => {
    const files = createLocalFiles();
    const seen = new Map<string, number>();
    const note = (outcome: string) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    const flips = await underAttack(async ({ root }) => {
      const at = (key: string): FilePlace => ({ root, key, isContained: true });
      const operations: (() => Promise<unknown>)[] = [
        () => files.read(at('file'), 1e6, guard),
        () => files.read(at('dir/f'), 1e6, guard),
        () => files.write(at('dir/f'), new TextEncoder().encode('inside'), guard),
        () => files.write(at('file'), new TextEncoder().encode('inside'), guard),
        () => files.copy(at('file'), at('dir/copied'), 1e6, guard).then(() => files.read(at('dir/copied'), 1e6, guard)),
        () => files.remove(at('dir/copied'), guard),
        () =>
          files
            .move(at('dir/f'), at('dir/moved'), guard)
            .finally(() => files.move(at('dir/moved'), at('dir/f'), guard)),
        () => files.list(at('dir'), 100),
      ];
      let next = 0;
      const lane = async () => {
        while (next < ITERATIONS) {
          const operation = operations[next++ % operations.length] as () => Promise<unknown>;
          const outcome = await operation().catch((error: unknown) => error);
          if (outcome instanceof Uint8Array) note(new TextDecoder().decode(outcome));
          else if (outcome instanceof Error) note((outcome as { refusal?: string }).refusal ?? 'code');
        }
      };
      await Promise.all([lane(), lane(), lane(), lane()]);
    });
    // The attack took place, and both of its ends were met.
    expect(flips).toBeGreaterThan(100);
    expect(seen.get('inside')).toBeGreaterThan(100);
    expect(seen.get('outside')).toBeGreaterThan(100);
    expect([...seen.keys()].filter((text) => !['inside', 'outside', 'code', ''].includes(text))).toEqual([]);
  });

  it('never reach a program', { timeout: 120_000 }, async () => {
    await underAttack(async ({ root }) => {
      const code = `const seen = new Set();
        for (let round = 0; round < 100; round++) {
          const all = await Promise.allSettled([workspace.read('file'), workspace.read('dir/f'), workspace.write('dir/f', 'inside'),
            workspace.copy('file', 'dir/c'), workspace.read('dir/c'), workspace.stat('dir/f')]);
          for (const { value } of all) if (typeof value === 'string') seen.add(value);
        }
        return [...seen]`;
      const seen = await valueOf(code, { context: createDirectoryContext(root), timeoutMs: 100_000 });
      expect(seen).toEqual(['inside']);
    });
  });
});

describe.skipIf(process.platform === 'win32')('links that are swapped where paths are compared', () => {
  it('never show what is outside, in 2000 reads', { timeout: 120_000 }, async () => {
    const files = createLocalFiles({ descriptors: false });
    const seen = new Set<string>();
    const flips = await underAttack(async ({ root }) => {
      for (let round = 0; round < 2000; round++) {
        const place = { root, key: round % 2 === 0 ? 'file' : 'dir/f', isContained: true };
        await files.read(place, 1e6, guard).then(
          (bytes) => seen.add(new TextDecoder().decode(bytes)),
          () => undefined,
        );
      }
    });
    expect(flips).toBeGreaterThan(50);
    expect([...seen]).toEqual(['inside']);
  });
});
