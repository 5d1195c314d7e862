/**
 * The worker's side: takes one job at a time and interprets it.
 * @module
 */
import { cancelledError } from '../bridges/answer.js';
import { localBridges } from '../bridges/local.js';
import { streamOpenBridge } from '../bridges/stream-open.js';
import { useConstantAtoms } from '../codec/atoms.js';
import { EnginePool } from '../engine/pool.js';
import { nowMs, RunControl, STOP } from './control.js';
import { GuestRun } from './guest-run.js';
import type { RunJob } from './job.js';
import { PackImages } from './prepared-packs.js';
import { StreamMirror } from './stream-mirror.js';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.js';

type Post = (message: FromWorker, transfer?: ArrayBuffer[]) => void;

/** Serves runs over a port. Returns what to call with each message. */
export async function serveWorker(start: WorkerStart, post: Post): Promise<(message: ToWorker) => void> {
  useConstantAtoms(start.image.atoms);
  const pool = new EnginePool(start.compiled, start.image);
  const packs = new PackImages();
  const isShared = start.control !== undefined;
  const control = start.control === undefined ? new ReportingControl(post) : new RunControl(start.control);
  const mirror = new StreamMirror();
  let current: GuestRun | undefined;
  const replies = new Map<number, (answer: Uint8Array) => void>();
  /** Answers of the caller's side that the present run has taken. Those given on this thread are not its business. */
  let answered = 0;

  const sendCall = (
    id: number,
    path: number,
    functionId: number,
    args: Uint8Array,
    reply: (answer: Uint8Array) => void,
  ) => {
    replies.set(id, reply);
    post({ type: 'call', id, path, functionId, args }, [args.buffer as ArrayBuffer]);
  };

  const isStreamOpen = (job: RunJob, handle: string): boolean => {
    if (isShared) return askIsOpen(control, job.timeoutMs, (question) => post({ type: 'isOpen', question, handle }));
    // Nothing can be waited for here: the guest gets to know what has been told so far.
    post({ type: 'isOpen', question: 0, handle });
    return mirror.isOpen(handle);
  };

  async function run({ job, streams, hasClock }: ToWorker & { type: 'run' }): Promise<void> {
    replies.clear();
    mirror.forget();
    answered = 0;
    if (!isShared) control.reset();
    control.isWallKeptOutside = hasClock;
    /** Answers the caller's side had given when the guest last began to wait. */
    let idleAfter = -1;
    const engine = await pool.lease();
    const guest = new GuestRun({
      engine,
      image: pool.image,
      job,
      host: {
        log: (level, text) => post({ type: 'log', level, text }),
        progress: (percent, message) => post({ type: 'progress', percent, message }),
        call: sendCall,
        streams,
        isStreamOpen: (handle) => isStreamOpen(job, handle),
        inShare: (task) => task(),
      },
      control,
      packs,
      local: new Map([...localBridges(), ...streamOpenBridge(streams, (handle) => isStreamOpen(job, handle))]),
      onIdle() {
        idleAfter = answered;
        post({ type: 'idle', answered, cpuMs: control.cpuBefore });
      },
      onBusy() {
        control.wokeAt = nowMs();
        // The caller's side knows when an answer of its own sets the guest going.
        if ((hasClock || !isShared) && answered === idleAfter) post({ type: 'busy', at: control.wokeAt });
      },
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
    if (message.type === 'run') void run(message);
    else if (message.type === 'answer') {
      answered++;
      if (message.closed !== undefined) mirror.close(message.closed);
      current?.beginTurn();
      replies.get(message.id)?.(message.bytes);
      replies.delete(message.id);
    } else {
      // A shared block has the reason already; it may serve the next run by now.
      if (!isShared) control.requestStop(message.reason);
      current?.stop();
    }
  };
}

/** Asks the caller's side, for no longer than the run has left. Waiting for it is not the guest's work. */
function askIsOpen(control: RunControl, timeoutMs: number, send: (question: number) => void): boolean {
  const askedAt = nowMs();
  const wallLeft = control.isWallKeptOutside ? timeoutMs : control.startedAt + timeoutMs + control.credit - askedAt;
  const answer = control.ask(send, Math.max(0, Math.min(timeoutMs - control.cpuMs, wallLeft)));
  if (control.sliceStart !== 0) control.sliceStart += nowMs() - askedAt;
  if (answer !== undefined) return answer;
  if (control.stop === STOP.cancelled) throw cancelledError();
  throw new Error('stream.open: the caller did not answer within the time limit of the run');
}

/** Where memory is not shared the caller's side has to be told when the meters begin. */
class ReportingControl extends RunControl {
  constructor(private readonly post: Post) {
    super(new ArrayBuffer(RunControl.BYTES));
  }

  override get startedAt(): number {
    return super.startedAt;
  }
  override set startedAt(value: number) {
    super.startedAt = value;
    this.post({ type: 'started', at: value });
  }
}
