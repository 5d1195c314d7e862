/** Messages that no guest of ours sends. A guest that has scribbled over its own memory can send any of them. */
import { expect } from 'vitest';
import type { Engine } from '../../../packages/sandbox-core/src/engine/engine.js';
import { BRIDGE_PATHS, OP } from '../../../packages/sandbox-core/src/guest/paths.js';
import type { Attack } from '../attack.js';
import {
  answerTo,
  type Dispatch,
  type Forged,
  forge,
  readAsRecord,
  readAsResult,
  readBack,
  script,
} from '../support/broken-guest.js';

const bytes = (...values: number[]) => Uint8Array.from(values);
const U32_MAX = [0xff, 0xff, 0xff, 0xff];

/** Payloads as a broken writer could leave them. */
const PAYLOADS: [string, Uint8Array][] = [
  ['nothing', bytes()],
  ['one byte', bytes(0)],
  ['a mark alone', bytes(0xb5)],
  ['2 ** 32 - 1 parts', bytes(0xb5, ...U32_MAX)],
  ['2 ** 32 - 1 parts and some bytes', bytes(0xb5, ...U32_MAX, ...new Array(200).fill(1))],
  ['no parts behind a mark', bytes(0xb5, 0, 0, 0, 0)],
  ['a part of 2 ** 32 - 1 bytes', bytes(0xb5, 1, 0, 0, 0, ...U32_MAX, 1, 2, 3)],
  ['two parts whose lengths wrap', bytes(0xb5, 2, 0, 0, 0, ...U32_MAX, 2, 0, 0, 0, 1)],
  ['parts and no envelope', bytes(0xb5, 1, 0, 0, 0, 1, 0, 0, 0, 7)],
  ['a mark in a mark', bytes(0xb5, 1, 0, 0, 0, 0, 0, 0, 0, 0xb5, ...U32_MAX)],
  ['a count of atoms without end', bytes(0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f)],
  ['bytes of one value', new Uint8Array(1000).fill(0xff)],
  ['zeros', new Uint8Array(1000)],
];

/** Steps the dispatcher is asked to take, as `[op, ...arguments]`; a text is a value made by that script. */
type Step = readonly [op: number, ...args: (number | string)[]];
const FORGED: [string, readonly Step[]][] = [
  ['an operation that does not exist', [[999], [-1], [2 ** 31 - 1]]],
  ['a call without arguments', [[OP.call, 1, 0, 0]]],
  ['a result that was not staged', [[OP.result]]],
  ['an end without a result', [[OP.done]]],
  ['a failure without an error', [[OP.fail]]],
  ['a failure that is a number', [[OP.stage, '[7]', 0], [OP.fail]]],
  [
    'a failure of texts that are none',
    [[OP.stage, '[{ name: 5, message: { length: 1 }, stack: [], limit: {} }]', 0], [OP.fail]],
  ],
  [
    'a failure of gigantic texts',
    [
      [OP.stage, '[{ name: "n".repeat(1e6), message: "m".repeat(1e6), stack: "s".repeat(1e6), limit: "l" }]', 0],
      [OP.fail],
    ],
  ],
  [
    'a line that is no text',
    [
      [OP.stage, '[{ toString: 1, length: NaN }]', 0],
      [OP.log, 3],
    ],
  ],
  [
    'a line of a level that does not exist',
    [
      [OP.stage, '["line"]', 0],
      [OP.log, 77],
      [OP.stage, '["line"]', 0],
      [OP.log, -5],
    ],
  ],
  ['progress that is no number', [[OP.stage, '[["x", { a: 1 }]]', 0], [OP.progress]]],
  ['progress that is no list', [[OP.stage, '[5]', 0], [OP.progress]]],
  [
    'a window of negative length',
    [
      [OP.part, 'new ArrayBuffer(64)', 0, -64],
      [OP.part, 'new ArrayBuffer(64)', -8, 16],
    ],
  ],
  ['a window that wraps around', [[OP.part, 'new ArrayBuffer(64)', 2 ** 31 - 1, 2 ** 31 - 1]]],
  ['a window of something that is no buffer', [[OP.part, '({ byteLength: 1e9 })', 0, 64]]],
  [
    'a call of a bridge that does not exist',
    [
      [OP.stage, '[[]]', 0],
      [OP.call, 5, 999, 0],
      [OP.stage, '[[]]', 0],
      [OP.call, 5, -1, 0],
    ],
  ],
  [
    'a call of a function that was not given',
    [
      [OP.stage, '[[]]', 0],
      [OP.call, 5, BRIDGE_PATHS.indexOf('function'), 4],
    ],
  ],
  [
    'a call of a function with a negative number',
    [
      [OP.stage, '[[]]', 0],
      [OP.call, 5, BRIDGE_PATHS.indexOf('function'), -1],
    ],
  ],
  [
    'calls that share one number',
    Array.from(
      { length: 50 },
      () =>
        [
          [OP.stage, '[["x"]]', 0],
          [OP.call, 7, 8, 0],
        ] as const,
    ).flat(),
  ],
  ['a call with numbers that are none', [[OP.callWithNumbers, 9, 1, 2, 'undefined' as string, '"x"']]],
  ['a call with numbers that are missing', [[OP.callWithNumbers, 9, 1, 2 ** 31 - 1]]],
  [
    'a call at once of what answers later',
    ['crypto.digest', 'crypto.hmac', 'sleep'].flatMap(
      (path) =>
        [
          [OP.stage, '[[1]]', 0],
          [OP.callNow, BRIDGE_PATHS.indexOf(path as 'sleep')],
        ] as const,
    ),
  ],
  [
    'a call at once of what does not exist',
    [
      [OP.stage, '[[]]', 0],
      [OP.callNow, 12345],
    ],
  ],
  [
    'globals that do not exist',
    [
      [OP.stage, '[{ a: 1 }]', 0],
      [OP.writeBack, 2 ** 31 - 1],
      [OP.stage, '[{ a: 1 }]', 0],
      [OP.writeBack, -1],
    ],
  ],
  ['a mode that does not exist', [[OP.stage, '[{ a: 1 }]', 99], [OP.result]]],
];

