/** Time from the start of a fresh process to its first output, above that of a bare Node. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../cold-program.mjs', import.meta.url));

/**
 * @param {string} id of a candidate, or `bare`
 * @param {readonly string[]} flags of node
 * @returns {Promise<number>} ms
 */
export function timeToOutput(id, flags = []) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [...flags, PROGRAM, id], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    let ms = 0;
    child.once('error', reject);
    child.stdout.once('data', (/** @type {Buffer} */ data) => {
      ms = performance.now() - start;
      output = String(data);
      // The exit may wait for compilation in the background, which is nobody's start.
      child.kill('SIGKILL');
    });
    child.once('close', (code) => {
      if (output === '1') resolve(ms);
      else reject(new Error(`a fresh process with ${id} wrote ${JSON.stringify(output)} and ended with ${code}`));
    });
  });
}
