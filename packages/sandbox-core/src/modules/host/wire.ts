/**
 * What a host-module worker is told and what it answers.
 * @module
 */
import type { CallWorker } from '../call-worker.js';
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
export type HostWorker = CallWorker<HostCallMessage, HostAnswerMessage>;
