/**
 * Vitest reporter that closes a run with `N passed, N failed` alone on a line and names every skipped test.
 * A file that cannot be imported, a failing hook and an unhandled error count as one failure each.
 * With `REQUIRE_ALL=1` a skipped test counts as failed.
 * `TEST_SUMMARY_FILE` receives the counts as JSON.
 */
import { writeFileSync } from 'node:fs';
import { summarize } from './summarize.mjs';

export default class SummaryReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   * @param {string} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const requireAll = process.env.REQUIRE_ALL === '1';
    const summary = summarize(modules, unhandledErrors.length, reason, requireAll);
    for (const name of summary.skippedNames)
      process.stdout.write(`${requireAll ? 'Skipped, so failed' : 'Skipped'}: ${name}\n`);
    if (process.env.TEST_SUMMARY_FILE) {
      const { passed, failed, skipped } = summary;
      writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify({ passed, failed, skipped }));
    }
    const skipped = summary.skipped > 0 ? `, ${summary.skipped} skipped` : '';
    process.stdout.write(`\n${summary.passed} passed, ${summary.failed} failed${skipped}\n`);
    if (summary.failed > 0) process.exitCode = 1;
  }
}
