import type { SandboxClock } from '@nodetool-ai/protocol/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandboxClock, guardClock } from '../clock.js';
import { nowMs, RunControl, STOP } from './control.js';
import { IdleWatch } from './idle-watch.js';

const DAY_MS = 86_400_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);

function watching(given: { clock?: SandboxClock; timeoutMs?: number; allowanceMs?: number } = {}) {
  const control = new RunControl(new ArrayBuffer(RunControl.BYTES));
  let expiredAt: number | undefined;
  const startedAt = nowMs();
  let readings = 0;
  const { clock } = given;
  const counted = clock && {
    suspend: () => clock.suspend(),
    suspendedMs: () => {
      readings++;
      return clock.suspendedMs();
    },
  };
  const guarded = counted && guardClock(counted, () => undefined);
  const watch = new IdleWatch(control, given.timeoutMs ?? 100, guarded, given.allowanceMs ?? DAY_MS, () => {
    expiredAt = nowMs() - startedAt;
  });
  control.startedAt = startedAt;
  return { control, watch, clock: guarded, readings: () => readings, expiredAt: () => expiredAt };
}

describe('the watch of a run that waits', () => {
  it('ends a wait without a clock at the deadline', () => {
    const run = watching();
    pass(30);
    run.watch.idle();
    pass(69);
    expect(run.expiredAt()).toBeUndefined();
    pass(10);
    expect(run.expiredAt()).toBeGreaterThanOrEqual(100);
    expect(run.control.stop).toBe(STOP.timeout);
  });

  it('credits the part of each wait in which the clock stood, and no other time', () => {
    const clock = createSandboxClock();
    const run = watching({ clock, timeoutMs: 1000 });
    const resume = clock.suspend();
    pass(10); // busy
    run.watch.idle();
    pass(20);
    run.watch.busy();
    expect(run.control.credit).toBeCloseTo(20, 3);
    pass(40); // busy
    run.watch.idle();
    pass(5);
    resume();
    pass(50); // idle, and the clock goes on
    run.watch.busy();
    expect(run.watch.end()).toBeCloseTo(25, 3);
  });

  it('credits no time in which a guest was busy that had woken by itself', () => {
    const clock = createSandboxClock();
    clock.suspend();
    const run = watching({ clock, timeoutMs: 1000 });
    run.watch.idle();
    pass(20);
    run.control.wokeAt = nowMs();
    pass(300); // busy, and nobody has told the watch
    run.watch.busy();
    expect(run.control.credit).toBeCloseTo(20, 3);
    run.watch.idle();
    pass(10);
    run.control.wokeAt = nowMs();
    pass(300);
    run.watch.idle();
    expect(run.watch.end()).toBeCloseTo(30, 3);
  });

  it('ends a busy guest too, where the interpreter cannot ask the clock', () => {
    const clock = createSandboxClock();
    const run = watching({ clock });
    clock.suspend();
    run.watch.idle();
    pass(500);
    run.watch.busy();
    pass(90);
    expect(run.expiredAt()).toBeUndefined();
    pass(40);
    expect(run.expiredAt()).toBeGreaterThanOrEqual(600);
  });

  it('charges what goes past the allowance', () => {
    const clock = createSandboxClock();
    clock.suspend();
    const run = watching({ clock, allowanceMs: 50 });
    run.watch.idle();
    pass(149);
    expect(run.expiredAt()).toBeUndefined();
    pass(40);
    expect(run.expiredAt()).toBeGreaterThanOrEqual(150);
    expect(run.watch.end()).toBe(50);
  });

  it('asks seldom while the run itself holds the clock, and often enough while somebody else does', () => {
    const clock = createSandboxClock();
    const held = watching({ clock });
    held.clock?.suspend();
    held.watch.idle();
    pass(60_000);
    expect(held.expiredAt()).toBeUndefined();
    expect(held.readings()).toBeLessThan(60 * 3 + 10);

    const resume = clock.suspend();
    const other = watching({ clock, timeoutMs: 10 });
    other.watch.idle();
    pass(1000);
    expect(other.readings()).toBeLessThan(200);
    held.clock?.suspend();
    resume();
    held.watch.end();
    other.watch.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a wait on a held clock that does not stand', () => {
    const run = watching({ clock: { suspend: () => () => undefined, suspendedMs: () => 0 } });
    run.clock?.suspend();
    run.watch.idle();
    pass(2000);
    expect(run.expiredAt()).toBeLessThan(1500);
  });

  it('ends no run whose meters have not begun', () => {
    const run = watching();
    run.control.startedAt = 0;
    run.watch.idle();
    pass(1000);
    expect(run.expiredAt()).toBeUndefined();
  });
});
