/**
 * Host side of `stream`: each take asks the caller's source for one value.
 * @module
 */
import { MAX_STREAM_NAME_CHARS } from '../limits.js';
import type { BridgeCall, BridgeFamily, RunScope } from './bridge.js';
import { Gate } from './gate.js';
import { noStreamsError } from './stream-open.js';

type Source = (handle: string | null) => unknown;
/** Handle and value, or `null` at the end of the stream. */
type Taken = [handle: string, value: unknown] | null;

/** The takes of one handle that have not been answered. */
interface Queue {
  last: Promise<unknown>;
  waiting: number;
  hasEnded: boolean;
}

/** The takes of one run. It keeps nothing of a handle that nobody waits for, so that names cost a guest its own memory. */
class Streams {
  private readonly queues = new Map<string | null, Queue>();

  /** Copies of values are made one after the other, and no more while the guest leaves large ones where they are. */
  private readonly gate: Gate;

  constructor(private readonly run: RunScope) {
    this.gate = new Gate(run, 1);
  }

  /** The clock stands until the source has answered. At the end of the run the stream ends, and the clock goes on. */
  async take(handle: string | null, signal: AbortSignal): Promise<Taken> {
    const { onTakeInput } = this.run.options;
    if (typeof onTakeInput !== 'function') throw noStreamsError();
    const queue = this.queues.get(handle) ?? { last: Promise.resolve(), waiting: 0, hasEnded: false };
    this.queues.set(handle, queue);
    queue.waiting++;
    const resume = this.run.clock?.suspend();
    try {
      // Takes of one handle are served in call order, whatever the source makes of several at once.
      const takeNow = () => this.takeNow(handle, queue, onTakeInput);
      const taken = queue.waiting === 1 ? takeNow() : queue.last.then(takeNow);
      queue.last = taken.catch(() => undefined);
      return await endedBy(signal, taken);
    } finally {
      resume?.();
      if (--queue.waiting === 0) this.queues.delete(handle);
    }
  }

  private async takeNow(handle: string | null, queue: Queue, source: Source): Promise<Taken> {
    if (queue.hasEnded || this.run.isOver()) return null;
    const taken = readTaken(await source(handle), handle);
    if (taken === null) queue.hasEnded = true;
    return this.gate.pass(async () => taken);
  }
}

const createStreams = (run: RunScope): Streams => new Streams(run);

/** The bridge `stream.take(handle | null)`. */
export const streamBridges: BridgeFamily = [
  [
    'stream.take',
    (run, [handle], { signal }: BridgeCall) => run.own(createStreams).take(requireHandle(handle), signal),
  ],
];

function requireHandle(handle: unknown): string | null {
  if (handle === null) return null;
  if (typeof handle !== 'string') throw new TypeError('stream: name must be a string');
  if (handle.length <= MAX_STREAM_NAME_CHARS) return handle;
  throw new RangeError(`stream: a name of ${handle.length} characters; at most ${MAX_STREAM_NAME_CHARS} are accepted`);
}

function readTaken(answer: unknown, handle: string | null): Taken {
  if (typeof answer === 'object' && answer !== null) {
    const { done, handle: from, value } = answer as { done?: unknown; handle?: unknown; value?: unknown };
    if (done === true) return null;
    if (done === false && typeof from === 'string') return [from, value];
  }
  const of = handle === null ? 'any input' : `the input ${JSON.stringify(handle)}`;
  throw new TypeError(
    `stream: the source of ${of} answered with something else than { done: true } or { done: false, handle, value }. ` +
      'Correct onTakeInput of the caller',
  );
}

function endedBy(signal: AbortSignal, taken: Promise<Taken>): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(null);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    taken.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
