/**
 * Host side of `emit` and `output`: what a program hands out while it runs.
 * @module
 */
import { jsonLength, toNormalForm, truncate } from '../codec/normal-form.js';
import { SandboxLimitError } from '../errors.js';
import { MAX_EMIT_CALLS } from '../guest-limits.js';
import { MAX_DELIVERY_NAME_CHARS, MAX_KEPT_CHARS, MAX_OUTPUT_HANDLES } from '../limits.js';
import { cancelledError } from './answer.js';
import type { BridgeFamily, RunScope } from './bridge.js';

/** What a run has handed out. */
export class Deliveries {
  readonly emitted: { name: string; value: unknown }[] = [];
  readonly outputs = new Map<string, unknown>();
  emitCalls = 0;
  /** What `emitted` and `outputs` hold for the end of the run. */
  private readonly kept = { bytes: 0, chars: 0 };
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly run: RunScope) {}

  /** Values go out one at a time and in call order, also when the program does not wait for them. */
  emit(name: unknown, value: unknown): Promise<void> {
    // The guest counts as well; a broken one does not.
    if (this.emitCalls >= MAX_EMIT_CALLS) {
      throw new SandboxLimitError('MAX_EMIT_CALLS', `emit: a run may emit ${MAX_EMIT_CALLS} values (MAX_EMIT_CALLS)`);
    }
    this.emitCalls++;
    const handle = requireName('emit', name);
    const { onEmit } = this.run.options;
    const data = this.deliverable('emit', value, onEmit === undefined);
    const delivered = this.queue.then(async () => {
      if (this.run.isOver()) throw cancelledError();
      if (onEmit === undefined) this.emitted.push({ name: handle, value: data });
      else await onEmit(handle, data);
    });
    this.queue = delivered.catch(() => undefined);
    return delivered;
  }

  output(name: unknown, value: unknown): void {
    const handle = requireName('output', name);
    if (this.outputs.has(handle)) throw new Error(`output: "${handle}" is already set; each name can be set once`);
    if (this.outputs.size >= MAX_OUTPUT_HANDLES) {
      throw new SandboxLimitError(
        'MAX_OUTPUT_HANDLES',
        `output: a run may set ${MAX_OUTPUT_HANDLES} names (MAX_OUTPUT_HANDLES)`,
      );
    }
    this.outputs.set(handle, this.deliverable('output', value, true));
  }

  /** Data that flows on is never silently turned into text: what is too large is refused, only a string is cut. */
  private deliverable(where: string, value: unknown, isKept: boolean): unknown {
    const { maxOutputSize, runMediaBytes } = this.run.limits;
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
      this.run.warn(`${where}: a text of ${data.length} characters was cut to maxOutputSize (${maxOutputSize})`);
      return truncate(data, maxOutputSize);
    }
    const size = Number.isFinite(chars) ? `${chars} characters` : 'longer than a text can be';
    throw new SandboxLimitError(
      'maxOutputSize',
      `${where}: the value is ${size} as JSON; maxOutputSize is ${maxOutputSize}. Hand it out in parts`,
    );
  }

  /** What is kept until the run ends is bounded as a whole. */
  private keep(where: string, bytes: number, chars: number): void {
    const { runMediaBytes } = this.run.limits;
    const { kept } = this;
    if (kept.bytes + bytes > runMediaBytes) {
      throw new SandboxLimitError(
        'runMediaBytes',
        `${where}: all values together hold more bytes of binary data than the limit runMediaBytes, ${runMediaBytes}`,
      );
    }
    if (kept.chars + chars > MAX_KEPT_CHARS) {
      throw new SandboxLimitError(
        'MAX_KEPT_CHARS',
        `${where}: all values together are more than ${MAX_KEPT_CHARS} characters as JSON (MAX_KEPT_CHARS). Take them with onEmit`,
      );
    }
    kept.bytes += bytes;
    kept.chars += chars;
  }
}

/** Makes what a run has handed out; for `RunScope.own`. */
export const createDeliveries = (run: RunScope): Deliveries => new Deliveries(run);

/** The bridges `emit` and `output`. */
export const deliveryBridges: BridgeFamily = [
  ['emit', (run, [name, value]) => run.own(createDeliveries).emit(name, value)],
  ['output', (run, [name, value]) => run.own(createDeliveries).output(name, value)],
];

function requireName(where: string, name: unknown): string {
  if (typeof name !== 'string') throw new TypeError(`${where}: name must be a string`);
  if (name.length <= MAX_DELIVERY_NAME_CHARS) return name;
  throw new RangeError(
    `${where}: a name of ${name.length} characters; at most ${MAX_DELIVERY_NAME_CHARS} are accepted`,
  );
}
