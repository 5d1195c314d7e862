/**
 * Draws the view of a run on a terminal, at most every 80 ms.
 * @module
 */
import { createLogUpdate } from 'log-update';
import type { Palette } from '../text/palette.js';
import { renderFrame, renderLogs } from './frame.js';
import type { RunView } from './state.js';

const FRAME_MS = 80;

/** A terminal: a stream with a size. */
export type TerminalStream = NodeJS.WritableStream & { columns?: number; rows?: number };

/** Shows the newest view until `end`. */
export interface LiveView {
  show(view: RunView): void;
  /** Draws the last picture and leaves it on the screen, and the log below it. */
  end(view: RunView): void;
}

/** Starts drawing on `stream`; the timer does not keep the process alive. `rewrite` has the last word on the text. */
export function startLiveView(
  stream: TerminalStream,
  palette: Palette,
  first: RunView,
  rewrite: (text: string) => string = (text) => text,
): LiveView {
  const update = createLogUpdate(stream);
  let view = first;
  let tick = 0;
  const draw = (final: boolean): void => {
    const { columns = 80, rows = 24 } = stream;
    update(rewrite(renderFrame(view, { palette, columns, rows, now: Date.now(), tick, final }).join('\n')));
    tick += 1;
  };
  // A clock, not the messages, sets the pace: ten thousand messages a second cost ten pictures.
  const timer = setInterval(() => draw(false), FRAME_MS);
  timer.unref();
  draw(false);
  return {
    show(next) {
      view = next;
    },
    end(last) {
      clearInterval(timer);
      view = last;
      draw(true);
      update.done();
      const lines = renderLogs(view, palette);
      if (lines.length > 0) stream.write(`${rewrite(lines.join('\n'))}\n`);
    },
  };
}
