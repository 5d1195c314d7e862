/**
 * Limits as a caller may hand them over: read from JSON, from a form, or by a caller without types.
 * @module
 */
import { SANDBOX_LIMITS, type SandboxLimitKey, type SandboxLimits } from '@nodetool-ai/protocol';
import fc from 'fast-check';
import {
  clampSuspendAllowanceMs,
  clampTimeoutMs,
  resolveSandboxLimits,
} from '../../../packages/sandbox-core/src/limits.js';
import { type FuzzTarget, subject } from '../target.js';

const KEYS = Object.keys(SANDBOX_LIMITS) as SandboxLimitKey[];
const SWITCHES = ['allowPrivateNetwork', 'userAgent', 'filesystemAccess', 'secretScope'];

const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown[]>(null, undefined, -0, Number.NaN, Infinity, -Infinity, 1e308, -1, 0, 0.5, 2 ** 31, 2 ** 32),
  fc.constantFrom<unknown[]>(
    true,
    false,
    'host',
    'HOST',
    '7',
    5n,
    [],
    [1, ' A ', '', 'A', null],
    { length: 1 },
    () => 1,
  ),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
);
const keys = fc.constantFrom(...KEYS, ...SWITCHES, '__proto__', 'constructor', 'more');
const input = fc.oneof({ weight: 8, arbitrary: fc.dictionary(keys, value) }, { weight: 1, arbitrary: fc.anything() });

/** Every field stands, every magnitude is an integer between minimum and ceiling, every switch has a documented value. */
export const limitsInput: FuzzTarget = {
  name: 'limits-input',
  open: () =>
    subject({
      cases: fc.tuple(input, value),
      check([given, ms]) {
        const resolved = resolveSandboxLimits(given as SandboxLimits);
        const wrong = KEYS.filter((key) => {
          const { min, ceiling } = SANDBOX_LIMITS[key];
          return !Number.isInteger(resolved[key]) || resolved[key] < min || resolved[key] > ceiling;
        });
        if (wrong.length > 0) throw new Error(`outside of their bounds: ${wrong.join(', ')}`);
        if (Object.keys(resolved).length !== KEYS.length + SWITCHES.length)
          throw new Error('fields are missing or more');
        const { allowPrivateNetwork, filesystemAccess, secretScope, userAgent } = resolved;
        const own = (key: string): unknown => (Object(given) as Record<string, unknown>)[key];
        if (allowPrivateNetwork !== (own('allowPrivateNetwork') === true)) throw new Error('allowPrivateNetwork');
        if ((filesystemAccess === 'host') !== (own('filesystemAccess') === 'host')) throw new Error('filesystemAccess');
        if (typeof userAgent !== 'string') throw new Error('userAgent');
        if ((secretScope === null) === Array.isArray(own('secretScope'))) throw new Error('secretScope');
        if (secretScope?.some((name) => typeof name !== 'string' || name.trim() !== name || name === ''))
          throw new Error('a name in secretScope');
        for (const clamped of [clampTimeoutMs(ms), clampSuspendAllowanceMs(ms)]) {
          if (!Number.isInteger(clamped) || clamped < 0 || clamped > 2_147_483_647) throw new Error(`${clamped} ms`);
        }
        if (clampTimeoutMs(ms) < 1) throw new Error('a budget of nothing');
      },
    }),
};
