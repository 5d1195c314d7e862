/**
 * The worker's side: takes one job at a time and interprets it.
 * @module
 */
import { localBridges } from '../bridges/local.js';
import { useConstantAtoms } from '../codec/atoms.js';
import { EnginePool } from '../engine/pool.js';
import { RunControl } from './control.js';
import { GuestRun } from './guest-run.js';
import type { RunHost, RunJob } from './job.js';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.js';

/** Serves runs over a port. Returns what to call with each message. */
export async function serveWorker(
  start: WorkerStart,
  post: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
): Promise<(message: ToWorker) => void> {
  useConstantAtoms(start.image.atoms);
  const pool = new EnginePool(start.compiled, start.image);
  const control = new RunControl(start.control);
  let current: GuestRun | undefined;
  const replies = new Map<number, (answer: Uint8Array) => void>();
  /** Answers of the caller's side that the present run has taken. Those given on this thread are not its business. */
  let answered = 0;

  const host: RunHost = {
    log: (level, text) => post({ type: 'log', level, text }),
    progress: (percent, message) => post({ type: 'progress', percent, message }),
    call(id, path, functionId, args, reply) {
      replies.set(id, reply);
      post({ type: 'call', id, path, functionId, args }, [args.buffer as ArrayBuffer]);
    },
  };

  async function run(job: RunJob): Promise<void> {
    replies.clear();
    answered = 0;
    const engine = await pool.lease();
    const guest = new GuestRun({
      engine,
      image: pool.image,
      job,
      host,
      control,
      local: localBridges(),
      onIdle: () => post({ type: 'idle', answered }),
      inTurn: (work) => work(),
      onBusy: () => undefined,
    });
    current = guest;
    const outcome = await guest.start();
    current = undefined;
    const transfer = outcome.verdict.status === 'returned' ? [outcome.verdict.result.buffer as ArrayBuffer] : [];
    post({ type: 'end', outcome }, transfer);
    pool.giveBack(engine, guest.isSound);
    pool.refresh();
    await pool.warm();
  }

  await pool.warm();
  post({ type: 'ready' });
  return (message) => {
    if (message.type === 'run') void run(message.job);
    else if (message.type === 'answer') {
      answered++;
      replies.get(message.id)?.(message.bytes);
      replies.delete(message.id);
    } else current?.stop();
  };
}
