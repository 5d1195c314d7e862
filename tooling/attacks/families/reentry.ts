/** Calling back into the host at moments it may not expect: from within its own callbacks, and after the end. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack, fails, returns } from '../attack.js';

const inner = (code: string) => runInSandbox({ code, execution: 'inline', timeoutMs: 2000 });

interface Counted {
  /** Callbacks of the host that were called, and whether any came after the result. */
  calls: string[];
}

export const reentry: Attack[] = [
  {
    name: 'run a guest inside of a call of a guest',
    code: `return [await again('return 5'), await again('throw new Error("x")'), await again('for (;;);')]`,
    options: () => ({
      timeoutMs: 10_000,
      globals: {
        again: async (code: string) => {
          const run = await runInSandbox({ code, execution: 'inline', timeoutMs: 300 });
          return run.success ? run.result : run.errorInfo.code;
        },
      },
    }),
    repelled: returns([5, 'GUEST', 'TIMEOUT']),
  },
  {
    name: 'run guests inside of each other, eight deep',
    code: 'return await down(0)',
    options: () => {
      const down = async (level: number): Promise<unknown> => {
        if (level === 8) return 'bottom';
        const run = await runInSandbox({
          code: 'return await down(level + 1)',
          execution: 'inline',
          timeoutMs: 20_000,
          globals: { level, down },
        });
        return run.success ? run.result : run.errorInfo.code;
      };
      return { timeoutMs: 20_000, globals: { down } };
    },
    repelled: returns('bottom'),
  },
  {
    name: 'start a run from each line of the log',
    code: `for (let i = 0; i < 20; i++) console.log(i); progress(1); await emit('x', 1); await sleep(1); return 'done'`,
    options: () => ({
      onLog: () => void inner('return 1'),
      onProgress: () => void inner('return 2'),
      onEmit: async () => void (await inner('return 3')),
      timeoutMs: 10_000,
    }),
    repelled: returns('done'),
  },
  ...(['a function', 'the log', 'progress', 'an emitted value'] as const).map((where): Attack => {
    const code = {
      'a function': 'await stop(); for (;;);',
      'the log': 'console.log(1); for (;;);',
      progress: 'progress(1); for (;;);',
      'an emitted value': `await emit('x', 1); for (;;);`,
    }[where];
    return {
      name: `go on after the run was cancelled from ${where}`,
      code,
      options: () => {
        const abort = new AbortController();
        const stop = () => abort.abort();
        return {
          signal: abort.signal,
          globals: { stop },
          onLog: stop,
          onProgress: stop,
          onEmit: stop,
          timeoutMs: 5000,
        };
      },
      repelled: fails('CANCELLED'),
    };
  }),
  {
    name: 'throw from a callback of the host into its event loop',
    code: `console.log(1); progress(5); try { await emit('x', 1) } catch (e) { return [e.message, (await f().catch((x) => x.message))] }`,
    options: () => {
      const fail = () => {
        throw new Error('sink');
      };
      return { onLog: fail, onProgress: fail, onEmit: fail, globals: { f: fail } };
    },
    repelled: returns(['sink', 'sink']),
  },
  attack<Counted>({
    name: 'have callbacks called once the result is there',
    code: `(async () => { for (;;) { await sleep(1); console.log('late'); progress(50); emit('late', 1).catch(() => {}); note('late').catch(() => {}) } })(); await sleep(20); return 'done'`,
    options: () => {
      const calls: string[] = [];
      const note = (what: string) => void calls.push(what);
      return {
        calls,
        globals: { note },
        onLog: () => note('log'),
        onProgress: () => note('progress'),
        onEmit: () => note('emit'),
      } as Counted;
    },
    repelled: async (outcome, { calls }) => {
      returns('done')(outcome);
      const before = calls.length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(calls.length).toBe(before);
    },
  }),
  {
    name: 'have an answer arrive after the end',
    code: `slow(); slow(); return 'done'`,
    options: () => ({
      globals: { slow: () => new Promise((resolve) => setTimeout(resolve, 50, new Uint8Array(1e6))) },
    }),
    repelled: async (outcome) => {
      returns('done')(outcome);
      await new Promise((resolve) => setTimeout(resolve, 80));
    },
  },
  {
    name: 'call a function of the host from a getter that the host reads',
    code: `let n = 0; const o = { get a() { n++; echo(1); return n } }; const r = await echo(o); return typeof r.a`,
    options: () => ({ globals: { echo: (value: unknown) => value } }),
    repelled: returns('number'),
  },
  {
    name: 'call functions of the host while globals are written back',
    code: `Object.defineProperty(state, 'x', { enumerable: true, get() { for (let i = 0; i < 10; i++) echo([i]); return 1 } }); return 'done'`,
    options: () => ({ globals: { state: {}, echo: (value: unknown) => value } }),
    repelled: returns('done'),
  },
  {
    name: 'spin while globals are written back',
    code: `Object.defineProperty(state, 'x', { enumerable: true, get() { for (;;); } }); return 'done'`,
    options: () => ({ globals: { state: {} }, timeoutMs: 300 }),
    repelled: fails('TIMEOUT'),
  },
  {
    name: 'answer with a value that the host made hostile',
    code: `const out = []; for (const f of [cyclic, getter, proxy, thenable, deep]) { try { await f(); out.push('answered') } catch (e) { out.push(e instanceof Error) } } return out`,
    options: () => ({
      globals: {
        cyclic: () => {
          const value: { self?: unknown } = {};
          value.self = value;
          return value;
        },
        getter: () => ({
          get x() {
            throw new Error('getter');
          },
        }),
        proxy: () => ({
          p: new Proxy(
            {},
            {
              ownKeys: () => {
                throw new Error('trap');
              },
            },
          ),
        }),
        thenable: () => ({ then: (_resolve: unknown, reject: (e: Error) => void) => reject(new Error('no')) }),
        deep: () => {
          let value: unknown = 0;
          for (let i = 0; i < 5000; i++) value = [value];
          return value;
        },
      },
    }),
    repelled: returns([true, true, true, true, true]),
  },
  {
    name: 'call with odd numbers',
    code: `const out = []; for (const a of [NaN, -0, Infinity, 2 ** 53, 5e-324, -2147483649]) out.push(Object.is(await echo(a), a), Object.is(await echo(a, 1), a)); return out.every(Boolean)`,
    options: () => ({ globals: { echo: (value: unknown) => value } }),
    repelled: returns(true),
  },
  {
    name: 'call with numbers that turn into something else',
    code: `const out = []; for (const args of [[new Number(1)], [1, { valueOf() { throw 1 } }], [1n], [1, 2, 3], [1, undefined]]) { try { const r = await count(...args); out.push(r) } catch (e) { out.push(e instanceof Error ? 'refused' : 'odd') } } return out`,
    options: () => ({ globals: { count: (...args: unknown[]) => args.length } }),
    repelled: returns([1, 'refused', 1, 3, 2]),
  },
  {
    name: 'take a prelude apart before the program runs',
    code: 'return [typeof helper, helper(), (() => { try { helper.constructor("return 1"); return "compiled" } catch { return "refused" } })()]',
    options: () => ({ prelude: 'globalThis.helper = () => 5;' }),
    repelled: returns(['function', 5, 'refused']),
  },
];
