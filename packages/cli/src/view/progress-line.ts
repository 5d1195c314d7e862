/**
 * One line with a bar on a terminal.
 * @module
 */
import cliTruncate from 'cli-truncate';
import { createLogUpdate } from 'log-update';
import type { Palette } from '../text/palette.js';
import { progressBar } from './frame.js';
import type { TerminalStream } from './live.js';

/** A bar that is gone when it ends. */
export interface ProgressLine {
  /** `share` between 0 and 1. */
  show(share: number, text: string): void;
  end(): void;
}

/** Starts the line on a terminal. */
export function startProgressLine(stream: TerminalStream, palette: Palette): ProgressLine {
  const update = createLogUpdate(stream);
  return {
    show(share, text) {
      const line = `${palette.accent(progressBar(share))} ${String(Math.round(share * 100)).padStart(3)} %  ${text}`;
      update(cliTruncate(line, stream.columns ?? 80));
    },
    end() {
      update.clear();
      update.done();
    },
  };
}
