/** The two meters, cancellation and the clock that stops; dates. */
import { NEEDS_WATCHDOG, type Row, type RowOptions } from '../row.js';
import { dateRows } from './dates.js';

const short = () => ({ timeoutMs: 300 });
const endless = (name: string, code: string, extra: Partial<Row> = {}): Row => ({
  name,
  rules: ['time'],
  code,
  options: short,
  expected: { failure: 'TIMEOUT', says: ['time limit', '300'] },
  ...extra,
});
const cancelled = (name: string, code: string, extra: Partial<Row> = {}): Row => ({
  name,
  rules: ['cancel'],
  code,
  options: () => ({ signal: AbortSignal.timeout(50) }),
  expected: { failure: 'CANCELLED', error: 'Execution cancelled' },
  ...extra,
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A clock as a host with approvals would have it: stopped for `ms` from the start. */
function stoppedClock() {
  let openedAt: number | undefined;
  let total = 0;
  return {
    suspend() {
      openedAt ??= performance.now();
      return () => {
        if (openedAt !== undefined) total += performance.now() - openedAt;
        openedAt = undefined;
      };
    },
    suspendedMs: () => total + (openedAt === undefined ? 0 : performance.now() - openedAt),
  };
}

function gated(withClock: boolean): () => RowOptions {
  return () => {
    const clock = stoppedClock();
    const approve = async () => {
      const resume = clock.suspend();
      await pause(1200);
      resume();
      return 'approved';
    };
    return { timeoutMs: 500, globals: { approve }, ...(withClock ? { clock } : {}) };
  };
}

const INDEX_OF = 'const a = []; a.length = 4294967295; a.indexOf(5)';
const FILL = 'const u = new Uint8Array(5e7); for (;;) u.fill(1)';

export const timeRows: Row[] = [
  endless('ends a loop', 'while (true) {}'),
  endless('ends a loop that catches everything', 'for (;;) { try { for (;;); } catch {} finally { for (;;); } }'),
  endless('ends a chain of awaits', 'for (;;) await 0'),
  endless('ends a chain of promise callbacks', 'const again = () => Promise.resolve().then(again); await again()'),
  endless('ends a wait for nothing', 'await new Promise(() => {})'),
  endless('ends a wait for the host', 'await sleep(5000)'),
  endless('ends a backtracking pattern', `/^(a+)+$/.test('a'.repeat(40) + 'b')`),
  endless('ends a loop in a getter of the result', 'return { get a() { for (;;); } }'),
  endless('ends a loop in toJSON of the result', 'return { toJSON() { for (;;); } }'),
  endless('ends a generator that never ends', 'function* g() { for (;;) yield 1; } for (const x of g()) {}'),
  endless('ends a BigInt loop', 'let b = 3n; for (;;) b = (b * b) % (2n ** 512n)'),
  endless('ends a search of a huge sparse array', INDEX_OF, { differs: NEEDS_WATCHDOG }),
  endless('ends native fills in a loop', FILL, { differs: NEEDS_WATCHDOG }),
  endless('ends a huge join', `const a = []; a.length = 2e8; a.join('xxxxxxxxxx')`, {
    differs: NEEDS_WATCHDOG,
    options: () => ({ timeoutMs: 300, limits: { memoryLimitBytes: 512 * 2 ** 20 } }),
  }),
  {
    name: 'keeps logs and emitted values of a program that ran out of time',
    rules: ['time', 'logs'],
    code: `console.log('before'); await emit('a', 1); for (;;);`,
    options: short,
    expected: { failure: 'TIMEOUT' },
    observe: (outcome) => [outcome.logs, outcome.emitted],
    observed: [['before'], [{ name: 'a', value: 1 }]],
  },
  {
    name: 'runs without a deadline when asked to',
    rules: ['time'],
    code: 'let n = 0; for (let i = 0; i < 200000; i++) n += i; return n',
    options: () => ({ timeoutMs: Infinity }),
    expected: { result: 19999900000 },
  },
  {
    name: 'does not count the time the host spends on an approval',
    rules: ['time', 'clock'],
    code: 'return await approve()',
    options: gated(true),
    expected: { result: 'approved' },
  },
  {
    name: 'counts waiting for the host without a clock',
    rules: ['time', 'clock'],
    code: 'return await approve()',
    options: gated(false),
    expected: { failure: 'TIMEOUT' },
  },
  {
    name: 'counts the time of a program that works while the clock stands',
    rules: ['time', 'clock'],
    code: 'approve(); for (;;);',
    options: gated(true),
    expected: { failure: 'TIMEOUT' },
  },
  {
    name: 'runs nothing when the signal was aborted before',
    rules: ['cancel'],
    code: `console.log('ran'); return 1`,
    options: () => ({ signal: AbortSignal.abort() }),
    expected: { failure: 'CANCELLED', error: 'Execution cancelled' },
    observe: (outcome) => outcome.logs,
    observed: [],
  },
  cancelled('cancels a wait', 'await sleep(5000)'),
  cancelled('cancels a wait for a host function that never answers', 'await hang()', {
    options: () => ({
      signal: AbortSignal.timeout(50),
      timeoutMs: 20_000,
      globals: { hang: () => new Promise(() => {}) },
    }),
  }),
  {
    name: 'ends a wait that nothing can end at once, whatever the budget',
    rules: ['time'],
    code: 'await new Promise(() => {})',
    options: () => ({ timeoutMs: 20_000 }),
    expected: { failure: 'TIMEOUT', says: ['time limit', '20000'] },
    observe: ({ usage }) => (usage?.wallMs ?? Number.POSITIVE_INFINITY) < 10_000,
    observed: true,
  },
  cancelled('cancels a chain of awaits', 'for (;;) await 0', { differs: NEEDS_WATCHDOG }),
  cancelled('cancels a loop', 'for (;;);', { differs: NEEDS_WATCHDOG }),
  cancelled('cancels a search of a huge sparse array', INDEX_OF, { differs: NEEDS_WATCHDOG }),
  cancelled('cancels native fills in a loop', FILL, { differs: NEEDS_WATCHDOG }),
  ...dateRows,
];
