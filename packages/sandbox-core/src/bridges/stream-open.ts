/**
 * The bridge `stream.open`, which answers at once and so lives on the interpreter's thread.
 * @module
 */
import type { StreamMode } from '../executor/job.js';
import { MAX_STREAM_NAME_CHARS } from '../limits.js';
import type { BridgeTable } from './bridge.js';

/** What every verb of `stream` meets where the run was given no source. */
export function noStreamsError(): Error {
  return new Error(
    'stream: this run was given no input streams. They exist in streaming-input mode, where the caller sets onTakeInput',
  );
}

/** A table for one run. `isOpen` is asked only where there is somebody to answer. */
export function streamOpenBridge(mode: StreamMode, isOpen: (handle: string) => boolean): BridgeTable {
  return new Map([
    [
      'stream.open',
      ([handle]) => {
        if (typeof handle !== 'string') throw new TypeError('stream.open: name must be a string');
        if (mode === 'absent') throw noStreamsError();
        return mode === 'answered' && handle.length <= MAX_STREAM_NAME_CHARS && isOpen(handle);
      },
    ],
  ]);
}
