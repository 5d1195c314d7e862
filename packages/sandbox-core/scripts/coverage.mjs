// `npm run coverage`: line coverage of this package, the guest's own code included, which runs inside the engine.
// Code that only worker threads run is not counted, because no tool here sees into them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import coverageLibrary from 'istanbul-lib-coverage';
import sourceMaps from 'istanbul-lib-source-maps';

const LEAST_PERCENT = 90;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'guest-coverage-'));

function node(args, env = {}) {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status;
}

// The counts of this second run are not to be taken for those of the tests, and it skips tests of sizes.
const quietly = { GUEST_COVERAGE: folder, REQUIRE_ALL: '', TEST_SUMMARY_FILE: join(folder, 'summary.json') };
const buildGuest = ['packages/sandbox-core/scripts/build-guest.mjs'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'packages/sandbox-core', 'tooling/conformance'];
const report = [
  '--coverage',
  '--coverage.reportOnFailure',
  '--coverage.reporter=json',
  `--coverage.reportsDirectory=${join(folder, 'host')}`,
];

let status = node(buildGuest, quietly);
if (status === 0) status = node([...vitest, ...report], quietly);

const map = coverageLibrary.createCoverageMap({});
const isGuest = (path) => /\/src\/(guest\/|name-tables\.ts$)/.test(path);
const host = JSON.parse(readFileSync(join(folder, 'host/coverage-final.json'), 'utf8'));
for (const [path, data] of Object.entries(host)) {
  if (path.startsWith(SOURCES) && !isGuest(path)) map.addFileCoverage(data);
}
map.merge(await guestCoverage());

const rows = map
  .files()
  .map((path) => ({ path: relative(SOURCES, path), ...map.fileCoverageFor(path).toSummary().lines }));
for (const { path, covered, total } of rows.sort((a, b) => a.path.localeCompare(b.path))) {
  if (total > 0 && covered < total) console.log(`${`${covered}/${total}`.padStart(9)}  ${path}`);
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const percent = (100 * sum('covered')) / sum('total');
console.log(`\n${percent.toFixed(1)} % of ${sum('total')} lines are covered; at least ${LEAST_PERCENT} % must be.`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = status !== 0 || percent < LEAST_PERCENT ? 1 : 0;

async function guestCoverage() {
  const files = readdirSync(folder);
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const guest = coverageLibrary.createCoverageMap({});
  const maps = new Map(
    files
      .filter((name) => name.startsWith('map-'))
      .map(read)
      .map((data) => [data.path, data]),
  );
  for (const name of files.filter((file) => file.startsWith('counts-'))) {
    for (const [path, counts] of read(name)) {
      const data = maps.get(path);
      if (data === undefined) continue;
      for (const [statement, count] of Object.entries(counts)) {
        if (statement in data.s) data.s[statement] += count;
      }
    }
  }
  for (const data of maps.values()) guest.addFileCoverage(data);
  return sourceMaps.createSourceMapStore().transformCoverage(guest);
}
