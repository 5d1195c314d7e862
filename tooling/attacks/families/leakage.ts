/** Reading the host out of errors and logs, or flooding it through them. */
import { expect } from 'vitest';
import { type Attack, fails, returns } from '../attack.js';

const hostErrors = () => ({
  globals: {
    fail: () => {
      throw Object.assign(new Error('cannot open', { cause: new Error('inner secret') }), {
        path: '/secret/path',
        stack: 'at /secret/path/file.js:1:1',
      });
    },
    frozen: () => {
      throw Object.freeze(new Error('frozen'));
    },
    odd: () => {
      throw {
        get message() {
          throw new Error('/secret/path');
        },
      };
    },
    nothing: () => {
      throw undefined;
    },
    bare: () => {
      throw Object.create(null);
    },
    unreadable: () => {
      throw Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw Object.create(null);
        },
      });
    },
  },
});

export const leakage: Attack[] = [
  {
    name: 'read paths and causes of a host error',
    code: `try { await fail() } catch (e) { return JSON.stringify([e.message, e.stack, e.path ?? null, e.cause === undefined, Object.getOwnPropertyNames(e).sort()]) }`,
    options: hostErrors,
    repelled: ({ result }) => {
      expect(result).toContain('cannot open');
      expect(result).not.toMatch(/secret/);
    },
  },
  {
    name: 'let a host error end the run',
    code: 'await fail()',
    options: hostErrors,
    repelled: (outcome) => {
      fails('GUEST')(outcome);
      expect(JSON.stringify(outcome)).not.toContain('secret');
    },
  },
  {
    name: 'make the host throw what is no error',
    code: `const out = []; for (const f of [frozen, odd, nothing, bare, unreadable]) { try { await f(); out.push('answered') } catch (e) { out.push(e instanceof Error) } } return out`,
    options: hostErrors,
    repelled: returns([true, true, true, true, true]),
  },
  {
    name: 'make async sinks of the host reject',
    code: `console.log(1); progress(1); await sleep(20); return 1`,
    options: () => ({
      onLog: async () => {
        throw new Error('no log');
      },
      onProgress: async () => {
        throw new Error('no progress');
      },
    }),
    repelled: returns(1),
  },
  {
    name: 'flood the log',
    code: `for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100)); return 1`,
    options: () => ({ timeoutMs: 10_000 }),
    repelled: (outcome) => {
      expect(outcome.logs.length).toBeLessThanOrEqual(10_001);
      expect(outcome.logs.join('').length).toBeLessThan(1_100_000);
    },
  },
  {
    name: 'log one enormous line',
    code: `console.log('x'.repeat(1e7)); return 1`,
    repelled: (outcome) => expect(outcome.logs.join('').length).toBeLessThanOrEqual(20_100),
  },
  {
    name: 'forge a level in the log',
    code: `console.log('[error] forged'); console.error('real'); return 1`,
    repelled: (outcome) => expect(outcome.logs).toEqual(['[error] forged', '[error] real']),
  },
  {
    name: 'throw an error with an enormous message and stack',
    code: `const e = new Error('m'.repeat(1e6)); e.stack = 's'.repeat(1e6); e.name = 'n'.repeat(1e5); throw e`,
    repelled: (outcome) => {
      fails('GUEST')(outcome);
      expect(outcome.errorInfo?.name.length).toBeLessThanOrEqual(200);
      expect(outcome.errorInfo?.message.length).toBeLessThanOrEqual(10_000);
      expect((outcome.stack ?? '').length).toBeLessThanOrEqual(20_000);
    },
  },
  {
    name: 'forge the code of a failure',
    code: `const e = new Error('Execution cancelled'); e.code = 'CANCELLED'; e.name = 'ExecutionTimeout'; throw e`,
    repelled: fails('GUEST'),
  },
  {
    name: 'call the host after the run is over',
    code: `Promise.resolve().then(async () => { for (;;) { await sleep(1); emit('late', 1); } }); return 'done'`,
    repelled: returns('done'),
  },
];
