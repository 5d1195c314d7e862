import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PROGRAMS } from './programs.mjs';

const SOAK = fileURLToPath(new URL('soak.mjs', import.meta.url));
const RUNS = 400;
/** A heap that has not settled yet moves by this much; 10 000 runs that leak 10 KB each would show. */
const MAX_GROWN_BYTES = 64 * 2 ** 20;

it('keeps every neighbour right, loses and doubles no callback, and does not grow', { timeout: 120_000 }, () => {
  const output = execFileSync(process.execPath, ['--expose-gc', SOAK, '--runs', String(RUNS), '--json'], {
    encoding: 'utf8',
  });
  const report = JSON.parse(output);
  expect(report.firstFaults).toEqual([]);
  expect(report.runs).toBe(RUNS);
  expect(Object.keys(report.byKind)).toEqual(PROGRAMS.map(({ kind }) => kind).sort());
  expect(report.neighbourRuns).toBeGreaterThan(10);
  expect(report.grownBytes).toBeLessThan(MAX_GROWN_BYTES);
});
