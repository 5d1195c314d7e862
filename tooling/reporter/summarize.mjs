/** Counts of a test run, from vitest's own report of it. */

/**
 * The part of vitest's test module that is read here.
 * @typedef {{ result(): { state: string }, fullName: string }} ReportedTest
 * @typedef {{ relativeModuleId?: string, moduleId: string, state(): string, children: { allTests(): Iterable<ReportedTest> } }} ReportedModule
 */

/**
 * In the title of a suite whose vectors are not part of the repository and cannot be installed. Without them it is
 * named and skipped, also when everything is required.
 */
export const OUTSIDE_DATA = '[outside data]';

/**
 * @param {readonly ReportedModule[]} modules
 * @param {number} unhandledErrors
 * @param {string} reason why the run ended: `passed`, `failed` or `interrupted`
 * @param {boolean} requireAll counts skipped tests as failed
 */
export function summarize(modules, unhandledErrors, reason, requireAll) {
  let passed = 0;
  let failed = unhandledErrors;
  /** @type {string[]} */
  const skippedNames = [];
  for (const module of modules) {
    const failedBefore = failed;
    const file = module.relativeModuleId ?? module.moduleId;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      else if (state === 'failed') failed++;
      else skippedNames.push(`${file} > ${test.fullName}`);
    }
    // An import error or a failing hook fails the file and none of its tests.
    if (module.state() === 'failed' && failed === failedBefore) failed++;
  }
  if (requireAll) failed += skippedNames.filter((name) => !name.includes(OUTSIDE_DATA)).length;
  // Nothing ran, or the run was cut short: never a success.
  if (failed === 0 && (reason !== 'passed' || passed + skippedNames.length === 0)) failed = 1;
  return { passed, failed, skipped: requireAll ? 0 : skippedNames.length, skippedNames };
}
