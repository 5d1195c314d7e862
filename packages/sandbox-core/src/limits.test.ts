import { SANDBOX_LIMITS, type SandboxLimitKey, type SandboxLimits } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import * as limits from './limits.js';

const { clampSuspendAllowanceMs, clampTimeoutMs, resolveSandboxLimits } = limits;

// Default, minimum and ceiling as documented.
const TABLE: [SandboxLimitKey, number, number, number][] = [
  ['maxFetchCalls', 20, 0, 100],
  ['maxResponseBodyBytes', 1_000_000, 1024, 52_428_800],
  ['maxOutputSize', 100_000, 1024, 10_485_760],
  ['memoryLimitBytes', 67_108_864, 1_048_576, 536_870_912],
  ['stackLimitBytes', 524_288, 16_384, 8_388_608],
  ['runMediaBytes', 268_435_456, 1_048_576, 2_147_483_648],
  ['fetchTimeoutMs', 15_000, 100, 120_000],
  ['workspaceReadBytes', 67_108_864, 1024, 536_870_912],
  ['workspaceWriteBytes', 536_870_912, 0, 8_589_934_592],
  ['maxBridgeCalls', 100_000, 1000, 1_000_000],
  ['maxInFlightBridgeCalls', 256, 1, 4096],
];

describe('resolveSandboxLimits', () => {
  it('knows every limit', () => {
    expect(TABLE.map(([key]) => key).sort()).toEqual(Object.keys(SANDBOX_LIMITS).sort());
  });

  it.each(TABLE)('clamps %s', (key, standard, min, ceiling) => {
    const resolve = (value: unknown) => resolveSandboxLimits({ [key]: value } as SandboxLimits)[key];
    for (const odd of [undefined, null, '7', NaN, Infinity, -Infinity, {}, 5n, true])
      expect(resolve(odd)).toBe(standard);
    expect(resolve(-1)).toBe(min);
    expect(resolve(0)).toBe(min);
    expect(resolve(min + 0.9)).toBe(min);
    expect(resolve(ceiling + 1)).toBe(ceiling);
    expect(resolve(1e300)).toBe(ceiling);
    expect(resolve(min + 1.5)).toBe(min + 1);
  });

  it('answers with every field, whatever it is given', () => {
    const standard = resolveSandboxLimits();
    expect(Object.keys(standard)).toHaveLength(TABLE.length + 4);
    for (const odd of [null, undefined, 3, 'x'] as never[]) expect(resolveSandboxLimits(odd)).toEqual(standard);
  });

  it('turns a switch only by its documented value', () => {
    const resolve = (given: unknown) => resolveSandboxLimits(given as SandboxLimits);
    expect(
      resolve({ allowPrivateNetwork: 'true', userAgent: 5, filesystemAccess: 'HOST', secretScope: 'A' }),
    ).toMatchObject({
      allowPrivateNetwork: false,
      userAgent: '',
      filesystemAccess: 'workspace',
      secretScope: null,
    });
    expect(
      resolve({ allowPrivateNetwork: true, userAgent: 'x', filesystemAccess: 'host', secretScope: [] }),
    ).toMatchObject({
      allowPrivateNetwork: true,
      userAgent: 'x',
      filesystemAccess: 'host',
      secretScope: [],
    });
    expect(resolve({ secretScope: [' A ', 'A', '', ' ', 7, 'B'] }).secretScope).toEqual(['A', 'B']);
  });
});

describe('clampTimeoutMs', () => {
  it.each([
    [undefined, 30_000],
    [NaN, 30_000],
    ['5', 30_000],
    [-Infinity, 30_000],
    [null, 30_000],
    [Infinity, 2_147_483_647],
    [0, 1],
    [-5, 1],
    [1.9, 1],
    [250.7, 250],
    [1e12, 2_147_483_647],
  ])('of %s is %d', (value, expected) => {
    expect(clampTimeoutMs(value)).toBe(expected);
  });
});

describe('clampSuspendAllowanceMs', () => {
  it.each([
    [undefined, 1_800_000],
    [NaN, 1_800_000],
    [0, 0],
    [-0, 0],
    [-1, 1],
    [0.5, 1],
    [99, 99],
    [Infinity, 2_147_483_647],
  ])('of %s is %d', (value, expected) => {
    expect(clampSuspendAllowanceMs(value)).toBe(expected + 0);
  });

  it('takes the default of a streaming run', () => {
    expect(clampSuspendAllowanceMs(undefined, limits.INPUT_STREAM_SUSPEND_ALLOWANCE_MS)).toBe(2_147_483_647);
  });
});
