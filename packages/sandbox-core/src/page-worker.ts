/**
 * The part of a page's dedicated worker that we use, on both of its sides. The language's own library does not declare
 * it, and the browser's library would declare far too much.
 * @module
 */

/** An event of either side. */
export interface PageWorkerEvent {
  readonly data?: unknown;
  readonly message?: string;
  preventDefault(): void;
}

/** A dedicated worker, as the page sees it. */
export interface PageWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: PageWorkerEvent) => void): void;
  terminate(): void;
}

/** The constructor `Worker`. */
export type PageWorkerConstructor = new (url: URL, options: { type: 'module'; name: string }) => PageWorker;

/** A dedicated worker, as its own code sees it. */
export interface PageWorkerScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: PageWorkerEvent) => void): void;
}

/** The scope of the present worker. */
export const workerScope = globalThis as unknown as PageWorkerScope;

/** Whether the present realm can start workers. */
export const canStartWorkers = (): boolean => 'Worker' in globalThis;
