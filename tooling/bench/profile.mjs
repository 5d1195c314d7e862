/**
 * `node tooling/bench/profile.mjs WORKLOAD [CANDIDATE] [RUNS]`: where the time of a workload goes, as shares by function.
 * `node tooling/bench/profile.mjs cold-start [CANDIDATE]`: the same for the first run of this process.
 */
import { Session } from 'node:inspector/promises';
import * as runs from './workloads/runs.mjs';

const WORKLOADS = [
  ...runs.EMPTY,
  runs.rowsWorkload(5000, 1),
  runs.rowsWorkload(50_000, 1),
  runs.callsWorkload(10_000, 1, { isAsync: false }),
  runs.callsWorkload(10_000, 1, { isAsync: true }),
  runs.objectCallsWorkload(10_000, 1),
  ...[1, 10, 40].map((mib) => runs.bytesWorkload(mib, 1)),
  runs.libraryWorkload(),
  ...runs.KERNEL_WORKLOADS,
];
const SHOWN = 20;

const [key, id = 'inline', count = '20'] = process.argv.slice(2);
const workload = WORKLOADS.find((one) => one.key === (key === 'cold-start' ? 'empty' : key));
if (workload === undefined)
  throw new Error(`no workload ${key}; there are ${WORKLOADS.map((one) => one.key).join(', ')}`);

const load = async () => {
  const { loadCandidates } = await import('./candidates.mjs');
  const candidate = (await loadCandidates()).find((one) => one.id === id);
  if (candidate === undefined) throw new Error(`no candidate ${id}`);
  return candidate;
};
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });

if (key === 'cold-start') {
  await session.post('Profiler.start');
  const { ours } = await import('./candidates/ours.mjs');
  await runs.checkedRun(workload, id === 'worker' ? ours('worker') : id === 'inline' ? ours('inline') : await load());
} else {
  const candidate = await load();
  for (let i = 0; i < 3; i++) await runs.checkedRun(workload, candidate);
  await session.post('Profiler.start');
  for (let i = 0; i < Number(count); i++) await workload.run(candidate);
}
const { profile } = await session.post('Profiler.stop');

const places = new Map(
  profile.nodes.map(({ id: node, callFrame: { functionName, url, lineNumber } }) => {
    const name = url.startsWith('wasm:') ? 'the engine (WebAssembly)' : functionName || '(no name)';
    const file =
      url.startsWith('wasm:') || url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
    return [node, `${name}${file}`];
  }),
);
/** Waiting, and the profiler's own work. */
const NOT_COUNTED = new Set(['(idle)', 'dispatch']);
/** @type {Map<string, number>} */
const selfMs = new Map();
let total = 0;
for (const [i, node] of (profile.samples ?? []).entries()) {
  const ms = (profile.timeDeltas?.[i] ?? 0) / 1000;
  const place = places.get(node) ?? '';
  if (NOT_COUNTED.has(place)) continue;
  selfMs.set(place, (selfMs.get(place) ?? 0) + ms);
  total += ms;
}
for (const [place, ms] of [...selfMs].sort((a, b) => b[1] - a[1]).slice(0, SHOWN)) {
  console.log(`${((100 * ms) / total).toFixed(1).padStart(5)} %  ${place}`);
}
process.exit(0);
