import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartWorker, WorkerHandle } from './executor/worker-messages.js';
import type { RunSandboxOptions } from './index.js';
import type { Platform } from './platform.js';
import { nodePlatform } from './platform.node.js';

const { startWorker: startRealWorker, ...inlineOnly } = nodePlatform;

/** A process of its own, as far as the sandbox is concerned. */
async function processWith(changes: Partial<Platform>) {
  vi.resetModules();
  const { installPlatform, runInSandbox } = await import('./index.js');
  installPlatform({ ...inlineOnly, ...changes });
  return (options: Partial<RunSandboxOptions> = {}) => runInSandbox({ code: 'return 2 + 2', ...options });
}

/** A worker that ends before it is ready. */
const dyingWorker: StartWorker = () => {
  const handle: WorkerHandle = {
    post: () => undefined,
    terminate: async () => undefined,
    onMessage: () => undefined,
    onExit: () => undefined,
    hold: () => undefined,
  };
  queueMicrotask(() => handle.onExit(new Error('refused by the policy of this page')));
  return handle;
};
const throwingWorker: StartWorker = () => {
  throw new Error('no threads in /srv/app/secret/place.js');
};

const counted = () => vi.fn<StartWorker>((start) => (startRealWorker as StartWorker)(start));
const environmentOf = (variables: Record<string, string>) => (name: string) => variables[name];

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('where a run is interpreted', () => {
  const unable: [string, Partial<Platform>, string][] = [
    ['cannot start workers', {}, 'cannot start one'],
    ['fails to start a worker', { startWorker: throwingWorker }, 'no threads'],
    ['starts workers that end at once', { startWorker: dyingWorker }, 'refused by the policy'],
  ];

  it.each(unable)('fails a run that demands a worker on a platform that %s', async (_, platform, reason) => {
    const run = await processWith(platform);
    for (let round = 0; round < 2; round++) {
      const ended = await run({ execution: 'worker' });
      expect(ended.errorInfo?.code).toBe('WORKER_REQUIRED');
      expect(ended.error).toContain(reason);
      expect(ended.error).not.toContain('/srv/app');
    }
    expect(warn).not.toHaveBeenCalled();
  });

  it.each(unable)('goes on inline with one warning on a platform that %s', async (_, platform) => {
    const run = await processWith(platform);
    const all = await Promise.all([run(), run(), run(), run(), run(), run()]);
    expect(all.map(({ result }) => result)).toEqual([4, 4, 4, 4, 4, 4]);
    expect((await run({ globals: { rows: [1, 2] }, code: 'return rows.length' })).result).toBe(2);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).toContain('without a watchdog');
  });

  it('says that no worker can be had before it looks at globals and text', async () => {
    const cfg: Record<string, unknown> = {};
    cfg['self'] = cfg;
    const run = await processWith({ startWorker: dyingWorker });
    const ended = await run({ execution: 'worker', globals: { cfg }, code: 'const = 1' });
    expect(ended.errorInfo?.code).toBe('WORKER_REQUIRED');
    expect((await run({ execution: 'worker', signal: AbortSignal.abort() })).errorInfo?.code).toBe('CANCELLED');
  });

  it('is cancelled while the first worker starts', async () => {
    const hanging: StartWorker = (start) => ({ ...dyingWorker(start), onExit: () => undefined });
    const run = await processWith({ startWorker: hanging });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 300);
    const all = await Promise.all([run({ execution: 'worker', signal: abort.signal }), run({ signal: abort.signal })]);
    expect(all.map(({ errorInfo }) => errorInfo?.code)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('starts no worker for an inline run, nor where the environment says NODETOOL_SANDBOX_INPROC=1', async () => {
    const startWorker = counted();
    const inline = await processWith({ startWorker });
    expect((await inline({ execution: 'inline' })).result).toBe(4);
    const inProcess = await processWith({
      startWorker,
      environment: environmentOf({ NODETOOL_SANDBOX_INPROC: '1' }),
    });
    expect((await inProcess()).result).toBe(4);
    expect(startWorker).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  it('demands a worker where the environment says NODETOOL_SANDBOX_WORKER=require', async () => {
    const environment = environmentOf({ NODETOOL_SANDBOX_WORKER: 'require' });
    expect((await (await processWith({ environment }))()).errorInfo?.code).toBe('WORKER_REQUIRED');
    const startWorker = counted();
    expect((await (await processWith({ environment, startWorker }))()).result).toBe(4);
    expect(startWorker).toHaveBeenCalledTimes(1);
  });

  it('uses a worker by default', async () => {
    const startWorker = counted();
    const run = await processWith({ startWorker });
    expect((await run()).result).toBe(4);
    expect(startWorker).toHaveBeenCalledTimes(1);
  });

  it('gives workers of Node far more stack than the guest may use', async () => {
    const options: { resourceLimits?: { stackSizeMb?: number }; env?: unknown }[] = [];
    vi.doMock('node:worker_threads', async (original) => {
      const real = await original<typeof import('node:worker_threads')>();
      class Worker extends real.Worker {
        constructor(file: string | URL, given: object) {
          super(file, given);
          options.push(given);
        }
      }
      return { ...real, Worker };
    });
    vi.resetModules();
    const { runInSandbox } = await import('./index.node.js');
    expect((await runInSandbox({ code: 'return 1', execution: 'worker' })).result).toBe(1);
    vi.doUnmock('node:worker_threads');
    expect(options[0]?.resourceLimits?.stackSizeMb).toBeGreaterThanOrEqual(16);
    expect(options[0]?.env).toEqual({});
  });
});
