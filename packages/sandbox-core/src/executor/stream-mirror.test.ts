import { describe, expect, it } from 'vitest';
import { AskedStreams, StreamMirror } from './stream-mirror.js';

describe('what a worker without shared memory knows of streams', () => {
  it('keeps a stream closed once it was closed', () => {
    const mirror = new StreamMirror();
    mirror.close(['a']);
    mirror.close([]);
    expect([mirror.isOpen('a'), mirror.isOpen('b'), mirror.isOpen('__proto__')]).toEqual([false, true, true]);
    mirror.forget();
    expect(mirror.isOpen('a')).toBe(true);
  });

  it('asks the caller about few streams, and about none that is closed', () => {
    const asked = new AskedStreams();
    for (let n = 0; n < 5000; n++) asked.add(`s${n}`);
    let questions = 0;
    const isOpen = (name: string) => {
      questions++;
      return name !== 's4999';
    };
    expect(asked.takeClosed(isOpen)).toEqual(['s4999']);
    expect(questions).toBeLessThan(100);
    expect(asked.takeClosed(isOpen)).toEqual([]);
  });

  it('keeps what a guest asked for last', () => {
    const asked = new AskedStreams();
    asked.add('first');
    for (let n = 0; n < 10; n++) asked.add(`s${n}`);
    asked.add('first');
    for (let n = 10; n < 22; n++) asked.add(`s${n}`);
    expect(asked.takeClosed((name) => name !== 'first')).toEqual(['first']);
  });

  it('remembers a bounded number of closed streams', () => {
    const mirror = new StreamMirror();
    mirror.close(Array.from({ length: 5000 }, (_, n) => `s${n}`));
    expect([mirror.isOpen('s0'), mirror.isOpen('s4999')]).toEqual([true, false]);
  });
});
