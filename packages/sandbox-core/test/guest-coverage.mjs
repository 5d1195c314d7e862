/**
 * Counts which statements of the guest's own code run, inside the engine. Active when `GUEST_COVERAGE` names a folder:
 * the maps of instrumented files and the counters of each test file are written there for `scripts/coverage.mjs`.
 * @module
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { createInstrumenter } from 'istanbul-lib-instrument';

const folder = process.env.GUEST_COVERAGE;
const GUEST_FILES = /\/src\/(guest\/[^/]+|name-tables)\.ts$/;

/** A script whose value is `[path, counters]` of each instrumented file. */
export const COUNTERS_SCRIPT =
  '(() => { const all = []; for (const path in globalThis.__coverage__ ?? {}) ' +
  'all[all.length] = [path, globalThis.__coverage__[path].s]; return all; })()';

/**
 * Plugins for a bundle of the guest's code; none unless coverage is wanted.
 * @returns {import('esbuild').Plugin[]}
 */
export function guestPlugins() {
  if (!folder) return [];
  const instrument = (/** @type {string} */ path) => {
    const { code, map } = transformSync(readFileSync(path, 'utf8'), {
      loader: 'ts',
      target: 'es2023',
      sourcemap: true,
      sourcefile: path,
    });
    const instrumenter = createInstrumenter({
      esModules: true,
      compact: true,
      coverageGlobalScope: 'globalThis',
      coverageGlobalScopeFunc: false,
    });
    const contents = instrumenter.instrumentSync(code, path, JSON.parse(map));
    const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
    writeFileSync(join(folder, `map-${name}.json`), JSON.stringify(instrumenter.lastFileCoverage()));
    return { contents, loader: /** @type {const} */ ('js') };
  };
  return [
    {
      name: 'guest-coverage',
      setup(build) {
        build.onLoad({ filter: GUEST_FILES }, ({ path }) => instrument(path));
      },
    },
  ];
}

/** @type {Map<string, Record<string, number>>} */
const totals = new Map();

/**
 * Adds the counters of a guest that has ended.
 * @param {unknown} counters value of {@link COUNTERS_SCRIPT}; a program may have broken it
 */
export function addGuestCounters(counters) {
  if (!Array.isArray(counters)) return;
  for (const [path, counts] of counters) {
    const total = totals.get(path) ?? {};
    for (const [statement, count] of Object.entries(counts ?? {})) {
      total[statement] = (total[statement] ?? 0) + Number(count);
    }
    totals.set(path, total);
  }
}

/** @type {(() => unknown)[]} */
const watched = [];

/**
 * Asks for the counters of a guest at the end of its test file, for guests that nobody disposes of.
 * @param {() => unknown} read
 */
export function watchGuest(read) {
  if (folder) watched.push(read);
}

/** Writes what has been added so far, and starts anew. */
export function writeGuestCounters() {
  for (const read of watched.splice(0)) addGuestCounters(read());
  if (!folder || totals.size === 0) return;
  writeFileSync(join(folder, `counts-${randomUUID()}.json`), JSON.stringify([...totals]));
  totals.clear();
}
