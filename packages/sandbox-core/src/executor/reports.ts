/**
 * Logs and progress on their way out of a guest. Ours keeps to the caps by itself; a broken one may send anything, any
 * number of times, and each message would be memory of the host.
 * @module
 */
import { decodeEnvelope } from '../codec/decode.js';
import { MAX_COLLECTED_CONSOLE_LOGS, MAX_PROGRESS_CALLS, MAX_PROGRESS_MESSAGE_CHARS } from '../guest-limits.js';
import type { RunHost } from './job.js';

/** Passes on what is of the agreed form, and no more than the agreed number. */
export class Reports {
  /** The notice that further lines were dropped is one more. */
  private linesLeft = MAX_COLLECTED_CONSOLE_LOGS + 1;
  private progressLeft = MAX_PROGRESS_CALLS;

  constructor(private readonly host: Pick<RunHost, 'log' | 'progress'>) {}

  log(level: number, staged: Uint8Array): void {
    if (this.linesLeft-- <= 0) return;
    const text = decodeEnvelope(staged);
    if (typeof text === 'string') this.host.log(level, text);
  }

  progress(staged: Uint8Array): void {
    if (this.progressLeft-- <= 0) return;
    const report = decodeEnvelope(staged);
    if (!Array.isArray(report)) return;
    const [percent, message] = report as unknown[];
    if (typeof percent !== 'number') return;
    this.host.progress(percent, typeof message === 'string' ? message.slice(0, MAX_PROGRESS_MESSAGE_CHARS) : undefined);
  }
}
