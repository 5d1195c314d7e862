import type { RunSandboxResult } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { probeModule } from './probe.js';

/** A runner that answers one prepared result after the other. */
function answering(...results: object[]) {
  let starts = 0;
  return async () => {
    const result = { success: true, logs: [], ...results[Math.min(starts, results.length - 1)] };
    starts += 1;
    return result as unknown as RunSandboxResult;
  };
}

const seen = (...exports: string[]) => ({ result: { pure: true, exports } });

describe('the admission probe', () => {
  it('starts twice, and refuses a module that is not the same the second time', async () => {
    expect(await probeModule('', answering(seen('a'), seen('a', 'b')))).toEqual({
      status: 'refused',
      message: 'Two fresh guests saw different export names.',
      isLasting: true,
    });
    const failure = { success: false, error: 'x', errorInfo: { code: 'GUEST', name: 'TypeError', message: 'no' } };
    expect(await probeModule('', answering(seen('a'), failure))).toMatchObject({
      status: 'refused',
      message: expect.stringMatching(/^It started once and failed the second time: .*TypeError: no/),
    });
  });

  it('keeps 20 lines of the console, 500 characters of each', async () => {
    const logs = new Array<string>(30).fill('x'.repeat(600));
    const probe = await probeModule('', answering({ ...seen('a'), logs }));
    expect(probe.status === 'admitted' && probe.printed).toEqual(new Array(20).fill('x'.repeat(500)));
  });

  it('is pure only when both starts were', async () => {
    const impure = { result: { pure: false, exports: ['a'] } };
    expect(await probeModule('', answering(seen('a'), impure))).toMatchObject({ status: 'admitted', pure: false });
  });

  it('tells in a real guest what a module prints, how long it took and how much memory', async () => {
    const source = 'console.log("hello"); export const a = 1;';
    expect(await probeModule(source)).toEqual({
      status: 'admitted',
      exports: ['a'],
      pure: true,
      printed: ['hello'],
      loadMs: expect.any(Number),
      peakMemoryBytes: expect.any(Number),
    });
  });
});
