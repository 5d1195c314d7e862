/** Taking the workers from everybody else. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { csvModule, resolutionOf, wasmModule } from '../../../packages/sandbox-core/src/modules/testing/modules.js';
import { type Attack, returns } from '../attack.js';

/** Ample for a machine that is busy with other things. */
const SOON_MS = 20_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('starved')), SOON_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const starvation: Attack[] = [
  {
    name: 'hold all workers with forty endless programs',
    assault: async (execution) => {
      const endless = Array.from({ length: 40 }, (_, i) =>
        runInSandbox({
          code: i % 2 ? 'for (;;);' : 'const a = []; for (;;) a.push(a.length);',
          timeoutMs: 150,
          execution,
        }),
      );
      const small = runInSandbox({ code: 'return 5', execution });
      const outcome = await inTime(small);
      expect(outcome.result).toBe(5);
      const all = await Promise.all(endless);
      expect(all.filter(({ success }) => success)).toEqual([]);
      return [outcome, all];
    },
  },
  {
    name: 'hold all workers with native loops',
    only: 'worker',
    assault: async (execution) => {
      const code = 'const a = []; a.length = 4294967295; a.indexOf(5);';
      const stuck = Array.from({ length: 8 }, () => runInSandbox({ code, timeoutMs: 150, execution }));
      const outcome = await inTime(runInSandbox({ code: 'return 5', execution }));
      expect(outcome.result).toBe(5);
      const all = await Promise.all(stuck);
      expect(new Set(all.map(({ errorInfo }) => errorInfo?.code))).toEqual(new Set(['TIMEOUT']));
      return all;
    },
  },
  {
    name: 'hold all workers by waiting',
    assault: async (execution) => {
      const code = 'await hang()';
      const globals = { hang: () => new Promise(() => undefined) };
      const parked = Array.from({ length: 12 }, () => runInSandbox({ code, globals, timeoutMs: 200, execution }));
      const outcome = await inTime(runInSandbox({ code: 'return 5', execution }));
      expect(outcome.result).toBe(5);
      return await Promise.all(parked);
    },
  },
  {
    name: 'wear the pool out by a storm of cancellations',
    assault: async (execution) => {
      const runs = Array.from({ length: 120 }, (_, i) => {
        const abort = new AbortController();
        if (i % 4 === 0) abort.abort();
        else setTimeout(() => abort.abort(), i % 30);
        // On the caller's own thread nothing can be cancelled while a loop holds it.
        const endless = execution === 'worker' ? 'for (;;);' : 'await new Promise(() => {})';
        const code = ['await sleep(5000)', endless, 'for (;;) await f([1])'][i % 3] as string;
        const globals = { f: async (value: unknown) => value };
        return runInSandbox({ code, globals, signal: abort.signal, timeoutMs: 10_000, execution });
      });
      const all = await inTime(Promise.all(runs));
      expect(new Set(all.map(({ errorInfo }) => errorInfo?.code))).toEqual(new Set(['CANCELLED']));
      return all;
    },
  },
  {
    name: 'cancel while it waits for a worker',
    only: 'worker',
    assault: async (execution) => {
      const busy = Array.from({ length: 4 }, () => runInSandbox({ code: 'for (;;);', timeoutMs: 400, execution }));
      const waiting = Array.from({ length: 20 }, () =>
        runInSandbox({ code: 'return 1', signal: AbortSignal.timeout(30), execution }),
      );
      const all = await inTime(Promise.all(waiting));
      expect(all.every(({ success, errorInfo }) => success || errorInfo?.code === 'CANCELLED')).toBe(true);
      return [await Promise.all(busy), all];
    },
  },
  {
    name: 'hold the workers of host modules',
    code: `import { parse } from '@nodetool-ai/sandbox-csv'; for (let i = 0; i < 50; i++) parse('x').catch(() => {}); return 'left'`,
    options: () => ({
      modules: resolutionOf(csvModule()),
      hostModules: { csv: { parse: () => new Promise(() => undefined), stringify: async () => '' } },
    }),
    repelled: async (outcome) => {
      returns('left')(outcome);
      const next = await inTime(
        runInSandbox({
          code: `import { parse } from '@nodetool-ai/sandbox-csv'; return await parse('a')`,
          modules: resolutionOf(csvModule()),
          hostModules: { csv: { parse: async () => 'parsed', stringify: async () => '' } },
        }),
      );
      expect(next.result).toBe('parsed');
    },
  },
  {
    name: 'hold the workers of WASM modules',
    code: `import { spin } from 'workshop'; const all = []; for (let i = 0; i < 6; i++) all.push(spin().catch((e) => e.message)); await Promise.all(all); return all.length`,
    options: () => ({ modules: resolutionOf(wasmModule({ limits: { callTimeoutMs: 150 } })), timeoutMs: 15_000 }),
    repelled: async (outcome) => {
      returns(6)(outcome);
      const next = await inTime(
        runInSandbox({
          code: `import { add } from 'workshop'; return await add(2, 3)`,
          modules: resolutionOf(wasmModule()),
        }),
      );
      expect(next.result).toBe(5);
    },
  },
  {
    name: 'leave WASM calls running when it ends',
    code: `import { spin } from 'workshop'; spin().catch(() => {}); spin().catch(() => {}); return 'left'`,
    options: () => ({ modules: resolutionOf(wasmModule()) }),
    repelled: async (outcome) => {
      returns('left')(outcome);
      const code = `import { add } from 'workshop'; return await add(2, 3)`;
      const all = await inTime(
        Promise.all(Array.from({ length: 4 }, () => runInSandbox({ code, modules: resolutionOf(wasmModule()) }))),
      );
      expect(all.map(({ result }) => result)).toEqual([5, 5, 5, 5]);
    },
  },
];
