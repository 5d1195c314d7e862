import type { SandboxClock } from '@nodetool-ai/protocol/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandboxClock, guardClock } from './clock.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);

describe('createSandboxClock', () => {
  it('counts from a suspension to its end, one that is open included', () => {
    const clock = createSandboxClock();
    pass(100);
    expect(clock.suspendedMs()).toBe(0);
    const resume = clock.suspend();
    pass(30);
    expect(clock.suspendedMs()).toBe(30);
    resume();
    pass(100);
    expect(clock.suspendedMs()).toBe(30);
    const again = clock.suspend();
    pass(5);
    again();
    expect(clock.suspendedMs()).toBe(35);
  });

  it('counts suspensions that overlap once, in whatever order they end', () => {
    const clock = createSandboxClock();
    const first = clock.suspend();
    pass(10);
    const second = clock.suspend();
    pass(10);
    first();
    pass(10);
    expect(clock.suspendedMs()).toBe(30);
    second();
    pass(10);
    expect(clock.suspendedMs()).toBe(30);
  });

  it('does nothing when a suspension is ended twice', () => {
    const clock = createSandboxClock();
    const first = clock.suspend();
    const second = clock.suspend();
    first();
    first();
    pass(10);
    expect(clock.suspendedMs()).toBe(10);
    second();
    second();
    pass(10);
    expect(clock.suspendedMs()).toBe(10);
  });

  it('does not go back when the wall clock of the machine does', () => {
    const clock = createSandboxClock();
    clock.suspend();
    pass(50);
    vi.setSystemTime(0);
    expect(clock.suspendedMs()).toBe(50);
  });

  it('keeps clocks apart', () => {
    const [one, other] = [createSandboxClock(), createSandboxClock()];
    one.suspend();
    pass(10);
    expect([one.suspendedMs(), other.suspendedMs()]).toEqual([10, 0]);
  });
});

describe('guardClock', () => {
  const readings = (...values: unknown[]): SandboxClock => ({
    suspend: () => () => undefined,
    suspendedMs: () => values.shift() as number,
  });

  it('keeps the last good reading', () => {
    const faults: string[] = [];
    const guarded = guardClock(readings(5, Number.NaN, 4, Number.POSITIVE_INFINITY, '9', 7), (what) =>
      faults.push(what),
    );
    expect([1, 2, 3, 4, 5, 6].map(() => guarded.suspendedMs())).toEqual([5, 5, 5, 5, 5, 7]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('answered with no number');
  });

  it('says what a clock did wrong', () => {
    const faults: string[] = [];
    const note = (what: string) => faults.push(what);
    guardClock(readings(-1), note).suspendedMs();
    guardClock({} as SandboxClock, note).suspendedMs();
    guardClock({} as SandboxClock, note).suspend()();
    guardClock({ ...readings(), suspend: () => undefined as never }, note).suspend()();
    const failing = () => {
      throw new Error('secret');
    };
    guardClock({ ...readings(), suspend: () => failing }, note).suspend()();
    expect(faults.map((fault) => fault.slice(0, fault.indexOf('. Time')))).toEqual([
      'the clock of this run is broken: suspendedMs() went back',
      'the clock of this run is broken: suspendedMs() threw',
      'the clock of this run is broken: suspend() threw',
      'the clock of this run is broken: suspend() answered with no function',
      'the clock of this run is broken: the end of a suspension threw',
    ]);
  });

  it('knows whether the run holds it, and ends each suspension once', () => {
    let ended = 0;
    const clock = { suspend: () => () => void ended++, suspendedMs: () => 0 };
    const guarded = guardClock(clock, () => undefined);
    const [first, second] = [guarded.suspend(), guarded.suspend()];
    first();
    first();
    expect([guarded.isHeld, ended]).toEqual([true, 1]);
    second();
    expect([guarded.isHeld, ended]).toEqual([false, 2]);
  });
});
