import { describe, expect, it } from 'vitest';
import { createMemoryContext, runInSandbox } from './index.node.js';
import { UnreadAnswers } from './unread-answers.js';

const MIB = 2 ** 20;

describe('answers that a guest has not taken', () => {
  it('hold back those who wait until they are taken, or the run ends', async () => {
    const unread = new UnreadAnswers();
    unread.sent(40 * MIB);
    await unread.room();
    unread.sent(40 * MIB);
    const seen: string[] = [];
    const first = unread.room().then(() => seen.push('room'));
    await Promise.resolve();
    expect(seen).toEqual([]);
    unread.takenSoFar(1);
    await first;
    unread.sent(60 * MIB);
    const second = unread.room().then(() => seen.push('released'));
    unread.release();
    await second;
    expect(seen).toEqual(['room', 'released']);
  });

  it('do not fill the memory of the host while the guest spins, and all arrive in the end', async () => {
    const context = createMemoryContext({ files: { 'big.bin': new Uint8Array(8 * MIB) } });
    let reads = 0;
    const workspace = context.workspace;
    if (workspace === null || workspace === undefined) throw new Error('the context has no workspace');
    const counting = {
      ...context,
      workspace: new Proxy(workspace, {
        get(target, key) {
          if (key === 'read') reads++;
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    };
    let readsWhileSpinning = 0;
    const outcome = await runInSandbox({
      execution: 'worker',
      context: counting,
      limits: { memoryLimitBytes: 512 * MIB },
      code: `let total = 0;
        await spinning();
        const all = Array.from({ length: 40 }, () => workspace.readBytes('big.bin').then((b) => { total += b.length; }));
        const end = Date.now() + 4000; while (Date.now() < end);
        await Promise.all(all);
        return total;`,
      globals: {
        // Looked at while the guest spins: what it takes afterwards makes room for more.
        spinning: () => {
          setTimeout(() => {
            readsWhileSpinning = reads;
          }, 2500);
        },
      },
    });
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toBe(40 * 8 * MIB);
    expect(reads).toBe(40);
    // 64 MiB are eight files; one more and those at work at that moment may have been begun.
    expect(readsWhileSpinning).toBeGreaterThan(0);
    expect(readsWhileSpinning).toBeLessThan(20);
  });

  it('of functions of the caller are encoded only when there is room for them', async () => {
    const shared = new Uint8Array(8 * MIB);
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }, 5);
    const outcome = await runInSandbox({
      execution: 'worker',
      limits: { memoryLimitBytes: 512 * MIB },
      code: `let total = 0;
        const all = Array.from({ length: 80 }, (_, i) => f(i, 'x').then((b) => { total += b.length; }));
        await f(0);
        const end = Date.now() + 1000; while (Date.now() < end);
        await Promise.all(all);
        return total;`,
      globals: { f: async (_: number, big?: string) => (big === undefined ? 0 : shared) },
    });
    clearInterval(sampler);
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toBe(80 * 8 * MIB);
    // Without the bound all 640 MiB lie there at once.
    expect(peak).toBeLessThan(250 * MIB);
  });
});

describe('functions of the caller that answer with much', () => {
  it('are not called while the guest has not taken what they answered before', async () => {
    let called = 0;
    let calledWhileSpinning = 0;
    const outcome = await runInSandbox({
      execution: 'worker',
      limits: { memoryLimitBytes: 512 * MIB },
      code: `let total = 0;
        const all = Array.from({ length: 40 }, (_, i) => big('x').then((b) => { total += b.length; }));
        const end = Date.now() + 1500; while (Date.now() < end);
        await Promise.all(all);
        return total;`,
      globals: {
        big: () => {
          if (called === 0) setTimeout(() => (calledWhileSpinning = called), 1000);
          called++;
          return new Uint8Array(8 * MIB);
        },
      },
    });
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toBe(40 * 8 * MIB);
    expect(called).toBe(40);
    expect(calledWhileSpinning).toBeGreaterThan(0);
    expect(calledWhileSpinning).toBeLessThan(20);
  });
});
