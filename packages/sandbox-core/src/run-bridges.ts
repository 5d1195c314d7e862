/**
 * The caller's side of one run: bridges that need the caller's thread, logs and progress.
 * @module
 */
import type { ConsoleLevel, RunSandboxOptions } from '@nodetool-ai/protocol';
import { cancelledError, encodeAnswer } from './bridges/answer.js';
import { decodeArguments } from './bridges/arguments.js';
import { jsonLength, toNormalForm, truncate } from './codec/normal-form.js';
import { SandboxLimitError } from './errors.js';
import type { RunHost } from './executor/job.js';
import { BRIDGE_PATHS, LEVELS } from './guest/paths.js';
import { HostShare } from './host-share.js';
import {
  MAX_COLLECTED_CONSOLE_CHARS,
  MAX_COLLECTED_CONSOLE_LOGS,
  MAX_CONSOLE_LOG_CHARS,
  MAX_CONSOLE_LOGS,
  MAX_KEPT_CHARS,
  MAX_OUTPUT_HANDLES,
} from './limits.js';
import type { HostModuleRunner } from './modules/host/runner.js';
import { checkHostCall } from './modules/host-call.js';
import type { ModulePlan } from './modules/plan.js';

/** What a run's bridges may use. */
export interface RunBridgesOptions {
  options: RunSandboxOptions;
  functions: readonly ((...args: unknown[]) => unknown)[];
  plan: ModulePlan;
  hostModules: () => HostModuleRunner;
  maxOutputSize: number;
  runMediaBytes: number;
}

/** Serves one run until it is sealed; then it calls nothing of the caller's any more. */
export class RunBridges implements RunHost {
  readonly logs: string[] = [];
  readonly emitted: { name: string; value: unknown }[] = [];
  readonly outputs = new Map<string, unknown>();
  readonly warnings: string[] = [];
  hasDroppedLogs = false;
  emitCalls = 0;
  private linesShown = 0;
  private logChars = 0;
  private isSealed = false;
  private readonly share = new HostShare();
  /** What `emitted` and `outputs` hold for the end of the run. */
  private readonly kept = { bytes: 0, chars: 0 };
  private deliveries: Promise<unknown> = Promise.resolve();
  /** Host calls under way. */
  private readonly hostCalls = new Set<AbortController>();

  constructor(private readonly given: RunBridgesOptions) {}

  /** The run has ended: calls in flight are aborted, and no callback of the caller is called from now on. */
  seal(): void {
    this.isSealed = true;
    this.share.close();
    for (const call of this.hostCalls) call.abort();
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
    const { onProgress } = this.given.options;
    if (onProgress === undefined || this.isOver()) return;
    guard(() => (message === undefined ? onProgress(percent) : onProgress(percent, message)));
  }

  call(id: number, path: number, functionId: number, args: Uint8Array, reply: (answer: Uint8Array) => void): void {
    if (this.isSealed) return;
    this.share.run(() => {
      void encodeAnswer(id, async () => this.run(path, functionId, decodeArguments(args))).then((answer) => {
        if (!this.isSealed) reply(answer);
      });
    });
  }

  private run(path: number, functionId: number, args: unknown[]): unknown {
    if (this.isOver()) throw cancelledError();
    switch (BRIDGE_PATHS[path]) {
      case 'emit':
        return this.emit(args[0], args[1]);
      case 'output':
        return this.output(args[0], args[1]);
      case 'hostModule':
        return this.callHostModule(args[0], args[1], args[2]);
      case 'function':
        return this.callFunction(functionId, args);
      default:
        throw new TypeError('the sandbox has no such bridge');
    }
  }

  private callFunction(functionId: number, args: unknown[]): unknown {
    const fn = this.given.functions[functionId - 1];
    if (fn === undefined) throw new TypeError('the run was given no such function');
    return fn(...args);
  }

  /** Values go out one at a time and in call order, also when the program does not wait for them. */
  private emit(name: unknown, value: unknown): Promise<void> {
    this.emitCalls++;
    const handle = requireName('emit', name);
    const { onEmit } = this.given.options;
    const data = this.deliverable('emit', value, onEmit === undefined);
    const delivered = this.deliveries.then(async () => {
      if (this.isOver()) throw cancelledError();
      if (onEmit === undefined) this.emitted.push({ name: handle, value: data });
      else await onEmit(handle, data);
    });
    this.deliveries = delivered.catch(() => undefined);
    return delivered;
  }

