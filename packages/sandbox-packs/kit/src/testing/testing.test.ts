import { describe, expect, it } from 'vitest';
import { hostCaller } from './host-caller.js';
import { mutations } from './mutations.js';

describe('hostCaller', () => {
  it('calls by name and keeps warnings', async () => {
    const call = hostCaller('x', {
      async echo({ args, where, warn }) {
        warn(`${where} was called`);
        return args;
      },
    });
    expect(await call('echo', 1, 'a')).toEqual([1, 'a']);
    expect(call.warnings).toEqual(['x.echo was called']);
    await expect(call('other')).rejects.toThrow('x has no function other');
  });
});

describe('mutations', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
  it('gives the same damaged copies for the same seed', () => {
    const first = [...mutations(bytes, 30, 7)];
    expect(first).toHaveLength(30);
    expect([...mutations(bytes, 30, 7)]).toEqual(first);
    expect([...mutations(bytes, 30, 8)]).not.toEqual(first);
  });

  it('cuts off and overwrites, and leaves the original alone', () => {
    const all = [...mutations(bytes)];
    expect(all).toHaveLength(1000);
    expect(all.filter((copy) => copy.length < 100).length).toBeGreaterThan(300);
    expect(all.filter((copy) => copy.length === 100).length).toBeGreaterThan(600);
    expect([...bytes]).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect([...mutations(new Uint8Array(0), 10)]).toHaveLength(10);
  });
});
