/**
 * Globals as a guest left them, until the caller's side writes them back.
 * @module
 */
import { encodeEnvelope } from '../codec/encode.js';
import type { WrittenBack } from './job.js';

/** More globals than any caller hands over. */
const MAX_INDEX = 100_000;

/**
 * Keeps one entry for each global. Together they may take as many bytes as the guest has memory: one buffer that stands
 * in many places of many globals would cost the host a copy for each.
 */
export class WrittenBackGlobals {
  private readonly byIndex = new Map<number, WrittenBack>();
  private bytesLeft: number;

  constructor(private readonly memoryLimitBytes: number) {
    this.bytesLeft = memoryLimitBytes;
  }

  value(index: number, bytes: Uint8Array): void {
    this.keep(index, bytes, () => ({ index, bytes }));
  }

  problem(index: number, problem: Uint8Array): void {
    this.keep(index, problem, () => ({ index, problem }));
  }

  clear(): void {
    this.byIndex.clear();
  }

  get all(): WrittenBack[] {
    return [...this.byIndex.values()];
  }

  private keep(index: number, bytes: Uint8Array, entry: () => WrittenBack): void {
    if (index < 0 || index > MAX_INDEX || this.byIndex.has(index)) return;
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft >= 0) {
      this.byIndex.set(index, entry());
      return;
    }
    const problem = `the globals take more than ${this.memoryLimitBytes} bytes in all, the limit memoryLimitBytes`;
    this.byIndex.set(index, { index, problem: encodeEnvelope(problem) });
  }
}
