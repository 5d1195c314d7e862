import { beforeEach, describe, expect, it, vi } from 'vitest';

const pending: { name: string; answer: (found: unknown) => void; fail: (error: Error) => void }[] = [];
const asked: string[] = [];
vi.mock('node:dns/promises', () => ({
  lookup: (name: string, options: unknown) => {
    expect(options).toEqual({ all: true, verbatim: true });
    asked.push(name);
    return new Promise((answer, fail) => pending.push({ name, answer, fail }));
  },
}));
const { lookupAll } = await import('./lookup.node.js');
const never = new AbortController().signal;
const answerNext = () =>
  pending.shift()?.answer([
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  asked.length = 0;
});

describe('lookupAll', () => {
  it('gives all addresses in their order', async () => {
    const found = lookupAll('a', never);
    answerNext();
    expect(await found).toEqual(['192.0.2.1', '2001:db8::1']);
  });

  it('does two at a time, the others in turn', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => lookupAll(name, never));
    await settle();
    expect(asked).toEqual(['a', 'b']);
    for (let count = 3; count <= 4; count++) {
      answerNext();
      await settle();
      expect(asked).toHaveLength(count);
    }
    answerNext();
    answerNext();
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('passes the turn on after a failure', async () => {
    const failing = [lookupAll('a', never), lookupAll('b', never)].map((found) =>
      found.catch((error) => error.message),
    );
    const third = lookupAll('c', never);
    await settle();
    pending.shift()?.fail(new Error('gone'));
    await settle();
    expect(asked).toEqual(['a', 'b', 'c']);
    answerNext();
    answerNext();
    expect(await Promise.all(failing)).toEqual(['gone', ['192.0.2.1', '2001:db8::1']]);
    expect(await third).toHaveLength(2);
  });

  it('gives up a place in the line when its time is over', async () => {
    const first = [lookupAll('a', never), lookupAll('b', never)];
    const abort = new AbortController();
    const hostile = ['x', 'y', 'z'].map((name) => lookupAll(name, abort.signal).catch((error) => error.name));
    const waiting = lookupAll('c', never);
    abort.abort();
    expect(await Promise.all(hostile)).toEqual(Array(3).fill('AbortError'));
    await expect(lookupAll('late', abort.signal)).rejects.toThrow();
    answerNext();
    await settle();
    expect(asked).toEqual(['a', 'b', 'c']);
    answerNext();
    answerNext();
    await Promise.all([...first, waiting]);
  });
});
