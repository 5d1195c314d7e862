import { describe, expect, it } from 'vitest';
import { HostShare } from './host-share.js';

const spin = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe('the share of a run in its caller’s thread', () => {
  it('does short work at once', () => {
    const share = new HostShare();
    let done = 0;
    for (let i = 0; i < 100; i++) share.run(() => done++);
    expect(done).toBe(100);
  });

  it('lets the caller in between long tasks, and keeps their order', async () => {
    const share = new HostShare();
    const order: (number | string)[] = [];
    for (let i = 0; i < 4; i++)
      share.run(() => {
        spin(150);
        order.push(i);
      });
    // The first two are the burst.
    expect(order).toEqual([0, 1]);
    const last = new Promise<void>((resolve) => share.run(resolve));
    setTimeout(() => order.push('caller'), 0);
    await last;
    expect(order).toEqual([0, 1, 'caller', 2, 3]);
  });

  it('does nothing more once it is closed', async () => {
    const share = new HostShare();
    let done = 0;
    for (let i = 0; i < 3; i++)
      share.run(() => {
        spin(150);
        done++;
      });
    share.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(done).toBe(2);
  });
});
