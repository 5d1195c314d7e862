/**
 * What a host-module worker is told and what it answers.
 * @module
 */
import type { WireError } from './errors.js';

/** One call; a worker gets the next one after it answered. */
export interface HostCallMessage {
  id: number;
  /** Module with the `functions` export. */
  url: string;
  hostId: string;
  exportName: string;
  where: string;
  args: unknown[];
  deadlineMs: number;
}

/** The answer to one call. `isSpoiled` asks for a new worker: a failed import stays failed in this one. */
export type HostAnswerMessage =
  | { id: number; status: 'done'; value: unknown; warnings: string[] }
  | { id: number; status: 'failed'; error: WireError; isSpoiled: boolean };

/** A worker as the pool sees it; one per platform. */
export interface HostWorker {
  post(message: HostCallMessage, transfer: ArrayBuffer[]): void;
  /** `onDeath` is called at most once, with a sentence about why; not after `terminate`. */
  listen(onAnswer: (answer: HostAnswerMessage) => void, onDeath: (what: string) => void): void;
  /** Whether the process waits for this worker. */
  keepAlive(isBusy: boolean): void;
  terminate(): void;
}
