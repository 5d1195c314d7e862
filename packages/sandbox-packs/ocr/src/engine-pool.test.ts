import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OcrEngine } from './engine.js';
import { EnginePool } from './engine-pool.js';

let log: string[] = [];
const open = async (_where: string, languages: readonly string[]): Promise<OcrEngine> => {
  const name = languages.join('+');
  log.push(`open ${name}`);
  return {
    recognize: async () => ({ text: name, confidence: 0 }),
    keepAlive: () => {},
    close: () => void log.push(`close ${name}`),
  };
};
const signal = new AbortController().signal;

beforeEach(() => {
  log = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('EnginePool', () => {
  it('uses an engine again until it has waited too long', async () => {
    const pool = new EnginePool(open, 2, 60_000);
    await pool.use('w', ['eng'], signal, async () => 1);
    vi.advanceTimersByTime(59_999);
    await pool.use('w', ['eng'], signal, async () => 2);
    vi.advanceTimersByTime(59_999);
    expect(log).toEqual(['open eng']);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['open eng', 'close eng']);
    expect(pool.restingCount).toBe(0);
  });

  it('closes the one that waited longest before a third starts', async () => {
    const pool = new EnginePool(open, 2, 60_000);
    for (const language of ['eng', 'fra', 'eng', 'deu']) await pool.use('w', [language], signal, async () => 0);
    expect(log).toEqual(['open eng', 'open fra', 'close fra', 'open deu']);
    expect(pool.restingCount).toBe(2);
  });

  it('closes an engine whose work failed or was given up', async () => {
    const pool = new EnginePool(open, 2, 60_000);
    await expect(pool.use('w', ['eng'], signal, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
    const stop = new AbortController();
    const never = pool.use('w', ['eng'], stop.signal, () => new Promise(() => {}));
    const waiting = pool.use('w', ['fra'], stop.signal, async () => 3);
    await vi.advanceTimersByTimeAsync(1);
    stop.abort(new Error('stopped'));
    await expect(never).rejects.toThrow('stopped');
    await expect(waiting).rejects.toThrow('stopped');
    expect(await pool.use('w', ['eng'], signal, async () => 4)).toBe(4);
    expect(log).toEqual(['open eng', 'close eng', 'open eng', 'close eng', 'open eng']);
  });
});
