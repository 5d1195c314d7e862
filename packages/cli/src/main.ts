/**
 * Starts the command for this process: streams, Ctrl-C, exit status.
 * @module
 */
import { EXIT } from './errors/problem.js';
import { runCli } from './program.js';

/** Runs the command with the arguments of this process and ends the process. */
export async function main(): Promise<void> {
  const controller = new AbortController();
  let endStatus: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const status = signal === 'SIGINT' ? EXIT.interrupted : 143;
    // The second one ends at once: whoever presses again does not want to wait for the run to wind down.
    if (endStatus !== undefined) process.exit(status);
    endStatus = status;
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  for (const stream of [process.stdout, process.stderr]) {
    // The reader went away (`nodetool … | head`): stop, there is nobody left to tell.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(EXIT.failure);
    });
  }
  // Nothing is left that could ever end the command: say so, instead of Node's silent status 13.
  process.on('beforeExit', () => {
    process.stderr.write('error: The command stopped waiting for something that cannot happen any more. [INTERNAL]\n');
    process.exit(EXIT.failure);
  });
  const status = await runCli(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
    signal: controller.signal,
  });
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(endStatus ?? status);
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
