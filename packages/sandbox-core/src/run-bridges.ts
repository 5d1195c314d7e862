/**
 * The caller's side of one run: bridges that need the caller's thread, logs and progress.
 * @module
 */
import type { ConsoleLevel, ResolvedSandboxLimits, RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { type AnswerLane, answer, answerNumber, cancelledError } from './bridges/answer.js';
import { decodeArguments } from './bridges/arguments.js';
import type { BridgeCall, RunScope } from './bridges/bridge.js';
import { CALLER_BRIDGES } from './bridges/caller.js';
import { createSecretsRead } from './bridges/secrets-read.js';
import type { RunClock } from './clock.js';
import { truncate } from './codec/normal-form.js';
import type { RunHost, StreamMode } from './executor/job.js';
import { BRIDGE_PATHS, LEVELS } from './guest/paths.js';
import { HostShare } from './host-share.js';
import {
  MAX_COLLECTED_CONSOLE_CHARS,
  MAX_COLLECTED_CONSOLE_LOGS,
  MAX_CONSOLE_LOG_CHARS,
  MAX_CONSOLE_LOGS,
  MAX_WARNINGS,
} from './limits.js';
import type { ModulePlan } from './modules/plan.js';
import { UnreadAnswers } from './unread-answers.js';

/** What a run's bridges may use. */
export interface RunBridgesOptions {
  options: RunSandboxOptions;
  limits: ResolvedSandboxLimits;
  functions: readonly ((...args: unknown[]) => unknown)[];
  plan: ModulePlan;
  clock: RunClock | undefined;
}

/** Serves one run until it is sealed; then it calls nothing of the caller's any more. */
export class RunBridges implements RunHost, RunScope {
  readonly options: RunSandboxOptions;
  readonly limits: ResolvedSandboxLimits;
  readonly functions: readonly ((...args: unknown[]) => unknown)[];
  readonly plan: ModulePlan;
  readonly clock: RunClock | undefined;
  readonly logs: string[] = [];
  readonly warnings: string[] = [];
  hasDroppedLogs = false;
  private linesShown = 0;
  private logChars = 0;
  private isSealed = false;
  private readonly share = new HostShare();
  private readonly unread = new UnreadAnswers();
  private readonly owned = new Map<(run: RunScope) => object, object>();
  /** Calls under way that want to hear of the end. */
  private readonly aborts = new Set<AbortController>();
  private readonly endTasks: (() => void)[] = [];

  constructor(given: RunBridgesOptions) {
    this.options = given.options;
    this.limits = given.limits;
    this.functions = given.functions;
    this.plan = given.plan;
    this.clock = given.clock;
  }

  /** The run has ended: calls in flight are aborted, and no callback of the caller is called from now on. */
  seal(): void {
    this.isSealed = true;
    this.share.close();
    this.unread.release();
    for (const abort of this.aborts) abort.abort();
    for (const task of this.endTasks.splice(0)) task();
  }

  onEnd(task: () => void): void {
    if (this.isSealed) task();
    else this.endTasks.push(task);
  }

  isOver(): boolean {
    return this.isSealed || this.options.signal?.aborted === true;
  }

  warn(text: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(text);
    else if (this.warnings.length === MAX_WARNINGS) this.warnings.push('further warnings were dropped');
  }

  own<T extends object>(make: (run: RunScope) => T): T {
    const known = this.owned.get(make);
    if (known !== undefined) return known as T;
    const made = make(this);
    this.owned.set(make, made);
    return made;
  }

  get streams(): StreamMode {
    const { onTakeInput, onStreamOpen } = this.options;
    if (typeof onTakeInput !== 'function') return 'absent';
    return typeof onStreamOpen === 'function' ? 'answered' : 'closed';
  }

  isStreamOpen(handle: string): boolean {
    const { onStreamOpen } = this.options;
    if (onStreamOpen === undefined || this.isOver()) return false;
    try {
      return onStreamOpen(handle) === true;
    } catch {
      return false;
    }
  }

  inShare(task: () => void): void {
    if (!this.isSealed) this.share.run(task);
  }

  roomForAnswers(): Promise<void> {
    return this.isSealed ? Promise.resolve() : this.unread.room();
  }

  answerSent(bytes: number): void {
    this.unread.sent(bytes);
  }

  answersTaken(count: number): void {
    this.unread.takenSoFar(count);
  }

  log(level: number, text: string): void {
    // The guest keeps to the cap by itself; a broken one must not fill the host either.
    if (this.isSealed || this.logs.length > MAX_COLLECTED_CONSOLE_LOGS) return;
    this.logChars += text.length;
    if (this.logChars > 2 * MAX_COLLECTED_CONSOLE_CHARS) return;
    if (level < 0) {
      this.hasDroppedLogs = true;
      this.logs.push(`[${text}]`);
      return;
    }
    const name = LEVELS[level] ?? 'log';
    this.logs.push(name === 'log' ? text : `[${name}] ${text}`);
    this.show(name, text);
  }

  progress(percent: number, message: string | undefined): void {
    const { onProgress } = this.options;
    if (onProgress === undefined || this.isOver()) return;
    guard(() => (message === undefined ? onProgress(percent) : onProgress(percent, message)));
  }

  call(id: number, path: number, functionId: number, args: Uint8Array, reply: (answer: Uint8Array) => void): void {
    if (this.isSealed) return;
    this.share.run(() => {
      if (!this.unread.hasRoom && mayWait(path)) {
        // What it answers may be large, and would have to be kept until the guest takes what it has.
        void this.unread.room().then(() => this.call(id, path, functionId, args, reply));
        return;
      }
      const call = new AbortableCall(this.aborts);
      const run = () => this.run(path, functionId, decodeArguments(args), call);
      const whileOpen = (bytes: Uint8Array) => {
        call.end();
        if (!this.isSealed) reply(bytes);
      };
      answer(id, run, whileOpen, this.redact, this.lane);
    });
  }

  callWithNumbers(
    id: number,
    functionId: number,
    numbers: number[],
    reply: (answer: Uint8Array) => void,
  ): number | undefined {
    let atOnce: number | undefined;
    let isStarting = true;
    const whileOpen = (bytes: Uint8Array) => {
      if (!this.isSealed) reply(bytes);
    };
    this.share.run(() => {
      if (this.isSealed) return;
      const run = () => {
        if (this.isOver()) throw cancelledError();
        return this.callFunction(functionId, numbers);
      };
      if (isStarting) atOnce = answerNumber(id, run, whileOpen, this.redact, this.lane);
      else answer(id, run, whileOpen, this.redact, this.lane);
    });
    isStarting = false;
    return atOnce;
  }

  private readonly lane: AnswerLane = {
    isFree: () => this.unread.maySend,
    later: (encode) => {
      this.unread.known();
      this.share.run(() => this.unread.whenRoom(encode));
    },
  };

  /** Takes secrets the run has read out of a text: errors and warnings end up in logs, and in front of models. */
  readonly redact = (text: string): string => {
    const read = this.own(createSecretsRead);
    return read.values.size === 0 ? text : read.redact(text);
  };

  private run(path: number, functionId: number, args: unknown[], call: BridgeCall): unknown {
    if (this.isOver()) throw cancelledError();
    const name = BRIDGE_PATHS[path];
    if (name === 'function') return this.callFunction(functionId, args);
    const bridge = CALLER_BRIDGES.get(name ?? '');
    if (bridge === undefined) throw new TypeError('the sandbox has no such bridge');
    return bridge(this, args, call);
  }

  private callFunction(functionId: number, args: unknown[]): unknown {
    const fn = this.functions[functionId - 1];
    if (fn === undefined) throw new TypeError('the run was given no such function');
    return fn(...args);
  }

  private show(level: ConsoleLevel, text: string): void {
    const { onLog } = this.options;
    if (onLog === undefined || this.isOver() || this.linesShown >= MAX_CONSOLE_LOGS) return;
    this.linesShown++;
    guard(() => onLog(level, truncate(text, MAX_CONSOLE_LOG_CHARS)));
  }
}

/** Emitted values and outputs have answers of no size, and an order that must hold. */
function mayWait(path: number): boolean {
  const name = BRIDGE_PATHS[path];
  return name !== 'emit' && name !== 'output';
}

/** One call. Few look at the signal, and a controller costs more than a small call; one for all would leak listeners. */
class AbortableCall implements BridgeCall {
  private abort: AbortController | undefined;

  constructor(private readonly aborts: Set<AbortController>) {}

  get signal(): AbortSignal {
    if (this.abort === undefined) {
      this.abort = new AbortController();
      this.aborts.add(this.abort);
    }
    return this.abort.signal;
  }

  end(): void {
    if (this.abort !== undefined) this.aborts.delete(this.abort);
  }
}

/** A sink that throws is the caller's own affair and never the program's; an async one throws by rejecting. */
function guard(callback: () => unknown): void {
  try {
    Promise.resolve(callback()).catch(() => undefined);
  } catch {
    // Nothing to do: the contract says that such exceptions are swallowed.
  }
}
