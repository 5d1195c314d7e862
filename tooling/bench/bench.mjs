/**
 * `npm run bench -- [--only KEY] [--rounds N] [--json FILE] [--write]`
 * Compares runInSandbox with other ways to run a program, all in this process, and prints Markdown tables.
 * `--write` puts them into docs/performance.md. Keys: empty, empty-cold, rows, calls, bytes, memory.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeVm } from './candidates/node-vm.mjs';
import { ours } from './candidates/ours.mjs';
import { raw } from './candidates/raw.mjs';
import { wrapper } from './candidates/wrapper.mjs';
import { interleave, residentGrowth } from './measure.mjs';
import { memoryTable, replaceTables, workloadTable } from './report.mjs';
import { WORKLOADS } from './workloads.mjs';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const MEMORY_RUNS = 1000;
const { values: args } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean' },
  },
});

/** @param {() => Promise<void>} run @param {number} ms */
async function runFor(run, ms) {
  for (const end = performance.now() + ms; performance.now() < end; ) await run();
}

const candidates = [ours('inline'), ours('worker'), await wrapper(), await raw(), nodeVm()];
const reference = candidates[0]?.name ?? '';
const tables = [];
/** @type {Record<string, unknown>} */
const data = {};

for (const workload of WORKLOADS) {
  if (args.only && args.only !== workload.key) continue;
  console.error(`Measuring: ${workload.title}`);
  const rounds = Number(args.rounds ?? workload.rounds);
  const unable = new Map();
  const able = [];
  for (const candidate of candidates) {
    // A candidate that cannot do the work is named with its reason and not timed.
    try {
      await workload.run(candidate);
      able.push({ name: candidate.name, run: () => workload.run(candidate) });
    } catch (error) {
      unable.set(candidate.name, `not able: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : error}`);
    }
  }
  for (const { run } of able) await runFor(run, workload.warmMs ?? 0);
  const samples = await interleave(able, rounds, { batch: workload.batch ?? 1 });
  tables.push(workloadTable({ title: workload.title, rounds, samples, unable }, reference));
  data[workload.key] = { rounds, samples: Object.fromEntries(samples), unable: Object.fromEntries(unable) };
}

if (!args.only || args.only === 'memory') {
  console.error('Measuring: memory');
  const growth = new Map();
  const runs = Number(args.rounds ?? MEMORY_RUNS);
  for (const candidate of candidates)
    growth.set(candidate.name, await residentGrowth(async () => void (await candidate.empty()), runs));
  tables.push(memoryTable({ title: `Growth of resident memory over ${runs} runs`, growth }));
  data.memory = { runs, growth: Object.fromEntries(growth) };
}

const machine = `Measured on ${new Date().toISOString().slice(0, 10)} with \`npm run bench\`: Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}, quickjs-ng 0.12.1.\nThe reference is \`${reference}\`.`;
const text = [machine, ...tables].join('\n\n');
console.log(text);
if (args.json) writeFileSync(args.json, `${JSON.stringify(data, null, 2)}\n`);
if (args.write) writeFileSync(PAGE, replaceTables(readFileSync(PAGE, 'utf8'), text));
process.exit(0); // idle workers of a candidate may hold the process open
