/** More of everything than a host should have to bear. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack, refusalOf, refused, returns } from '../attack.js';
import { type WatchedNetwork, watchedNetwork } from '../support/network.js';

interface Counted {
  seen: { logs: number; progress: number; emits: number; calls: number };
}

/** Options of a run whose callbacks count. */
const counting = (more: object = {}) => {
  const seen = { logs: 0, progress: 0, emits: 0, calls: 0 };
  return {
    seen,
    timeoutMs: 20_000,
    onLog: () => void seen.logs++,
    onProgress: () => void seen.progress++,
    onEmit: () => void seen.emits++,
    globals: { call: () => void seen.calls++ },
    ...more,
  };
};

const ONE_HUNDRED_THOUSAND = 'for (let i = 0; i < 1e5; i++)';

export const floods: Attack[] = [
  attack<Counted>({
    name: 'write a hundred thousand lines',
    code: `${ONE_HUNDRED_THOUSAND} console.log(i); return 'done'`,
    options: counting,
    repelled: (outcome, { seen }) => {
      returns('done')(outcome);
      expect(seen.logs).toBeLessThanOrEqual(1000);
      expect(outcome.logs.length).toBeLessThanOrEqual(10_001);
    },
  }),
  attack<Counted>({
    name: 'write lines that are costly to show',
    code: `const o = {}; for (let i = 0; i < 1e4; i++) o['k' + i] = { a: [i, { b: i }] }; for (let i = 0; i < 50; i++) console.log(o, o, [o]); return 'done'`,
    options: counting,
    repelled: (outcome) => {
      returns('done')(outcome);
      expect(outcome.logs.join('').length).toBeLessThan(1_100_000);
    },
  }),
  attack<Counted>({
    name: 'emit twenty thousand values',
    code: `let refused = 0; for (let i = 0; i < 2e4; i++) emit('x', i).catch((e) => { if (e instanceof RangeError) refused++ }); await sleep(1); return 'done'`,
    options: counting,
    repelled: (outcome, { seen }) => {
      expect(outcome.error ?? 'done').toMatch(/done|may emit|bridge calls/);
      expect(seen.emits).toBeLessThanOrEqual(10_000);
    },
  }),
  attack<Counted>({
    name: 'report progress a hundred thousand times',
    code: `${ONE_HUNDRED_THOUSAND} progress(i % 100, 'x'.repeat(1000)); return 'done'`,
    options: counting,
    repelled: (outcome, { seen }) => {
      returns('done')(outcome);
      expect(seen.progress).toBeLessThan(1000);
    },
  }),
  attack<Counted>({
    name: 'report progress past a damaged clock',
    code: `Date.now = () => Math.random() * 1e15; ${ONE_HUNDRED_THOUSAND} progress(i % 100); return 'done'`,
    options: counting,
    repelled: (outcome, { seen }) => {
      returns('done')(outcome);
      expect(seen.progress).toBeLessThan(200);
    },
  }),
  attack<Counted>({
    name: 'call a function of the host past the limit of calls',
    code: `let refused = 0; for (let i = 0; i < 3000; i++) try { await call('x') } catch (e) { if (e instanceof RangeError) refused++ } return refused`,
    options: () => counting({ limits: { maxBridgeCalls: 1000 } }),
    repelled: (outcome, { seen }) => {
      returns(2000)(outcome);
      expect(seen.calls).toBe(1000);
    },
  }),
  attack<Counted>({
    name: 'call a function of the host without waiting, twenty thousand times',
    code: `const all = []; for (let i = 0; i < 2e4; i++) all.push(call([i])); await Promise.all(all); return all.length`,
    options: counting,
    repelled: (outcome, { seen }) => {
      returns(20_000)(outcome);
      expect(seen.calls).toBe(20_000);
    },
  }),
  attack<{ seen: { most: number } }>({
    name: 'have the host work on more calls at once than the limit',
    code: `const all = []; for (let i = 0; i < 500; i++) all.push(slow(['x'])); await Promise.all(all); return 'done'`,
    options: () => {
      const seen = { most: 0 };
      let now = 0;
      const slow = async () => {
        seen.most = Math.max(seen.most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
      };
      return { seen, globals: { slow }, limits: { maxInFlightBridgeCalls: 8 }, timeoutMs: 20_000 };
    },
    repelled: (outcome, { seen }) => {
      returns('done')(outcome);
      expect(seen.most).toBeLessThanOrEqual(8);
    },
  }),
  {
    name: 'sleep ten thousand times at once',
    code: `const all = []; for (let i = 0; i < 1e4; i++) all.push(sleep(1)); await Promise.all(all); return 'done'`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: returns('done'),
  },
  {
    name: 'digest sixteen large buffers at once',
    code: `const b = new Uint8Array(4e6); const all = []; for (let i = 0; i < 16; i++) all.push(crypto.digest('SHA-512', b)); return (await Promise.all(all)).length`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: returns(16),
  },
  attack<WatchedNetwork>({
    name: 'fetch a thousand times',
    code: `let reached = 0; await Promise.all(Array.from({ length: 1000 }, () => fetch('http://a.example/').then(() => reached++, () => {}))); return reached`,
    options: async () => ({ ...(await watchedNetwork()), timeoutMs: 20_000 }),
    repelled: (outcome, { requests }) => {
      returns(20)(outcome);
      expect(requests.length).toBe(20);
    },
  }),
  {
    name: 'write to the workspace past its limit',
    code: `const b = new Uint8Array(5e5); let n = 0; for (let i = 0; i < 10; i++) try { await workspace.writeBytes('f' + i, b); n++ } catch (e) { if (!(e instanceof Error)) return 'odd' } return n`,
    options: () => ({ context: createMemoryContext(), limits: { workspaceWriteBytes: 1_000_000 }, timeoutMs: 10_000 }),
    repelled: returns(2),
  },
  {
    name: 'list a directory of more entries than can cross',
    code: refusalOf('workspace.list()'),
    options: () => {
      const files: Record<string, string> = {};
      for (let i = 0; i < 10_050; i++) files[`f${i}`] = '';
      return { context: createMemoryContext({ files }), timeoutMs: 20_000 };
    },
    repelled: refused(/more than 10000 entries/),
  },
  attack<{ seen: { takes: number } }>({
    name: 'take from a stream that never answers, a thousand times',
    code: `for (let i = 0; i < 1000; i++) stream.first('s' + i % 3).catch(() => {}); for (;;);`,
    options: () => {
      const seen = { takes: 0 };
      const onTakeInput = () => {
        seen.takes++;
        return new Promise<never>(() => undefined);
      };
      return { seen, onTakeInput, timeoutMs: 400 };
    },
    repelled: (outcome, { seen }) => {
      expect(outcome.errorInfo?.code).toBe('TIMEOUT');
      // One value of a handle at a time.
      expect(seen.takes).toBeLessThanOrEqual(3);
    },
  }),
  {
    name: 'read secrets without end',
    code: `let n = 0; for (let i = 0; i < 1500; i++) try { await getSecret('S' + i); n++ } catch (e) { if (!(e instanceof Error)) return 'odd' } return n`,
    options: () => ({
      context: { getSecret: async (name: string) => `value-of-${name}` },
      timeoutMs: 20_000,
    }),
    repelled: returns(1000),
  },
  {
    name: 'set more outputs than there are names for',
    code: `let n = 0; for (let i = 0; i < 1500; i++) try { await output('o' + i, i); n++ } catch (e) { if (!(e instanceof Error)) return 'odd' } return n`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: returns(1000),
  },
];
