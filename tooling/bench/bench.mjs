/**
 * `npm run bench -- [--only GROUP,…] [--processes N] [--quick] [--rounds N] [--json FILE] [--from FILE,…] [--write]`
 * Compares runInSandbox with other ways to run a program and prints Markdown tables.
 *
 * - Each group is measured in a process of its own, all candidates in the same one. Groups: see `groups.mjs`.
 * - `--processes N` measures N times; after the first time only what a target is about.
 * - `--quick` takes a quarter of the rounds: enough to see that all works, too few to judge.
 * - `--json` keeps the samples; `--from` takes samples kept before, so that a long measurement can be split.
 * - `--write` puts the tables into docs/performance.md.
 * - `--isolated-vm` first fetches and compiles isolated-vm, which then takes part in this and later measurements.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GROUPS } from './groups.mjs';
import { buildIsolatedVm, ISOLATED_VM_FLAGS, isolatedVmFolder } from './isolated-vm-build.mjs';
import { groupTable, replaceTables, targetTable } from './report.mjs';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const CHILD = fileURLToPath(new URL('measure-group.mjs', import.meta.url));
const { values: args } = parseArgs({
  options: {
    only: { type: 'string' },
    processes: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean' },
    'isolated-vm': { type: 'boolean' },
  },
});

/** @typedef {{ date: string, quick: boolean, processes: import('./measure.mjs').Measure[][] }} Kept */

if (args['isolated-vm']) {
  try {
    buildIsolatedVm();
  } catch (error) {
    console.error(`Going on without: ${error instanceof Error ? error.message : error}`);
  }
}

/** @returns {Kept} */
function measureAll() {
  const groups = args.only?.split(',') ?? Object.keys(GROUPS);
  const unknown = groups.filter((group) => GROUPS[group] === undefined);
  if (unknown.length > 0)
    throw new Error(`--only: no group ${unknown.join(', ')}. There are ${Object.keys(GROUPS).join(', ')}.`);
  const nodeFlags = ['--expose-gc', ...(isolatedVmFolder() === undefined ? [] : ISOLATED_VM_FLAGS)];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const processes = [];
  try {
    for (let i = 0; i < Number(args.processes); i++) {
      const measures = [];
      for (const group of groups) {
        const file = join(folder, `${group}.json`);
        const wish = { group, file, targetsOnly: i > 0, scale: args.quick ? 0.25 : 1, rounds: args.rounds, nodeFlags };
        const start = performance.now();
        const { status } = spawnSync(process.execPath, [...nodeFlags, CHILD, JSON.stringify(wish)], {
          stdio: 'inherit',
        });
        if (status !== 0) throw new Error(`measuring ${group} ended with ${status}`);
        console.error(`Process ${i + 1}: ${group} took ${((performance.now() - start) / 1000).toFixed(0)} s`);
        measures.push(...JSON.parse(readFileSync(file, 'utf8')));
      }
      processes.push(measures);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { date: new Date().toISOString().slice(0, 10), quick: args.quick, processes };
}

/** @param {string[]} files @returns {Kept} */
function readKept(files) {
  const kept = files.map((file) => /** @type {Kept} */ (JSON.parse(readFileSync(file, 'utf8'))));
  return {
    date:
      kept
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? '',
    quick: kept.some(({ quick }) => quick),
    processes: kept.flatMap(({ processes }) => processes),
  };
}

const kept = args.from === undefined ? measureAll() : readKept(args.from.split(','));
const { processes } = kept;
const machine = [
  `Measured on ${kept.date} with \`npm run bench\`: Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}, quickjs-ng 0.12.1.`,
  kept.quick ? 'Only a quarter of the rounds were taken (`--quick`): too few to judge.' : '',
  isolatedVmFolder() === undefined ? 'isolated-vm was not built for it.' : '',
];
const tables = Object.entries(GROUPS).flatMap(([key, group]) => groupTable({ ...group, key }, processes) ?? []);
const text = [machine.filter((line) => line !== '').join('\n'), targetTable(processes), ...tables].join('\n\n');
console.log(text);
if (args.json) writeFileSync(args.json, `${JSON.stringify(kept)}\n`);
if (args.write) writeFileSync(PAGE, replaceTables(readFileSync(PAGE, 'utf8'), text));
