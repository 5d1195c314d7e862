/**
 * What holds for input streams and for the clock wherever a guest is interpreted.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult, SandboxClock, TakenInput } from '@nodetool-ai/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandboxClock, runInSandbox } from '../src/index.node.js';

/** What a busy machine may add to a timer, and what ending a worker takes. */
const SLACK_MS = 2000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);

/** A source of finite queues, as a caller writes it. */
function sourceOf(queues: Record<string, unknown[]>) {
  const asked: (string | null)[] = [];
  const onTakeInput = async (handle: string | null): Promise<TakenInput> => {
    asked.push(handle);
    const from = handle ?? Object.keys(queues).find((name) => (queues[name] as unknown[]).length > 0);
    const queue = from === undefined ? undefined : queues[from];
    if (from === undefined || queue === undefined || queue.length === 0) return { done: true };
    return { done: false, handle: from, value: queue.shift() };
  };
  const onStreamOpen = (handle: string) => (queues[handle]?.length ?? 0) > 0;
  return { asked, onTakeInput, onStreamOpen };
}

export function describeStreaming(execution: 'inline' | 'worker'): void {
  const run = (code: string, options: Partial<RunSandboxOptions> = {}): Promise<RunSandboxResult> =>
    runInSandbox({ code, execution, ...options });
  const resultOf = async (code: string, options: Partial<RunSandboxOptions>): Promise<unknown> => {
    const ended = await run(code, options);
    expect(ended.error).toBeUndefined();
    return ended.result;
  };

  beforeAll(async () => {
    await run('return 1');
  });

  describe('stream', () => {
    it('gives the values of a handle in order, until its end', async () => {
      const source = sourceOf({ a: [1, 2, 3], b: [9] });
      const code = 'const seen = []; for await (const value of stream("a")) seen.push(value); return seen';
      expect(await resultOf(code, source)).toEqual([1, 2, 3]);
      expect(source.asked).toEqual(['a', 'a', 'a', 'a']);
    });

    it('gives pairs of handle and value for any handle, in the order of their arrival', async () => {
      const source = sourceOf({ a: [1, 2], b: ['x'] });
      const code =
        'const seen = []; for await (const [name, value] of stream.any()) seen.push(name + value); return seen';
      expect(await resultOf(code, source)).toEqual(['a1', 'a2', 'bx']);
      expect(source.asked).toEqual([null, null, null, null]);
    });

    it('gives the next value, or undefined at the end, to stream.first', async () => {
      const code = 'return [await stream.first("a"), await stream.first("a"), typeof await stream.first("a")]';
      expect(await resultOf(code, sourceOf({ a: [1, 2] }))).toEqual([1, 2, 'undefined']);
    });

    it('does not ask the source again once a stream has ended', async () => {
      const asked: (string | null)[] = [];
      const onTakeInput = async (handle: string | null): Promise<TakenInput> => {
        asked.push(handle);
        return asked.length === 1 || asked.length === 3
          ? { done: true }
          : { done: false, handle: 'b', value: asked.length };
      };
      const code = `
        const ends = [typeof await stream.first("a"), typeof await stream.first("a"), (await stream("a").next()).done];
        const other = await stream.first("b");
        const any = stream.any();
        return [ends, other, (await any.next()).done, (await any.next()).done, (await stream.any().next()).done];`;
      expect(await resultOf(code, { onTakeInput })).toEqual([['undefined', 'undefined', true], 2, true, true, true]);
      expect(asked).toEqual(['a', 'b', null]);
    });

    it('serves takes of one handle in call order, one at a time, and those of several side by side', async () => {
      const open = { a: 0, b: 0 };
      let most = 0;
      let mostOfOne = 0;
      let next = 0;
      const onTakeInput = async (handle: string | null): Promise<TakenInput> => {
        const name = handle as 'a' | 'b';
        open[name]++;
        most = Math.max(most, open.a + open.b);
        mostOfOne = Math.max(mostOfOne, open.a, open.b);
        const value = next++;
        await pause(value === 0 ? 60 : 5);
        open[name]--;
        return { done: false, handle: name, value };
      };
      const code = `
        const a = stream("a");
        const order = [];
        const takes = [a.next(), stream.first("a"), a.next(), stream.first("b")];
        takes.forEach((take, index) => take.then(() => order.push(index)));
        const values = await Promise.all(takes);
        return [order.filter((index) => index < 3), values[0].value < values[1], values[1] < values[2].value];`;
      expect(await resultOf(code, { onTakeInput })).toEqual([[0, 1, 2], true, true]);
      expect([most, mostOfOne]).toEqual([2, 1]);
    });

    it('ends takes that wait behind the end of their stream, without asking the source again', async () => {
      let asked = 0;
      const onTakeInput = async (): Promise<TakenInput> => {
        await pause(20);
        asked++;
        return { done: true };
      };
      const code = 'return (await Promise.all([1, 2, 3].map(() => stream.first("a")))).map((value) => typeof value)';
      expect(await resultOf(code, { onTakeInput })).toEqual(['undefined', 'undefined', 'undefined']);
      expect(asked).toBe(1);
    });

    it('leaves to the source what a loop has not taken, and goes on with it in the next loop', async () => {
      const queues = { a: [1, 2, 3, 4] };
      const code = `
        const values = stream("a");
        const seen = [];
        for await (const value of values) { seen.push(value); break; }
        for await (const value of values) { seen.push(value); if (value === 3) break; }
        return seen;`;
      expect(await resultOf(code, sourceOf(queues))).toEqual([1, 2, 3]);
      expect(queues.a).toEqual([4]);
    });

    it('throws for a name that is no string, and rejects where it answers with a promise', async () => {
      const code = `
        const seen = [];
        for (const verb of [stream, stream.open]) for (const name of [undefined, 1, {}, null])
          try { verb(name); seen.push("fine"); } catch (error) { seen.push(error.name); }
        for (const name of [undefined, 1, {}, null]) {
          const promise = stream.first(name);
          seen.push(await promise.then(() => "fine", (error) => error.name + " later"));
        }
        return [...new Set(seen.slice(0, 8)), ...new Set(seen.slice(8))];`;
      expect(await resultOf(code, sourceOf({}))).toEqual(['TypeError', 'TypeError later']);
    });

    it('refuses a name that is longer than any handle', async () => {
      const code =
        'const name = "x".repeat(1001); return [stream.open(name), await stream.first(name).catch((e) => e.message)]';
      const [isOpen, message] = (await resultOf(code, { ...sourceOf({}), onStreamOpen: () => true })) as unknown[];
      expect(isOpen).toBe(false);
      expect(message).toContain('at most 1000');
    });

    it('fails with every verb where the run has no input streams', async () => {
      const code = `
        const fail = (error) => error.message;
        const iterator = stream("a");
        let open;
        try { open = stream.open("a"); } catch (error) { open = fail(error); }
        return [open, await iterator.next().catch(fail), await stream.any().next().catch(fail), await stream.first("a").catch(fail)];`;
      const messages = (await resultOf(code, {})) as string[];
      expect(messages).toHaveLength(4);
      for (const message of messages) expect(message).toContain('streaming-input mode');
    });

    it('gives values with full fidelity', async () => {
      const value = { d: new Date(5), m: new Map([['k', 1n]]), b: new Uint8Array([1, 2]), u: undefined, n: Number.NaN };
      const code = `
        const { d, m, b, u, n, ...rest } = await stream.first("a");
        return [d instanceof Date && d.getTime(), m instanceof Map && m.get("k") === 1n, b instanceof Uint8Array && b[1],
          u === undefined, n, Object.keys(rest).length].map(String)`;
      expect(await resultOf(code, sourceOf({ a: [value] }))).toEqual(['5', 'true', '2', 'true', 'NaN', '0']);
    });

    it('rejects the take whose value cannot cross, and goes on', async () => {
      const cycle: Record<string, unknown> = {};
      cycle['self'] = cycle;
      const code = 'return [await stream.first("a").catch((error) => error.name), await stream.first("a")]';
      expect(await resultOf(code, sourceOf({ a: [cycle, 2] }))).toEqual(['TypeError', 2]);
    });

    it.each([
      ['nothing', undefined],
      ['null', null],
      ['text', 'done'],
      ['an empty object', {}],
      ['a truthy end', { done: 1 }],
      ['no handle', { done: false, value: 1 }],
      ['a handle that is a number', { done: false, handle: 1, value: 1 }],
    ])('says so when the source answers with %s', async (_, answer) => {
      const onTakeInput = (async () => answer) as unknown as RunSandboxOptions['onTakeInput'] & object;
      const code = 'return await stream.first("a").catch((error) => error.name + ": " + error.message)';
      expect(await resultOf(code, { onTakeInput })).toMatch(/^TypeError: .*"a".*onTakeInput/);
    });

    it('rejects the take for which the source fails, and asks it again for the next', async () => {
      let calls = 0;
      const onTakeInput = (): Promise<TakenInput> => {
        calls++;
        if (calls === 1) throw new RangeError('at once');
        if (calls === 2) return Promise.reject(new Error('later'));
        return Promise.resolve({ done: false, handle: 'a', value: 3 });
      };
      const code = `const fail = (error) => error.name + ": " + error.message;
        return [await stream.first("a").catch(fail), await stream("a").next().catch(fail), await stream.first("a")]`;
      expect(await resultOf(code, { onTakeInput })).toEqual(['RangeError: at once', 'Error: later', 3]);
    });

    it('keeps working when the program has changed what it finds', async () => {
      const code = `
        const bad = () => { throw new Error("tampered"); };
        Promise.prototype.then = bad; Promise.resolve = bad; Object.create = bad; Object.freeze = bad;
        Promise = bad; Array.prototype[Symbol.iterator] = bad; Reflect.apply = bad;
        const functions = Object.getPrototypeOf(bad); functions.call = bad; functions.apply = bad; functions.bind = bad;
        Object.defineProperty(Object.prototype, "done", { get: bad, set: bad, configurable: true });
        Object.defineProperty(Object.prototype, "a", { get: bad, set: bad, configurable: true });
        let sum = 0;
        for await (const value of stream("a")) sum += value;
        const pair = await stream.any().next();
        return sum + pair.value[0] + pair.value[1] + stream.open("a");`;
      const source = sourceOf({ a: [1, 2], b: ['x'] });
      expect(await resultOf(code, { ...source, onStreamOpen: () => true })).toBe('3bxtrue');
    });

    it('is frozen with its iterators, which iterate over themselves', async () => {
      const code = `
        const one = stream("a");
        let made; try { made = new stream("a"); } catch (error) { made = error.name; }
        return [Object.keys(stream), Object.isFrozen(stream), Object.isFrozen(stream.any), Object.isFrozen(one), Object.isFrozen(one.next),
          one[Symbol.asyncIterator]() === one, Object.keys(one), made, await one.return(4)]`;
      expect(await resultOf(code, sourceOf({}))).toEqual([
        ['any', 'first', 'open'],
        true,
        true,
        true,
        true,
        true,
        ['next', 'return'],
        'TypeError',
        { done: true, value: 4 },
      ]);
    });

    it('keeps names apart that objects have by themselves', async () => {
      const source = sourceOf({ constructor: [1], ['__proto__']: [2], a: [3] });
      const code =
        'return [await stream.first("constructor"), await stream.first("toString") === undefined, await stream.first("a")]';
      expect(await resultOf(code, source)).toEqual([1, true, 3]);
    });

    it('says false to stream.open when the caller does not answer it, and takes nothing for it', async () => {
      const { onTakeInput, asked } = sourceOf({ a: [1] });
      expect(await resultOf('return stream.open("a")', { onTakeInput })).toBe(false);
      expect(asked).toEqual([]);
    });

    it('counts stream.open as a bridge call', async () => {
      const code =
        'for (let n = 0; ; n++) try { stream.open("a"); } catch (error) { return [n, error.name, error.message] }';
      const source = { ...sourceOf({ a: [1] }), limits: { maxBridgeCalls: 1000 } };
      const [calls, name, message] = (await resultOf(code, source)) as [number, string, string];
      expect([calls, name]).toEqual([1000, 'RangeError']);
      expect(message).toContain('maxBridgeCalls');
    });

    it('ends the run with takes that nobody waits for, and asks nothing more', async () => {
      let asked = 0;
      let answer: (() => void) | undefined;
      const onTakeInput = (): Promise<TakenInput> => {
        asked++;
        return new Promise((resolve) => {
          answer = () => resolve({ done: false, handle: 'a', value: 1 });
        });
      };
      const code = 'for (let n = 0; n < 5; n++) stream.first("a"); await sleep(30); return "done"';
      expect(await resultOf(code, { onTakeInput })).toBe('done');
      answer?.();
      await pause(30);
      expect(asked).toBe(1);
    });
  });

  describe('the clock', () => {
    it('credits a take that is waited for, however short the budget', async () => {
      const onTakeInput = async (): Promise<TakenInput> => {
        await pause(900);
        return { done: false, handle: 'a', value: 7 };
      };
      const ended = await run('return await stream.first("a")', { onTakeInput, timeoutMs: 300 });
      expect(ended).toMatchObject({ success: true, result: 7 });
      expect(ended.usage?.suspendedMs).toBeGreaterThan(700);
    });

    it('credits nothing to a program that loops beside a take', async () => {
      const startedAt = performance.now();
      const ended = await run('stream.first("x"); while (true) {}', { onTakeInput: never, timeoutMs: 300 });
      expect(ended.errorInfo?.code).toBe('TIMEOUT');
      expect(performance.now() - startedAt).toBeLessThan(300 + SLACK_MS);
      expect(ended.usage?.suspendedMs).toBeLessThan(250);
    });

    it('never credits the CPU meter, however often the program waits in between', async () => {
      const startedAt = performance.now();
      const code = `stream.first("x");
        for (;;) { const from = Date.now(); while (Date.now() - from < 40); await sleep(1); }`;
      const ended = await run(code, { onTakeInput: never, timeoutMs: 400 });
      expect(ended.errorInfo?.code).toBe('TIMEOUT');
      expect(performance.now() - startedAt).toBeLessThan(400 + 2 * SLACK_MS);
      const { suspendedMs = 0, cpuMs = 0, wallMs = 0 } = ended.usage ?? {};
      expect(suspendedMs + cpuMs).toBeLessThan(wallMs + 100);
    });

    it('credits what a program waited beside a take when it goes on by itself', async () => {
      const ended = await run('stream.first("x"); await sleep(900); return "awake"', {
        onTakeInput: never,
        timeoutMs: 300,
      });
      expect(ended).toMatchObject({ success: true, result: 'awake' });
      expect(ended.usage?.suspendedMs).toBeGreaterThan(700);
    });

    it('counts takes at the same time once', async () => {
      const onTakeInput = async (handle: string | null): Promise<TakenInput> => {
        await pause(300);
        return { done: false, handle: handle as string, value: 1 };
      };
      const ended = await run('return (await Promise.all(["a", "b", "c"].map(stream.first))).length', { onTakeInput });
      expect(ended.result).toBe(3);
      expect(ended.usage?.suspendedMs).toBeGreaterThan(250);
      expect(ended.usage?.suspendedMs).toBeLessThanOrEqual(ended.usage?.wallMs as number);
    });

    it('charges what goes past the allowance', async () => {
      const startedAt = performance.now();
      const ended = await run('return await stream.first("x")', {
        onTakeInput: never,
        timeoutMs: 200,
        suspendAllowanceMs: 250,
      });
      expect(ended.errorInfo?.code).toBe('TIMEOUT');
      expect(ended.usage?.suspendedMs).toBe(250);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
      expect(performance.now() - startedAt).toBeLessThan(450 + SLACK_MS);
    });

    it('credits nothing with an allowance of 0', async () => {
      const ended = await run('return await stream.first("x")', {
        onTakeInput: never,
        timeoutMs: 150,
        suspendAllowanceMs: 0,
      });
      expect(ended.errorInfo?.code).toBe('TIMEOUT');
      expect(ended.usage?.suspendedMs).toBe(0);
    });

    it('lets a call wait 2.5 s for somebody on a budget of 1 s, and only while it stands', async () => {
      const clock = createSandboxClock();
      const ask = async () => {
        const resume = clock.suspend();
        await pause(2500);
        resume();
        return 'yes';
      };
      const code = 'return await ask()';
      const [gated, plain] = await Promise.all([
        run(code, { timeoutMs: 1000, clock, globals: { ask } }),
        run(code, { timeoutMs: 1000, globals: { ask } }),
      ]);
      expect(gated).toMatchObject({ success: true, result: 'yes' });
      expect(plain.errorInfo?.code).toBe('TIMEOUT');
      expect(plain.usage?.suspendedMs).toBe(0);
    }, 15_000);

    it("stops the caller's clock around each take, and never leaves it standing", async () => {
      const open = new Set<number>();
      let suspensions = 0;
      const inner = createSandboxClock();
      const clock: SandboxClock = {
        suspend() {
          const number = suspensions++;
          const resume = inner.suspend();
          open.add(number);
          return () => {
            open.delete(number);
            resume();
          };
        },
        suspendedMs: () => inner.suspendedMs(),
      };
      await resultOf('for await (const value of stream("a")); return 1', { ...sourceOf({ a: [1, 2] }), clock });
      expect([suspensions, open.size]).toEqual([3, 0]);
      await resultOf('stream.first("a"); await sleep(10); return 1', { onTakeInput: never, clock });
      await pause(10);
      expect([suspensions, open.size]).toEqual([4, 0]);
    });

    const throwing = (): never => {
      throw new Error('broken');
    };
    it.each<[string, unknown]>([
      ['throws', { suspend: throwing, suspendedMs: throwing }],
      ['answers with NaN and no function', { suspend: () => 1, suspendedMs: () => Number.NaN }],
      ['answers with text', { suspend: () => () => undefined, suspendedMs: () => '1e9' }],
      ['is an empty object', {}],
      [
        'goes back',
        {
          suspend: () => throwing,
          suspendedMs: (() => {
            let n = 9;
            return () => --n;
          })(),
        },
      ],
    ])('that %s breaks no run, and is reported once', async (_, clock) => {
      const code =
        'const all = []; for await (const value of stream("a")) { all.push(value); await sleep(1); } return all';
      const ended = await run(code, { ...sourceOf({ a: [1, 2, 3] }), clock: clock as SandboxClock });
      expect(ended).toMatchObject({ success: true, result: [1, 2, 3] });
      expect(ended.warnings?.filter((warning) => warning.includes('clock'))).toHaveLength(1);
      const late = await run('await stream.first("a")', {
        onTakeInput: never,
        timeoutMs: 150,
        clock: clock as SandboxClock,
      });
      expect(late.errorInfo?.code).toBe('TIMEOUT');
    });

    it('that runs ahead credits no more than has passed', async () => {
      let calls = 0;
      const clock: SandboxClock = { suspend: () => () => undefined, suspendedMs: () => 1e6 * ++calls };
      const ended = await run('for (let n = 0; n < 5; n++) await sleep(20); return 1', { clock });
      expect(ended.usage?.suspendedMs).toBeLessThanOrEqual(ended.usage?.wallMs as number);
    });
  });

  describe('an abort of a streaming run', () => {
    it('ends a parked take, asks the source for nothing more and counts what was suspended', async () => {
      const abort = new AbortController();
      const asked: unknown[] = [];
      let answer: (() => void) | undefined;
      const onTakeInput = (handle: string | null): Promise<TakenInput> => {
        asked.push(handle);
        setTimeout(() => abort.abort(), 300);
        return new Promise((resolve) => {
          answer = () => resolve({ done: false, handle: 'a', value: 1 });
        });
      };
      const startedAt = performance.now();
      const code = 'console.log("parked"); stream.first("a"); for await (const value of stream("a")) emit("x", value)';
      const ended = await run(code, { signal: abort.signal, onTakeInput, timeoutMs: 100 });
      expect(performance.now() - startedAt).toBeLessThan(300 + SLACK_MS);
      expect(ended).toMatchObject({ error: 'Execution cancelled', logs: ['parked'] });
      expect(ended.usage?.suspendedMs).toBeGreaterThan(200);
      answer?.();
      await pause(30);
      expect(asked).toEqual(['a']);
    });
  });
}