const REPEATED: [string, Step, Step, (seen: Forged['seen']) => void][] = [
  ['lines', [OP.stage, '["x".repeat(100)]', 0], [OP.log, 0], ({ lines }) => expect(lines).toBeLessThanOrEqual(10_001)],
  [
    'reports of progress',
    [OP.stage, '[[1, "x"]]', 0],
    [OP.progress],
    ({ reports }) => expect(reports).toBeLessThanOrEqual(1000),
  ],
  [
    'written globals',
    [OP.stage, '["x".repeat(1e5)]', 0],
    [OP.writeBack, 3],
    ({ kept }) => expect(kept).toBeLessThan(1_000_000),
  ],
];

export const wire: Attack[] = [
  ...FORGED.map(
    ([what, steps]): Attack => ({
      name: `send ${what}`,
      assault: async () => {
        const { result, seen } = await forge((engine, dispatch) => run(engine, dispatch, steps));
        expect(seen.hasEnded).toBe(true);
        expect(typeof (result.error ?? '')).toBe('string');
        expect((result.errorInfo?.message ?? '').length).toBeLessThanOrEqual(10_000);
        return [result, seen];
      },
    }),
  ),
  ...REPEATED.map(
    ([what, stage, send, check]): Attack => ({
      name: `send ${what} without end`,
      assault: async () => {
        const outcome = await forge((engine, dispatch) => {
          const value = script(engine, stage[1] as string);
          for (let i = 0; i < 20_000; i++) {
            dispatch(stage[0], value, stage[2] as number);
            dispatch(...(send as [number, number]));
          }
        });
        check(outcome.seen);
        return outcome.result.error;
      },
    }),
  ),
  {
    name: 'make room for more bytes by windows of negative length',
    assault: async () => {
      const answers: number[] = [];
      await forge((engine, dispatch) => {
        const buffer = script(engine, 'new ArrayBuffer(16 * 2 ** 20)');
        for (let i = 0; i < 100; i++) dispatch(OP.part, buffer, 0, -(2 ** 31));
        for (let i = 0; i < 100; i++) answers.push(dispatch(OP.part, buffer, 0, 16 * 2 ** 20) ? 1 : 0);
      });
      // 512 MiB beside one value at most.
      expect(answers.filter(Boolean)).toHaveLength(32);
      return answers;
    },
  },
  {
    name: 'send a hundred thousand windows of no bytes',
    assault: async () => {
      let taken = 0;
      await forge((engine, dispatch) => {
        const buffer = script(engine, 'new ArrayBuffer(64)');
        for (let i = 0; i < 100_000; i++) if (dispatch(OP.part, buffer, 0, 0)) taken++;
      });
      expect(taken).toBe(8192);
      return taken;
    },
  },
  ...PAYLOADS.flatMap(([what, payload]): Attack[] => [
    {
      name: `call a bridge with ${what}`,
      assault: async () => {
        const all: string[] = [];
        for (let path = 0; path < BRIDGE_PATHS.length; path++) all.push(await answerTo(path, payload));
        // Each is a refusal that the guest can read; none of them a fault of the host's own code.
        for (const text of all) expect(text).not.toMatch(/undefined is not|Cannot read|is not iterable/);
        return all;
      },
    },
    {
      name: `return ${what}`,
      assault: async () => {
        const result = readAsResult(payload);
        expect(result.success).toBe(false);
        return result;
      },
    },
    {
      name: `fail with ${what}`,
      assault: async () => {
        const result = readAsRecord(payload);
        expect(result.success).toBe(false);
        expect(typeof result.error).toBe('string');
        return result;
      },
    },
    {
      name: `write ${what} back`,
      assault: async () => {
        const { globals, warnings } = readBack(payload);
        expect(globals).toEqual({ state: { kept: 1 } });
        expect(warnings).toHaveLength(1);
        return warnings;
      },
    },
  ]),
];

function run(engine: Engine, dispatch: Dispatch, steps: readonly Step[]): void {
  for (const [op, ...args] of steps) {
    dispatch(op, ...args.map((value) => (typeof value === 'string' ? script(engine, value) : value)));
  }
}
