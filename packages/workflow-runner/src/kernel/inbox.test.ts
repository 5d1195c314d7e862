import { describe, expect, it } from 'vitest';
import { EdgeBuffer } from './edge-buffer.js';
import { NodeInbox } from './inbox.js';
import { MAX_PENDING_VALUES } from './limits.js';
import { StallWatch } from './stall.js';

const quiet = { blocked: () => undefined, unblocked: () => undefined };
const inboxOf = (limit: number, edges = 1) => {
  const buffers = Array.from({ length: edges }, (_, at) => new EdgeBuffer(`e${at}`, limit, quiet));
  return { buffers, inbox: new NodeInbox(buffers, { starved: () => undefined, fed: () => undefined }) };
};
/** Whether a promise has settled after everything that could run has run. */
const isDone = async (promise: Promise<unknown>) => {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('NodeInbox', () => {
  it('hands out arrivals of all edges in the order in which they came', async () => {
    const { inbox } = inboxOf(10, 2);
    await inbox.put(0, [0], 'a');
    await inbox.put(1, [0], 'b');
    inbox.end(0, [], false);
    await inbox.put(1, [1], 'c');
    const seen = [];
    for (let at = 0; at < 4; at += 1) {
      const arrival = await inbox.take();
      seen.push(arrival?.kind === 'value' ? arrival.value : arrival?.kind);
    }
    expect(seen).toEqual(['a', 'b', 'closed', 'c']);
  });

  it('holds a producer until a value was released, not until it was taken', async () => {
    const { inbox, buffers } = inboxOf(2);
    await inbox.put(0, [], 1);
    await inbox.put(0, [], 2);
    const third = inbox.put(0, [], 3);
    await inbox.take();
    expect(await isDone(third)).toBe(false);
    buffers[0]?.release();
    expect(await isDone(third)).toBe(true);
    expect(buffers[0]?.held).toBe(2);
  });

  it('counts nothing as left over once it was discarded and closed, neither what waited nor what came later', async () => {
    const { inbox, buffers } = inboxOf(1);
    await inbox.put(0, [0], 1);
    const second = inbox.put(0, [1], 2);
    inbox.discard();
    inbox.closeAll();
    await second;
    await inbox.put(0, [2], 3);
    expect(buffers[0]?.held).toBe(0);
  });

  it('holds each edge for itself', async () => {
    const { inbox } = inboxOf(1, 2);
    await inbox.put(0, [], 1);
    expect(await isDone(inbox.put(0, [], 2))).toBe(false);
    expect(await isDone(inbox.put(1, [], 3))).toBe(true);
  });

  it('lets waiting producers in, in order, when the limit grows', async () => {
    const { inbox, buffers } = inboxOf(1);
    const puts = [1, 2, 3].map((value) => inbox.put(0, [], value));
    expect(await isDone(puts[1] as Promise<void>)).toBe(false);
    buffers[0]?.grow(2);
    expect(await isDone(puts[1] as Promise<void>)).toBe(true);
    expect(await isDone(puts[2] as Promise<void>)).toBe(false);
    const values = [await inbox.take(), await inbox.take()].map((one) => one?.kind === 'value' && one.value);
    expect(values).toEqual([1, 2]);
  });

  it('wakes everybody and takes nothing more once it was closed', async () => {
    const { inbox } = inboxOf(1);
    await inbox.put(0, [], 1);
    const waiting = inbox.put(0, [], 2);
    inbox.closeAll();
    expect(await isDone(waiting)).toBe(true);
    await inbox.put(0, [], 3);
    expect(await inbox.take()).toBeUndefined();
    const idle = inboxOf(1).inbox;
    const take = idle.take();
    idle.closeAll();
    expect(await take).toBeUndefined();
  });
});

describe('StallWatch', () => {
  it('doubles the smallest full buffer, and only when nobody works', async () => {
    const watch = new StallWatch(() => undefined);
    for (const id of ['a', 'b', 'c']) watch.add(id);
    const small = new EdgeBuffer('small', 1, watch.producer('a'));
    const large = new EdgeBuffer('large', 8, watch.producer('b'));
    for (let at = 0; at < 8; at += 1) await large.acquire();
    await small.acquire();
    void small.acquire();
    void large.acquire();
    expect([small.limit, large.limit]).toEqual([1, 8]);
    watch.consumer('c').starved();
    expect([small.limit, large.limit]).toEqual([2, 8]);
  });

  it('gives up at the ceiling', async () => {
    const errors: string[] = [];
    const watch = new StallWatch((buffer, error) => errors.push(`${buffer.edgeId} ${error.code}`));
    watch.add('a');
    const buffer = new EdgeBuffer('edge', MAX_PENDING_VALUES, watch.producer('a'));
    for (let at = 0; at < MAX_PENDING_VALUES; at += 1) void buffer.acquire();
    void buffer.acquire();
    expect(errors).toEqual(['edge buffer_limit']);
  });
});
