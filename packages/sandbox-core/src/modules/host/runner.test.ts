import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { HostFunctions } from '@nodetool-ai/protocol/core';
import { afterAll, describe, expect, it } from 'vitest';
import { resolveHostModule } from './resolve.node.js';
import { createRunner } from './runner.js';
import { createHostModuleRunner } from './runner.node.js';
import { spawnHostWorker } from './spawn.node.js';

const library = new URL('./fixtures/library.mjs', import.meta.url);
const runner = createHostModuleRunner();
afterAll(() => runner.close());

const never = (): AbortSignal => new AbortController().signal;
const call = (exportName: string, args: unknown[] = [], deadlineMs = 20_000, signal = never()) =>
  runner.callHostFunction({ source: library, hostId: 'lib', exportName, args, deadlineMs, signal });

/** Both workers answer. */
async function expectWholePool(): Promise<void> {
  const threads = await Promise.all([call('wait', [20]), call('wait', [20]), call('thread'), call('thread')]);
  expect(threads.slice(0, 2).map(({ value }) => value)).toEqual(['waited', 'waited']);
}

describe('host calls in workers', () => {
  it('pass values both ways, keys of every name included', async () => {
    const record: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    const date = new Date(7);
    const { value, warnings } = await call('echo', [
      record,
      date,
      new Map([[1, new Set(['a'])]]),
      5n,
      undefined,
      Number.NaN,
    ]);
    expect(value).toEqual({
      args: [record, date, new Map([[1, new Set(['a'])]]), 5n, undefined, Number.NaN],
      deadlineMs: 20_000,
    });
    expect(Object.keys((value as { args: [object] }).args[0])).toEqual(['__proto__', 'constructor']);
    expect(warnings).toEqual(['warned in lib.echo']);
  });

  it('run off the caller’s thread, on no more threads than the pool has', async () => {
    const threads = await Promise.all(Array.from({ length: 20 }, () => call('thread')));
    const ids = new Set(threads.map(({ value }) => value));
    expect(ids.has(0)).toBe(false);
    expect(ids.size).toBeLessThanOrEqual(2);
  });

  it('move whole buffers and copy windows of larger ones', async () => {
    const whole = new Uint8Array(1000);
    expect((await call('size', [whole])).value).toBe(1000);
    expect(whole.byteLength).toBe(0);
    const larger = new Uint8Array(1000);
    expect((await call('size', [larger.subarray(10, 20)])).value).toBe(10);
    expect(larger.byteLength).toBe(1000);
    const { value } = await call('bytes', [3]);
    expect(value).toEqual([new Uint8Array([7, 7, 7]), new Uint8Array([97, 98, 99])]);
  });

  it('end at their deadline without touching other calls', async () => {
    const other = call('wait', [400]);
    await expect(call('spin', [], 150)).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'lib.timeout',
      message: expect.stringContaining('lib.spin: did not end within its 150 ms'),
    });
    expect((await other).value).toBe('waited');
    await expectWholePool();
  });

  it('count a deadline from the start of the call', async () => {
    const first = [call('wait', [300]), call('wait', [300])];
    expect((await call('wait', [100], 250)).value).toBe('waited');
    await Promise.all(first);
  });

  it('of one owner do not keep those of another from their turn', async () => {
    const order: string[] = [];
    const of = (owner: object, name: string) =>
      runner
        .callHostFunction({
          source: library,
          hostId: 'lib',
          exportName: 'wait',
          args: [100],
          deadlineMs: 20_000,
          signal: never(),
          owner,
        })
        .then(() => order.push(name));
    const [many, one] = [{}, {}];
    const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => of(many, name));
    await Promise.all([...calls, of(one, 'other')]);
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('e'));
  });

  it('end when they are cancelled: running, waiting, and before they begin', async () => {
    const controller = new AbortController();
    const running = [call('spin', [], 20_000, controller.signal), call('spin', [], 20_000, controller.signal)];
    const waiting = call('thread', [], 20_000, controller.signal);
    setTimeout(() => controller.abort(), 50);
    const outcomes = await Promise.allSettled([...running, waiting, call('thread')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[0]).toMatchObject({ reason: { name: 'AbortError', message: 'lib.spin: the call was cancelled.' } });
    await expect(call('thread', [], 20_000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    await expectWholePool();
  });

  it.each([
    ['run out of memory', 'exhaust', 'needed more than 512 MiB'],
    ['leave the process', 'exit', 'the worker of the call ended'],
    ['throw where nobody catches', 'throwAway', 'the worker of the call failed'],
  ])('that %s cost themselves alone', async (_what, exportName, text) => {
    const other = call('wait', [100]);
    await expect(call(exportName)).rejects.toMatchObject({
      code: 'lib.internal',
      message: expect.stringContaining(text),
    });
    expect((await other).value).toBe('waited');
    await expectWholePool();
  });

  it('survive a library that fails after its answer', async () => {
    expect((await call('throwLater')).value).toBe('answered');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expectWholePool();
  });

  it('name errors without host paths', async () => {
    await expect(call('packError')).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'lib.bad-argument',
      hint: 'Do better',
      message: 'lib.packError: bad. Do better.',
    });
    await expect(call('ownError')).rejects.toMatchObject({
      name: 'TypeError',
      code: 'lib.internal',
      message: 'lib.ownError: the library failed: cannot read (path)',
    });
    await expect(call('overflow')).rejects.toMatchObject({ code: 'lib.too-deep' });
    await expect(call('unsendable')).rejects.toMatchObject({ code: 'lib.internal' });
    await expect(call('echo', [() => 1])).rejects.toMatchObject({ code: 'lib.bad-argument' });
    await expectWholePool();
  });

  it('refuse results over 64 MiB of bytes or 16 MiB of text', async () => {
    await expect(call('bytes', [64 * 1024 * 1024 + 1])).rejects.toMatchObject({
      code: 'lib.too-large',
      limit: 'MAX_HOST_RESULT_BYTES',
    });
    await expect(call('text', [1024 * 1024, 17])).rejects.toMatchObject({
      code: 'lib.too-large',
      limit: 'MAX_HOST_RESULT_CHARS',
    });
  });

  it('call own functions only', async () => {
    for (const name of ['toString', 'constructor', '__proto__', 'missing']) {
      await expect(call(name)).rejects.toMatchObject({
        code: 'lib.unavailable',
        message: expect.stringContaining('has no implementation'),
      });
    }
  });

  it('say when a module cannot be loaded', async () => {
    for (const source of [
      new URL('./fixtures/broken.mjs', import.meta.url),
      new URL('./fixtures/absent.mjs', import.meta.url),
    ]) {
      const failing = runner.callHostFunction({ source, hostId: 'lib', exportName: 'x', args: [], signal: never() });
      const error: unknown = await failing.catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'lib.unavailable',
        message: expect.stringContaining('not available in this runtime'),
      });
      expect(String(error)).not.toContain('fixtures');
    }
    await expectWholePool();
  });

  it('see neither the environment nor the output of the process', async () => {
    expect((await call('print')).value).toEqual(['TZ']);
  });

  it('answer in UTC and en-US whatever the zone of the process, which ends by itself', () => {
    const texts = [
      '2024-07-01T12:30',
      '2024-07-01',
      'July 1, 2024 12:30',
      '2024-07-01T12:30:00+02:00',
      'Mon, 01 Jul 2024 12:30:00 EST',
      'x',
    ];
    const output = execFileSync(
      process.execPath,
      [fileURLToPath(new URL('./fixtures/time-zone.mjs', import.meta.url)), ...texts],
      {
        env: { ...process.env, TZ: 'America/New_York', LC_ALL: 'de_DE.UTF-8' },
        encoding: 'utf8',
        timeout: 20_000,
      },
    );
    const noon = Date.UTC(2024, 6, 1, 12, 30);
    const hour = 3_600_000;
    expect(JSON.parse(output)).toEqual([
      {
        local: '2024-07-01T12:30:00.000Z',
        parsed: [noon, Date.UTC(2024, 6, 1), noon, noon - 2 * hour, noon + 5 * hour, null],
        text: 'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)',
        hours: 0,
        offset: 0,
        zone: 'UTC',
        locale: '1,234.5',
        shown: '1/1/1970, 12:00:00 AM',
        isDate: [true, true, 'string'],
        set: '1970-01-01T05:00:00.000Z',
      },
      '2024-07-01T16:30:00.000Z',
    ]);
  });

  it('take dates from the caller', async () => {
    expect((await call('isDate', [new Date(5 * 3_600_000)])).value).toBe(5);
  });
});

