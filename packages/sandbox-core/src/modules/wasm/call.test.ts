import { describe, expect, it } from 'vitest';
import { planModules } from '../plan.js';
import { resolutionOf, wasmModule } from '../testing/modules.js';
import { checkWasmCall } from './call.js';

const made = planModules(resolutionOf(wasmModule()));
if ('violation' in made) throw new Error(made.violation);
const plan = made;

const refusalOf = (key: unknown, name: unknown, args: unknown): string =>
  checkWasmCall(plan, key, name, args).error?.message ?? 'accepted';

describe('checkWasmCall', () => {
  it.each<[string, unknown[]]>([
    ['echoI32', [0]],
    ['echoI32', [-0]],
    ['echoI32', [2_147_483_647]],
    ['echoI32', [-2_147_483_648]],
    ['echoF32', [Number.NaN]],
    ['echoF32', [1e300]],
    ['echoF64', [Number.POSITIVE_INFINITY]],
    ['echoF64', [Number.NEGATIVE_INFINITY]],
    ['echoF64', [5e-324]],
    ['nothing', []],
  ])('lets %s(%j) through', (name, args) => {
    expect(checkWasmCall(plan, 'workshop', name, args)).toMatchObject({ alias: name, args });
  });

  const REFUSED: [unknown, unknown, unknown, string][] = [
    ['lodash', 'add', [1, 2], '"lodash" is not a WASM sandbox module declared'],
    ['workshop.wasm', 'add', [1, 2], '"workshop.wasm" is not a WASM sandbox module declared'],
    ['__proto__', 'add', [1, 2], '"__proto__" is not a WASM'],
    [null, 'add', [1, 2], 'null is not a WASM'],
    [['workshop'], 'add', [1, 2], 'an array is not a WASM'],
    [
      'workshop',
      'subtract',
      [1, 2],
      'WASM sandbox module "workshop" has no export named "subtract"; it has add, hypot',
    ],
    ['workshop', 'constructor', [], 'has no export named "constructor"'],
    ['workshop', 7, [], 'has no export named number'],
    ['workshop', ['add'], [1, 2], 'has no export named an array'],
    ['workshop', 'add', undefined, '"add" was called with a non-list argument: undefined'],
    ['workshop', 'add', { length: 2 }, 'non-list argument: object'],
    ['workshop', 'add', 'ab', 'non-list argument: "ab"'],
    ['workshop', 'add', [], '"add" takes 2 arguments and got 0'],
    ['workshop', 'add', [1], '"add" takes 2 arguments and got 1'],
    ['workshop', 'add', [1, 2, 3], '"add" takes 2 arguments and got 3'],
    ['workshop', 'echoI32', [1, 2], '"echoI32" takes 1 argument and got 2'],
    ['workshop', 'nothing', [undefined], '"nothing" takes 0 arguments and got 1'],
    ['workshop', 'add', [1, '2'], 'argument 2 of "add" must be a number (i32), not "2"'],
    ['workshop', 'add', [1n, 2], 'argument 1 of "add" must be a number (i32), not bigint'],
    ['workshop', 'add', [true, 2], 'must be a number (i32), not boolean'],
    ['workshop', 'echoF64', [undefined], 'must be a number (f64), not undefined'],
    ['workshop', 'echoF64', [null], 'must be a number (f64), not null'],
    ['workshop', 'echoF32', [[1]], 'must be a number (f32), not an array'],
    ['workshop', 'echoF64', [new Date(0)], 'must be a number (f64), not object'],
    ['workshop', 'echoF64', [1n], 'must be a number (f64), not bigint'],
    [
      'workshop',
      'add',
      [1.5, 1],
      'argument 1 of "add" must be an integer from -2147483648 to 2147483647 (i32), not 1.5',
    ],
    ['workshop', 'add', [1, 2_147_483_648], 'argument 2 of "add" must be an integer'],
    ['workshop', 'add', [-2_147_483_649, 1], 'must be an integer'],
    ['workshop', 'add', [Number.NaN, 1], 'must be an integer from -2147483648 to 2147483647 (i32), not NaN'],
    ['workshop', 'add', [1, Number.POSITIVE_INFINITY], 'not Infinity'],
    // The order of the checks: module, export, list, count, arguments.
    ['lodash', 'nope', 5, '"lodash" is not a WASM'],
    ['workshop', 'nope', 5, 'has no export named "nope"'],
    ['workshop', 'add', [1.5], 'takes 2 arguments and got 1'],
  ];
  it.each(REFUSED.map(([key, name, args, text]) => [text, key, name, args] as const))(
    'refuses: %s',
    (text, key, name, args) => {
      expect(refusalOf(key, name, args)).toContain(text);
    },
  );

  it('says of a wrong kind that it is a type error, and of a wrong size that it is a range error', () => {
    expect(checkWasmCall(plan, 'workshop', 'add', [1, '2']).error).toBeInstanceOf(TypeError);
    expect(checkWasmCall(plan, 'workshop', 'add', [1, 0.5]).error).toBeInstanceOf(RangeError);
  });
});
