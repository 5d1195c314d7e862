/**
 * What a worker without shared memory knows of input streams: those that were closed when an answer last came.
 * @module
 */

/** Streams that are remembered on either side; of the rest, the oldest are forgotten. */
const MAX_KNOWN = 100;
/** Streams about which one answer brings news. */
const MAX_ASKED = 16;

/** The worker's side. A stream is open until it is known to be closed, and then stays closed. */
export class StreamMirror {
  private readonly closed = new Set<string>();

  isOpen(handle: string): boolean {
    return !this.closed.has(handle);
  }

  close(handles: readonly string[]): void {
    for (const handle of handles) remember(this.closed, handle, MAX_KNOWN);
  }

  forget(): void {
    this.closed.clear();
  }
}

/** The caller's side: the streams a guest wants to know of. */
export class AskedStreams {
  private readonly asked = new Set<string>();

  add(handle: string): void {
    remember(this.asked, handle, MAX_ASKED);
  }

  /** Those that have closed since. */
  takeClosed(isOpen: (handle: string) => boolean): string[] {
    const closed = [...this.asked].filter((handle) => !isOpen(handle));
    for (const handle of closed) this.asked.delete(handle);
    return closed;
  }
}

function remember(handles: Set<string>, handle: string, max: number): void {
  handles.delete(handle);
  handles.add(handle);
  if (handles.size <= max) return;
  const [oldest] = handles;
  handles.delete(oldest as string);
}