describe('host calls on the caller’s thread', () => {
  const functions: HostFunctions = {
    echo: async ({ args, where, warn }) => {
      warn('w');
      return [where, args];
    },
    wait: ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    fail: async () => {
      throw Object.assign(new TypeError('no /srv/app/secret.txt here'), { code: 'X' });
    },
  };
  const here = (exportName: string, args: unknown[] = [], deadlineMs = 20_000, signal = never()) =>
    runner.callHostFunction({ source: functions, hostId: 'lib', exportName, args, deadlineMs, signal });

  it('use the functions they were given', async () => {
    expect(await here('echo', [1])).toEqual({ value: ['lib.echo', [1]], warnings: ['w'] });
    await expect(here('fail')).rejects.toMatchObject({ name: 'TypeError', code: 'X', message: 'no (path) here' });
    await expect(here('toString')).rejects.toMatchObject({ code: 'lib.unavailable' });
  });

  it('end at their deadline and when they are cancelled', async () => {
    await expect(here('wait', [], 30)).rejects.toMatchObject({
      code: 'lib.timeout',
      message: expect.stringContaining('30 ms'),
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    await expect(here('wait', [], 20_000, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the default source', () => {
  it('is the pinned package as the application sees it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'host-module-'));
    try {
      const from = pathToFileURL(join(folder, 'app.mjs'));
      const pack = join(folder, 'node_modules/@nodetool-ai/sandbox-csv');
      mkdirSync(pack, { recursive: true });
      writeFileSync(
        join(pack, 'package.json'),
        JSON.stringify({ name: '@nodetool-ai/sandbox-csv', type: 'module', exports: { './host': './host.js' } }),
      );
      writeFileSync(join(pack, 'host.js'), 'export const functions = { parse: async ({ args }) => ["mine", args] };');
      expect(resolveHostModule('@nodetool-ai/sandbox-csv', from)?.pathname).toContain('sandbox-csv/host.js');
      const own = createHostModuleRunner({ from, poolSize: 1 });
      const parse = { hostId: 'csv', exportName: 'parse', args: ['a'], signal: never() };
      expect((await own.callHostFunction(parse)).value).toEqual(['mine', ['a']]);
      own.close();
      await expect(own.callHostFunction(parse)).rejects.toMatchObject({ name: 'AbortError' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what to install when the application has no such package', async () => {
    const platform = { spawn: spawnHostWorker, resolve: () => undefined, importHere: (url: string) => import(url) };
    const bare = createRunner(platform);
    const call = { hostId: 'html', exportName: 'toText', args: [''], signal: never() };
    await expect(bare.callHostFunction(call)).rejects.toMatchObject({
      name: 'PackUnavailableError',
      code: 'html.unavailable',
      message:
        'html.toText: the package @nodetool-ai/sandbox-html is not available in this runtime. ' +
        'Install it where the application runs: npm install @nodetool-ai/sandbox-html.',
    });
    expect(resolveHostModule('@nodetool-ai/sandbox-no-such-pack')).toBeUndefined();
  });

  it('does not exist for ids outside the registry', async () => {
    for (const hostId of ['nope', '__proto__', 'constructor']) {
      const failing = runner.callHostFunction({ hostId, exportName: 'x', args: [], signal: never() });
      await expect(failing).rejects.toMatchObject({
        message: expect.stringContaining('is not a registered host module'),
      });
    }
  });
});
