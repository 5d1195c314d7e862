import { describe, expect, it } from 'vitest';
import { RunControl, STOP } from './control.js';

describe('the control block', () => {
  it('keeps the first reason to stop', () => {
    const control = new RunControl(new SharedArrayBuffer(RunControl.BYTES));
    control.requestStop(STOP.cancelled);
    control.requestStop(STOP.timeout);
    expect(control.stop).toBe(STOP.cancelled);
    control.reset();
    expect(control.stop).toBe(STOP.no);
  });

  it('answers a question, and only the one that is open', () => {
    const control = new RunControl(new SharedArrayBuffer(RunControl.BYTES));
    const late: number[] = [];
    expect(control.ask((question) => control.answer(question, true), 1000)).toBe(true);
    expect(control.ask((question) => control.answer(question, false), 1000)).toBe(false);
    expect(control.ask((question) => late.push(question), 5)).toBeUndefined();
    const answer = control.ask((question) => {
      for (const old of late) control.answer(old, true);
      control.answer(question, false);
    }, 1000);
    expect(answer).toBe(false);
  });

  it('does not leave a guest waiting for an answer when the run is to stop', () => {
    const control = new RunControl(new SharedArrayBuffer(RunControl.BYTES));
    expect(control.ask(() => control.requestStop(STOP.timeout), 60_000)).toBeUndefined();
    expect(control.ask(() => undefined, 60_000)).toBeUndefined();
  });
});
