import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.node.js';

type AnyFunction = (...args: any[]) => any;
type Sandbox = Record<string, AnyFunction & Record<string, AnyFunction>>;
type Options = core.BuildSandboxOptions;
const build = (...given: [Options?] | Parameters<typeof core.buildSandbox>) => {
  const built = core.buildSandbox(...(given as Parameters<typeof core.buildSandbox>));
  return { ...built, sandbox: built.sandbox as Sandbox };
};
const manifest = core.getSandboxManifest();

describe('buildSandbox', () => {
  it('holds each name of the manifest, native ones that the host has, and the timers as undefined', () => {
    const { sandbox } = build();
    const names = [...manifest.bridges, ...manifest.guestHelpers].map(({ name }) => name as string);
    expect(names.filter((name) => !Object.hasOwn(sandbox, name))).toEqual([]);
    const native = manifest.nativeGlobals.filter((name) => name in globalThis);
    expect(native.filter((name) => name !== 'undefined' && !Object.hasOwn(sandbox, name))).toEqual([]);
    expect(sandbox['JSON']).toBe(JSON);
    expect(sandbox['globalThis']).toBe(sandbox);
    for (const name of core.BLOCKED_TIMER_GLOBALS) {
      expect(Object.hasOwn(sandbox, name), name).toBe(true);
      expect(sandbox[name], name).toBeUndefined();
    }
    const known = [...names, ...manifest.nativeGlobals, ...core.BLOCKED_TIMER_GLOBALS];
    expect(Object.keys(sandbox).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has exactly the members of the manifest on each namespace', () => {
    const { sandbox } = build();
    for (const { name, kind, internal, members, internalMembers = [] } of manifest.bridges) {
      if (kind !== 'namespace' || internal) continue;
      const documented = [...members.map((member) => member.name), ...internalMembers];
      expect(
        Object.keys(sandbox[name]!)
          .map((key) => `${name}.${key}`)
          .sort(),
        name,
      ).toEqual(documented.sort());
    }
  });

  it('leaves the globals of the host as they are', () => {
    const before = Reflect.ownKeys(globalThis);
    build();
    expect(Reflect.ownKeys(globalThis)).toEqual(before);
    expect(Function('return 1')()).toBe(1);
    expect(Object.isFrozen(URL.prototype)).toBe(false);
  });

  it('answers as a run does', async () => {
    const { sandbox, getLogs } = build();
    const digest = createHash('sha256').update('abc').digest('hex');
    expect(sandbox['toHex']!(await sandbox['crypto']!['digest']!('SHA-256', 'abc'))).toBe(digest);
    expect(await sandbox['format']!['number']!(1234.5, { locale: 'en-US' })).toBe('1,234.5');
    expect(await sandbox['parallelMap']!([1, 2], async (n: number) => n + 1)).toEqual([2, 3]);
    expect(await sandbox['sleep']!(1)).toBeUndefined();
    sandbox['console']!['warn']!('n', 1, new Map([['k', 1]]));
    const run = await core.runInSandbox({ code: 'console.warn("n", 1, new Map([["k", 1]]))' });
    expect(getLogs()).toEqual(run.logs);
  });

  it('rejects and throws normally, with the errors of a run', async () => {
    const { sandbox } = build();
    await expect(sandbox['crypto']!['digest']!('MD5', '')).rejects.toThrow(/unsupported algorithm/);
    await expect(sandbox['workspace']!['read']!('a.txt')).rejects.toThrow(/without a context/);
    await expect(sandbox['emit']!(1, 2)).rejects.toThrow(/name must be a string/);
    expect(() => sandbox['crypto']!['getRandomValues']!(-1)).toThrow(TypeError);
    expect(() => sandbox['stream']!(1)).toThrow(TypeError);
  });

  it('hands out deliveries, and keeps what nobody takes', async () => {
    const taken: unknown[] = [];
    const withSink = build({ onEmit: (name, value) => void taken.push([name, value]) });
    await withSink.sandbox['emit']!('a', new Date(0));
    expect(taken).toEqual([['a', '1970-01-01T00:00:00.000Z']]);
    expect(withSink.getEmitted()).toEqual([]);

    const { sandbox, getEmitted, getOutputs } = build();
    await sandbox['emit']!('a', new Map([['k', 1]]));
    await sandbox['output']!('b', 2);
    await expect(sandbox['output']!('b', 3)).rejects.toThrow(/already set/);
    expect(getEmitted()).toEqual([{ name: 'a', value: { k: 1 } }]);
    expect(getOutputs()).toEqual({ b: 2 });
  });

  it('shares nothing between two calls', async () => {
    const one = build({ limits: { secretScope: ['KEY'] } });
    const other = build({ limits: { secretScope: [] } });
    one.sandbox['console']!['log']!('one');
    await one.sandbox['emit']!('a', 1);
    await one.sandbox['output']!('a', 1);
    expect([other.getLogs(), other.getEmitted(), other.getOutputs()]).toEqual([[], [], {}]);
    expect((one.sandbox['nodetool'] as any).secrets.list()).toEqual(['KEY']);
    expect((other.sandbox['nodetool'] as any).secrets.list()).toEqual([]);
    expect([one.sandbox['__secretScope'], other.sandbox['__secretScope']]).toEqual([['KEY'], []]);
    const shared = [...manifest.bridges]
      .filter(({ kind, internal }) => kind === 'namespace' && !internal)
      .filter(({ name }) => one.sandbox[name] === other.sandbox[name]);
    expect(shared).toEqual([]);
  });

  it('keeps to the caps that a guest keeps by itself', async () => {
    const reports: unknown[][] = [];
    const { sandbox, getLogs } = build({ onProgress: (...report) => void reports.push(report) });
    for (let index = 0; index < 50; index++) sandbox['progress']!(150, 'x'.repeat(600));
    expect(reports[0]).toEqual([100, 'x'.repeat(500)]);
    expect(reports.length).toBeLessThan(50);
    for (let index = 0; index < 10_050; index++) sandbox['console']!['log']!('line');
    expect(getLogs()).toHaveLength(10_001);
    expect(getLogs().at(-1)).toContain('dropped');
  });

  it('ends calls in flight and refuses later ones once the signal fires', async () => {
    const abort = new AbortController();
    const { sandbox } = build({ signal: abort.signal, onTakeInput: () => new Promise(() => {}) });
    const sleeping = sandbox['sleep']!(5000);
    const waiting = sandbox['stream']!['first']!('a');
    abort.abort();
    await expect(sleeping).resolves.toBeUndefined();
    await expect(waiting).rejects.toMatchObject({ name: 'ExecutionCancelled' });
    await expect(sandbox['sleep']!(1)).rejects.toMatchObject({
      name: 'ExecutionCancelled',
      message: 'Execution cancelled',
    });
  });

  it('fetches', async () => {
    const server = createServer((request, response) => response.end(`{"path":"${request.url}"}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
      const { sandbox } = build({ limits: { allowPrivateNetwork: true } });
      const answer = await sandbox['fetch']!(url);
      expect(answer).toMatchObject({ ok: true, status: 200, json: { path: '/a' } });
      expect(await answer.text()).toBe('{"path":"/a"}');
      await expect(build().sandbox['fetch']!(url)).rejects.toThrow(/blocked/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('takes the options of older hosts by position', async () => {
    const asked: string[] = [];
    class Context {
      getSecret(name: string): Promise<string> {
        asked.push(name);
        return Promise.resolve('value');
      }
    }
    const abort = new AbortController();
    const lines: string[] = [];
    const { sandbox } = build(new Context(), abort.signal, { secretScope: ['KEY'] }, undefined, (_, line) => {
      lines.push(line);
    });
    expect(await sandbox['getSecret']!('KEY')).toBe('value');
    await expect(sandbox['getSecret']!('OTHER')).rejects.toThrow(/KEY/);
    sandbox['console']!['log']!('live');
    expect([asked, lines]).toEqual([['KEY'], ['live']]);
    expect(await build(new Context()).sandbox['getSecret']!('ANY')).toBe('value');
    expect(await build(null).sandbox['getSecret']!('ANY')).toBeUndefined();
    const streams = { onTakeInput: async () => ({ done: false as const, handle: 'a', value: 7 }) };
    const streaming = build(undefined, undefined, undefined, undefined, undefined, undefined, streams);
    expect(await streaming.sandbox['stream']!['first']!('a')).toBe(7);
  });
});
