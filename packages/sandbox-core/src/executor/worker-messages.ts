/**
 * Messages between the caller's thread and a worker that interprets runs.
 * @module
 */
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import type { RunJob, RunOutcome, StreamMode } from './job.js';

/** What a worker is started with. */
export interface WorkerStart {
  compiled: WasmModule;
  image: GuestImage;
  /** The block that both threads see; `undefined` where memory cannot be shared, and messages take its place. */
  control: ArrayBufferLike | undefined;
}

/** To the worker. */
export type ToWorker =
  | { type: 'run'; job: RunJob; streams: StreamMode; hasClock: boolean }
  /** `closed` comes where memory is not shared: streams the guest has asked for and that are closed by now. */
  | { type: 'answer'; id: number; bytes: Uint8Array; closed?: string[] }
  | { type: 'stop'; reason: number };

/** From the worker. Sent when it happens, never gathered, so that nothing is lost when the worker is terminated. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'log'; level: number; text: string }
  | { type: 'progress'; percent: number; message: string | undefined }
  | { type: 'call'; id: number; path: number; functionId: number; args: Uint8Array }
  /** The guest asks whether a stream is open: it waits for the answer in the block, or goes on where there is none. */
  | { type: 'isOpen'; question: number; handle: string }
  /** The meters have begun. Sent only where memory is not shared. */
  | { type: 'started'; at: number }
  | { type: 'idle'; answered: number; cpuMs: number }
  /** A waiting guest has gone on by itself. Sent where the caller's side needs to know. */
  | { type: 'busy'; at: number }
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
