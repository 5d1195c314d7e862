/**
 * Vitest reporter that closes a run with `N passed, N failed` alone on a line and names every skipped test.
 * A file that cannot be imported, a failing hook and an unhandled error count as one failure each.
 * With `REQUIRE_ALL=1` a skipped test counts as failed.
 * With `TEST_SUMMARY_FILE` the counts go there as JSON, in place of the closing line.
 */
import { writeFileSync } from 'node:fs';
import { OUTSIDE_DATA, summarize } from './summarize.mjs';

export default class SummaryReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   * @param {string} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const requireAll = process.env.REQUIRE_ALL === '1';
    const summary = summarize(modules, unhandledErrors.length, reason, requireAll);
    for (const name of summary.skippedNames) {
      const isFailure = requireAll && !name.includes(OUTSIDE_DATA);
      process.stdout.write(`${isFailure ? 'Skipped, so failed' : 'Skipped'}: ${name}\n`);
    }
    const { passed, failed, skipped } = summary;
    if (process.env.TEST_SUMMARY_FILE) {
      // Whoever asks for the counts prints the closing line, since it has counts of its own to add.
      writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify({ passed, failed, skipped }));
    } else {
      process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    }
    if (summary.failed > 0) process.exitCode = 1;
  }
}
