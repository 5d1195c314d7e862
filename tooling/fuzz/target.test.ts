import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustEqual, runTarget, subject } from './target.js';

const targetOf = (check: (one: number) => void | Promise<void>) => ({
  name: 'planted',
  open: () => subject({ cases: fc.nat(100_000), check }),
});

describe('a target', () => {
  it('reports the smallest case of a fault, and shows it again by its path', async () => {
    let tried = 0;
    const target = targetOf((one) => {
      tried++;
      if (one >= 1234) throw new Error(`too large: ${one}`);
    });
    const report = await runTarget(target, { cases: 1000, seed: 1 });
    expect(report.failure).toMatchObject({ input: '1234', message: expect.stringContaining('too large: 1234') });
    tried = 0;
    const again = await runTarget(target, { cases: 1000, seed: 1, path: report.failure?.path ?? '' });
    expect(again.failure?.input).toBe('1234');
    expect(tried).toBeLessThan(5);
  });

  it('makes the same cases from the same seed, and others from another', async () => {
    const casesOf = async (seed: number) => {
      const seen: number[] = [];
      await runTarget(
        targetOf((one) => void seen.push(one)),
        { cases: 50, seed },
      );
      return seen;
    };
    expect(await casesOf(7)).toEqual(await casesOf(7));
    expect(await casesOf(7)).not.toEqual(await casesOf(8));
  });

  it('takes a changed prototype for a fault, also when nothing was thrown', async () => {
    const report = await runTarget(
      targetOf(async () => {
        Object.defineProperty(Array.prototype, 'planted', { value: 1, configurable: true });
      }),
      { cases: 1, seed: 1 },
    );
    Reflect.deleteProperty(Array.prototype, 'planted');
    expect(report.failure?.message).toContain('changed a prototype');
  });

  it('counts the cases that one check holds, and closes what it opened after a fault too', async () => {
    let closed = 0;
    const open = (check: () => void) => () =>
      subject({ cases: fc.nat(), casesPerCheck: 10, check, close: () => void closed++ });
    const seen: number[] = [];
    const onProgress = (done: number) => void seen.push(done);
    const good = await runTarget({ name: 'good', open: open(() => undefined) }, { cases: 35, seed: 1, onProgress });
    expect([good.cases, seen]).toEqual([40, [10, 20, 30, 40]]);
    const bad = await runTarget({ name: 'bad', open: open(() => mustEqual(1, 2, 'one')) }, { cases: 10, seed: 1 });
    expect(bad.failure?.message).toContain('one: got 1, expected 2');
    expect(closed).toBe(2);
  });
});
