/**
 * Bridge calls of one run: counted, held back past the limit of calls in flight, answered here or by the caller's side.
 * @module
 */
import { type BridgeFailure, cancelledError, encodeAnswer, encodeAnswerNow, encodeFailure } from '../bridges/answer.js';
import { decodeArguments } from '../bridges/arguments.js';
import type { BridgeTable } from '../bridges/bridge.js';
import { BRIDGE_PATHS } from '../guest/paths.js';
import { MAX_ARGUMENT_BYTES, MAX_WAITING_ARGUMENT_BYTES } from '../limits.js';
import { type RunControl, STOP } from './control.js';
import type { RunHost, RunJob } from './job.js';

/** What calls need of their run. */
export interface BridgeCallsOptions {
  job: RunJob;
  host: RunHost;
  control: RunControl;
  /** Bridges answered on this thread. */
  local: BridgeTable;
  /** Takes an answer, whenever it comes. */
  onAnswer(answer: Uint8Array): void;
}

/** The calls of one run. */
export class BridgeCalls {
  private readonly held: (() => void)[] = [];
  private inFlight = 0;
  /** Bytes of the arguments of calls that wait for their answer. */
  private waitingBytes = 0;
  private abort: AbortController | undefined;
  /** Calls made so far. */
  made = 0;

  constructor(private readonly options: BridgeCallsOptions) {}

  /** Whether the guest waits for an answer. */
  get isWaiting(): boolean {
    return this.inFlight > 0 || this.held.length > 0;
  }

  start(id: number, path: number, functionId: number, args: Uint8Array): void {
    const refusal = this.refusal(args);
    if (refusal !== undefined) {
      this.inFlight++;
      this.options.onAnswer(encodeFailure(id, refusal));
      return;
    }
    const { length } = args;
    this.waitingBytes += length;
    const onAnswer = (answer: Uint8Array) => {
      this.waitingBytes -= length;
      this.options.onAnswer(answer);
    };
    const begin = () => {
      this.inFlight++;
      this.begin(id, path, functionId, args, onAnswer);
    };
    if (this.inFlight >= this.options.job.maxInFlightBridgeCalls) this.held.push(begin);
    else begin();
  }

  /** An answer goes to the guest: the next call that was held back begins. */
  answered(): void {
    this.inFlight--;
    this.held.shift()?.();
  }

  /** A call that is answered at once. */
  callNow(path: number, args: Uint8Array): Uint8Array {
    const refusal = this.refusal(args);
    if (refusal !== undefined) return encodeFailure(undefined, refusal);
    const bridge = this.options.local.get(BRIDGE_PATHS[path] ?? '');
    return encodeAnswerNow(() => bridge?.(decodeArguments(args), { signal: this.signal() }));
  }

  /** The run has ended: local work in flight is aborted. */
  end(): void {
    this.abort?.abort();
  }

  private refusal(args: Uint8Array): BridgeFailure | undefined {
    const { job, control } = this.options;
    this.made++;
    if (control.stop === STOP.cancelled) return cancelledError();
    if (this.made > job.maxBridgeCalls) {
      const message = `the run has made ${job.maxBridgeCalls} bridge calls, its limit (maxBridgeCalls)`;
      return { name: 'RangeError', message, limit: 'maxBridgeCalls' };
    }
    if (args.length > MAX_ARGUMENT_BYTES) {
      const message = `the arguments of one bridge call take ${args.length} bytes; at most ${MAX_ARGUMENT_BYTES} can cross at once`;
      return { name: 'RangeError', message, limit: 'bridgeArguments' };
    }
    if (this.waitingBytes + args.length <= MAX_WAITING_ARGUMENT_BYTES) return undefined;
    const message =
      `the arguments of calls that wait for their answer take more than ${MAX_WAITING_ARGUMENT_BYTES} bytes. ` +
      'Put await before calls that hand over much';
    return { name: 'RangeError', message, limit: 'bridgeArguments' };
  }

  private begin(
    id: number,
    path: number,
    functionId: number,
    args: Uint8Array,
    onAnswer: (answer: Uint8Array) => void,
  ): void {
    const { local, host } = this.options;
    const bridge = local.get(BRIDGE_PATHS[path] ?? '');
    if (bridge === undefined) {
      host.call(id, path, functionId, args, onAnswer);
      return;
    }
    void encodeAnswer(id, async () => bridge(decodeArguments(args), { signal: this.signal() })).then(onAnswer);
  }

  /** Most runs call no bridge that is to be aborted, and a controller costs more than a small run. */
  private signal(): AbortSignal {
    this.abort ??= new AbortController();
    return this.abort.signal;
  }
}
