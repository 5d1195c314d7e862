import { WASM_BUDGETS } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { SandboxLimitError } from '../../errors.js';
import { lowestLimits, WasmBudget } from './budget.js';

const budgetOf = (limits: Parameters<typeof lowestLimits>[0] extends Iterable<{ limits: infer L }> ? L : never) =>
  new WasmBudget(lowestLimits([{ limits }]));

describe('the budgets of a run', () => {
  it('are those of the contract when no module lowers them', () => {
    expect(lowestLimits([])).toEqual({
      callsPerInvocation: 256,
      wallClockMs: 30_000,
      callTimeoutMs: 5000,
      callConcurrency: 2,
    });
    expect(WASM_BUDGETS).toMatchObject({
      poolWorkers: { value: 4 },
      binaryBytes: { value: 4_194_304 },
      memoryPages: { value: 4096 },
      parameters: { value: 8 },
    });
  });

  it('are each the lowest that any module of the run names', () => {
    const limits = [
      { limits: { callTimeoutMs: 100, callConcurrency: 1 } },
      { limits: { callTimeoutMs: 200, wallClockMs: 9 } },
    ];
    expect(lowestLimits(limits)).toEqual({
      callsPerInvocation: 256,
      wallClockMs: 9,
      callTimeoutMs: 100,
      callConcurrency: 1,
    });
  });

  it('count calls, and name module, number and budget when they are used up', () => {
    const budget = budgetOf({ callsPerInvocation: 2 });
    budget.countCall('a');
    budget.countCall('a');
    expect(() => budget.countCall('b')).toThrow(
      'WASM sandbox module "b": the run has made 2 WASM calls per invocation, its limit',
    );
    expect(() => budget.countCall('b')).toThrow(SandboxLimitError);
  });

  it('set aside the timeout of a call before it, and give back what it did not use', () => {
    const budget = budgetOf({ wallClockMs: 1000, callTimeoutMs: 600 });
    const first = budget.reserve('a');
    const second = budget.reserve('a');
    // The second gets no more than the first left over: together they cannot use more than there is.
    expect([first.ms, second.ms]).toEqual([600, 400]);
    expect(() => budget.reserve('a')).toThrow(/module "a".*WASM wall clock of 1000 ms/);
    first.settle(10);
    expect(budget.reserve('a').ms).toBe(590);
    second.settle(400);
    expect(() => budget.reserve('a')).toThrow(/WASM wall clock/);
  });

  it('charge a call no more than was set aside for it, whatever a clock says', () => {
    const budget = budgetOf({ wallClockMs: 100, callTimeoutMs: 60 });
    budget.reserve('a').settle(5000);
    expect(budget.reserve('a').ms).toBe(40);
    const other = budgetOf({ wallClockMs: 100, callTimeoutMs: 60 });
    other.reserve('a').settle(-5);
    other.reserve('a');
    expect(other.reserve('a').ms).toBe(40);
  });

  it('let so many calls work at the same time, the others in order', async () => {
    const budget = budgetOf({ callConcurrency: 2 });
    const order: string[] = [];
    const gives: Record<string, () => void> = {};
    for (const name of ['a', 'b', 'c', 'd']) {
      void budget.takeSlot().then((give) => {
        order.push(name);
        gives[name] = give;
      });
    }
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect(order).toEqual(['a', 'b']);
    gives.b?.();
    // Giving a slot back twice must not make room for two.
    gives.b?.();
    await settle();
    expect(order).toEqual(['a', 'b', 'c']);
    gives.a?.();
    await settle();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });
});
