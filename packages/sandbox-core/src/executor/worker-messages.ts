/**
 * Messages between the caller's thread and a worker that interprets runs.
 * @module
 */
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import type { RunJob, RunOutcome } from './job.js';

/** What a worker is started with. */
export interface WorkerStart {
  compiled: WasmModule;
  image: GuestImage;
  control: ArrayBufferLike;
}

/** To the worker. */
export type ToWorker =
  | { type: 'run'; job: RunJob }
  | { type: 'answer'; id: number; bytes: Uint8Array }
  | { type: 'stop' };

/** From the worker. Sent when it happens, never gathered, so that nothing is lost when the worker is terminated. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'log'; level: number; text: string }
  | { type: 'progress'; percent: number; message: string | undefined }
  | { type: 'call'; id: number; path: number; functionId: number; args: Uint8Array }
  | { type: 'idle'; answered: number }
  | { type: 'end'; outcome: RunOutcome };

/** A worker of whatever platform. */
export interface WorkerHandle {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** Resolves when the worker is gone and all it had sent has arrived. */
  terminate(): Promise<void>;
  onMessage: (message: FromWorker) => void;
  /** Called when the worker ends by itself. */
  onExit: (error: Error | undefined) => void;
  /** Whether the worker keeps the process alive. */
  hold(isHeld: boolean): void;
}

/** Starts a worker; it says `ready` when it can take runs. */
export type StartWorker = (start: WorkerStart) => WorkerHandle;