  private output(name: unknown, value: unknown): void {
    const handle = requireName('output', name);
    if (this.outputs.has(handle)) throw new Error(`output: "${handle}" is already set; each name can be set once`);
    if (this.outputs.size >= MAX_OUTPUT_HANDLES) {
      throw new SandboxLimitError('output', `output: a run may set ${MAX_OUTPUT_HANDLES} names (MAX_OUTPUT_HANDLES)`);
    }
    this.outputs.set(handle, this.deliverable('output', value, true));
  }

  /** Data that flows on is never silently turned into text: what is too large is refused, only a string is cut. */
  private deliverable(where: string, value: unknown, isKept: boolean): unknown {
    const { maxOutputSize, runMediaBytes } = this.given;
    const data = toNormalForm(value, { mode: 'emit' });
    // What is kept is added up, so that its size must be exact.
    const { chars, bytes } = jsonLength(data, isKept ? 0 : maxOutputSize);
    if (bytes > runMediaBytes) {
      throw new SandboxLimitError(
        'runMediaBytes',
        `${where}: the value holds ${bytes} bytes of binary data; the limit runMediaBytes is ${runMediaBytes}`,
      );
    }
    if (isKept) this.keep(where, bytes, Math.min(chars, maxOutputSize));
    if (chars <= maxOutputSize) return data;
    if (typeof data === 'string') {
      this.warnings.push(`${where}: a text of ${data.length} characters was cut to maxOutputSize (${maxOutputSize})`);
      return truncate(data, maxOutputSize);
    }
    const size = Number.isFinite(chars) ? `${chars} characters` : 'longer than a text can be';
    throw new RangeError(
      `${where}: the value is ${size} as JSON; maxOutputSize is ${maxOutputSize}. Hand it out in parts`,
    );
  }

  /** What is kept until the run ends is bounded as a whole. */
  private keep(where: string, bytes: number, chars: number): void {
    const { runMediaBytes } = this.given;
    const { kept } = this;
    if (kept.bytes + bytes > runMediaBytes) {
      throw new SandboxLimitError(
        'runMediaBytes',
        `${where}: all values together hold more bytes of binary data than the limit runMediaBytes, ${runMediaBytes}`,
      );
    }
    if (kept.chars + chars > MAX_KEPT_CHARS) {
      throw new SandboxLimitError(
        where,
        `${where}: all values together are more than ${MAX_KEPT_CHARS} characters as JSON. Take them with onEmit`,
      );
    }
    kept.bytes += bytes;
    kept.chars += chars;
  }

  private async callHostModule(key: unknown, exportName: unknown, args: unknown): Promise<unknown> {
    const { plan, options } = this.given;
    const checked = checkHostCall(plan, key, exportName, args);
    if (checked.error !== undefined) throw new TypeError(checked.error);
    const { row } = checked.module;
    const source =
      options.hostModules !== undefined && Object.hasOwn(options.hostModules, row.id)
        ? options.hostModules[row.id]
        : undefined;
    // One for each call: hundreds of listeners on one signal look like a leak to Node.
    const abort = new AbortController();
    this.hostCalls.add(abort);
    try {
      const { value, warnings } = await this.given.hostModules().callHostFunction({
        source,
        hostId: row.id,
        exportName: checked.exportName,
        args: checked.args,
        signal: abort.signal,
        owner: this,
      });
      this.warnings.push(...warnings);
      return value;
    } finally {
      this.hostCalls.delete(abort);
    }
  }

  private show(level: ConsoleLevel, text: string): void {
    const { onLog } = this.given.options;
    if (onLog === undefined || this.isOver() || this.linesShown >= MAX_CONSOLE_LOGS) return;
    this.linesShown++;
    guard(() => onLog(level, truncate(text, MAX_CONSOLE_LOG_CHARS)));
  }

  private isOver(): boolean {
    return this.isSealed || this.given.options.signal?.aborted === true;
  }
}

function requireName(where: string, name: unknown): string {
  if (typeof name !== 'string') throw new TypeError(`${where}: name must be a string`);
  return name;
}

/** A sink that throws is the caller's own affair and never the program's; an async one throws by rejecting. */
function guard(callback: () => unknown): void {
  try {
    Promise.resolve(callback()).catch(() => undefined);
  } catch {
    // Nothing to do: the contract says that such exceptions are swallowed.
  }
}
