// Swaps what stands at `file` and `dir` between an inside entry and a link that leads out, until it is told to stop.
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const { root, secret, outside, stop } = workerData;
const stopped = new Int32Array(stop);
const at = (name) => join(root, name);
let flips = 0;

/** Replaces a link in one step, so that there is always one. */
function point(name, target) {
  symlinkSync(target, at('.next'));
  renameSync(at('.next'), at(name));
}

/** A write may make the directory in the moment in which it is away; then it is in the way. */
function insist(name, put) {
  for (;;) {
    try {
      return put();
    } catch {
      try {
        // Of a link this removes the link.
        rmSync(at(name), { recursive: true, force: true });
      } catch {
        // A file was added in the meantime: again.
      }
    }
  }
}

while (Atomics.load(stopped, 0) === 0) {
  insist('file', () => point('file', secret));
  // A real directory cannot be replaced by a link in one step: it is moved away, and for a moment there is none.
  renameSync(at('dir'), at('.real'));
  insist('dir', () => symlinkSync(outside, at('dir')));
  insist('file', () => point('file', 'inside.txt'));
  insist('dir', () => renameSync(at('.real'), at('dir')));
  flips++;
}
parentPort.postMessage(flips);
