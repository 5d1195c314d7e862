/**
 * Bridge calls of one run: counted, held back past the limit of calls in flight, answered here or by the caller's side.
 * @module
 */
import { answer, type BridgeFailure, cancelledError, encodeAnswerNow, encodeFailure } from '../bridges/answer.js';
import { decodeArguments } from '../bridges/arguments.js';
import type { BridgeTable } from '../bridges/bridge.js';
import { isPure } from '../bridges/pure.js';
import { encodeEnvelope } from '../codec/encode.js';
import { BRIDGE_PATHS } from '../guest/paths.js';
import { MAX_ARGUMENT_BYTES, MAX_WAITING_ARGUMENT_BYTES } from '../limits.js';
import { type RunControl, STOP } from './control.js';
import type { RunHost, RunJob } from './job.js';

const NO_BYTES = new Uint8Array(0);
const FUNCTION_PATH = BRIDGE_PATHS.indexOf('function');

/** What calls need of their run. */
export interface BridgeCallsOptions {
  job: RunJob;
  host: RunHost;
  control: RunControl;
  /** Bridges answered on this thread. */
  local: BridgeTable;
  /** Takes an answer, whenever it comes. */
  onAnswer(id: number, answer: Uint8Array): void;
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

  /** Starts a call. Returns its answer when it is known at once. */
  start(id: number, path: number, functionId: number, args: Uint8Array): Uint8Array | undefined {
    const refusal = this.refusal(args);
    return refusal === undefined ? this.admit(id, path, functionId, args) : encodeFailure(id, refusal);
  }

  /** Starts a call of a function with nothing but numbers; a number may be the answer as it is. */
  startWithNumbers(id: number, functionId: number, numbers: number[]): Uint8Array | number | undefined {
    const { host, job } = this.options;
    const refusal = this.refusal(NO_BYTES);
    if (refusal !== undefined) return encodeFailure(id, refusal);
    if (host.callWithNumbers === undefined || this.inFlight >= job.maxInFlightBridgeCalls)
      return this.admit(id, FUNCTION_PATH, functionId, encodeEnvelope(numbers));
    return this.atOnceOrLater(id, 0, (reply) => host.callWithNumbers?.(id, functionId, numbers, reply));
  }

  private admit(id: number, path: number, functionId: number, args: Uint8Array): Uint8Array | undefined {
    this.waitingBytes += args.length;
    if (this.inFlight < this.options.job.maxInFlightBridgeCalls) return this.begin(id, path, functionId, args);
    this.held.push(() => {
      const bytes = this.begin(id, path, functionId, args);
      if (bytes !== undefined) this.later(id, bytes);
    });
    return undefined;
  }

  /** Keeps an answer that was known at once until the guest asks for answers. */
  later(id: number, bytes: Uint8Array): void {
    this.inFlight++;
    this.options.onAnswer(id, bytes);
  }

  /** An answer goes to the guest: the next call that was held back begins. */
  answered(): void {
    this.inFlight--;
    this.held.shift()?.();
  }

  /** A call that is answered at once. */
  callNow(path: number, args: Uint8Array): Uint8Array {
    const name = BRIDGE_PATHS[path] ?? '';
    const refusal = this.refusal(args, !isPure(name));
    if (refusal !== undefined) return encodeFailure(undefined, refusal);
    const bridge = this.options.local.get(name);
    return encodeAnswerNow(() => bridge?.(decodeArguments(args), { signal: this.signal() }));
  }

  /** The run has ended: local work in flight is aborted. */
  end(): void {
    this.abort?.abort();
  }

  private refusal(args: Uint8Array, isCounted = true): BridgeFailure | undefined {
    const { job, control } = this.options;
    if (isCounted) this.made++;
    if (control.stop === STOP.cancelled) return cancelledError();
    if (this.made > job.maxBridgeCalls) {
      const message = `the run has made ${job.maxBridgeCalls} bridge calls, its limit (maxBridgeCalls)`;
      return { name: 'RangeError', message, limit: 'maxBridgeCalls' };
    }
    if (args.length > MAX_ARGUMENT_BYTES) {
      const message = `the arguments of one bridge call take ${args.length} bytes; at most ${MAX_ARGUMENT_BYTES} can cross at once`;
      return { name: 'RangeError', message, limit: 'MAX_ARGUMENT_BYTES' };
    }
    if (this.waitingBytes + args.length <= MAX_WAITING_ARGUMENT_BYTES) return undefined;
    const message =
      `the arguments of calls that wait for their answer take more than ${MAX_WAITING_ARGUMENT_BYTES} bytes. ` +
      'Put await before calls that hand over much';
    return { name: 'RangeError', message, limit: 'MAX_WAITING_ARGUMENT_BYTES' };
  }

  private begin(id: number, path: number, functionId: number, args: Uint8Array): Uint8Array | undefined {
    const { local, host } = this.options;
    const bridge = local.get(BRIDGE_PATHS[path] ?? '');
    return this.atOnceOrLater<undefined>(id, args.length, (reply) => {
      if (bridge === undefined) host.call(id, path, functionId, args, reply);
      else answer(id, () => bridge(decodeArguments(args), { signal: this.signal() }), reply);
    });
  }

  /** The answer if it comes while the call is being made. */
  private atOnceOrLater<T>(
    id: number,
    argumentBytes: number,
    call: (reply: (answer: Uint8Array) => void) => T | undefined,
  ): Uint8Array | T | undefined {
    let atOnce: Uint8Array | T | undefined;
    let isStarting = true;
    const number = call((bytes) => {
      this.waitingBytes -= argumentBytes;
      if (isStarting) atOnce = bytes;
      else this.options.onAnswer(id, bytes);
    });
    isStarting = false;
    atOnce ??= number;
    if (atOnce === undefined) this.inFlight++;
    return atOnce;
  }

  /** Most runs call no bridge that is to be aborted, and a controller costs more than a small run. */
  private signal(): AbortSignal {
    this.abort ??= new AbortController();
    return this.abort.signal;
  }
}
