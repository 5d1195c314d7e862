/**
 * `npm run fuzz`: tries every target with generated inputs, each in a process of its own, so that a hang or a crash is
 * a finding like any other.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

/**
 * @typedef {import('./target.js').FuzzTarget} FuzzTarget
 * @typedef {import('./target.js').FuzzReport} FuzzReport
 * @typedef {import('./target.js').FuzzOptions} FuzzOptions
 */

const USAGE = `npm run fuzz -- [--target NAME]... [--cases N] [--seed S] [--path P]

--target  a target by name, several times for several; default all
--cases   cases of each target; default 100000
--seed    an integer; the same seed makes the same cases; default the time
--path    of a failure, as a report printed it: tries that case alone`;

const NIGHTLY_CASES = 100_000;
/** Without a sign of life for so long a target hangs. */
const MAX_SILENCE_MS = 120_000;
/** No target needs more; one that does has found a way to the host's memory. */
const MAX_HEAP_MIB = 1024;

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    cases: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** @type {FuzzOptions} */
const options = {
  cases: numberOf('cases', NIGHTLY_CASES, 1),
  seed: numberOf('seed', Date.now() % 2 ** 31, -(2 ** 31)),
  ...(values.path !== undefined && { path: values.path }),
};

if (values.help) console.log(USAGE);
else if (process.send !== undefined) await serve();
else await runAll();

/** The parent: one child after the other. */
async function runAll() {
  const { TARGETS } = await load();
  const known = TARGETS.map(({ name }) => name);
  const wanted = values.target ?? known;
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) fail(`there is no target ${unknown.join(', ')}. Targets: ${known.join(', ')}`);
  console.log(`seed ${options.seed}, ${options.cases} cases of each target`);
  let faults = 0;
  for (const name of wanted) {
    const report = await runChild(name);
    if (report.failure) faults++;
    print(report);
  }
  console.log(faults === 0 ? 'No fault was found.' : `${faults} of ${wanted.length} targets found a fault.`);
  process.exitCode = faults === 0 ? 0 : 1;
}

/** The child: one target. */
async function serve() {
  const { TARGETS, runTarget } = await load();
  const target = TARGETS.find(({ name }) => name === values.target?.[0]);
  if (target === undefined) return;
  const report = await runTarget(target, { ...options, onProgress: (done) => process.send?.({ done }) });
  process.send?.({ report }, () => process.exit());
}

/**
 * @param {string} name
 * @returns {Promise<FuzzReport>}
 */
function runChild(name) {
  const args = ['--target', name, '--cases', String(options.cases), '--seed', String(options.seed)];
  if (options.path !== undefined) args.push('--path', options.path);
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`] });
  const start = Date.now();
  return new Promise((resolve) => {
    let done = 0;
    /** @param {string} message */
    const lost = (message) => {
      const failure = { message, input: `the case after number ${done}`, path: '' };
      resolve({ name, seed: options.seed, cases: done, seconds: (Date.now() - start) / 1000, failure });
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => lost(`no case ended for ${MAX_SILENCE_MS / 1000} s`), MAX_SILENCE_MS);
    child.on('message', (/** @type {{ done?: number, report?: FuzzReport }} */ message) => {
      timer.refresh();
      if (message.done !== undefined) done = message.done;
      if (message.report) resolve(message.report);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      lost(`the process of the target ended with ${signal ?? code}`);
    });
  });
}

/** @param {FuzzReport} report */
function print({ name, seed, cases, seconds, failure }) {
  const rate = Math.round(cases / Math.max(seconds, 0.001));
  console.log(`${failure ? 'FAULT' : 'ok   '} ${name}: ${cases} cases in ${seconds.toFixed(1)} s, ${rate} a second`);
  if (!failure) return;
  console.log(`  ${failure.message.replaceAll('\n', '\n  ')}`);
  console.log(`  smallest case: ${failure.input}`);
  const path = failure.path === '' ? '' : ` --path ${failure.path}`;
  console.log(`  again: npm run fuzz -- --target ${name} --cases ${options.cases} --seed ${seed}${path}`);
}

/**
 * The targets are TypeScript over the sources, as in the tests.
 * @returns {Promise<{ TARGETS: readonly FuzzTarget[], runTarget: typeof import('./target.js').runTarget }>}
 */
async function load() {
  const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
  const server = await createServer({
    root: at('../..'),
    configFile: at('../../vitest.config.ts'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false, hmr: false },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: [/^@nodetool-ai\//] },
  });
  const module = await server.ssrLoadModule(at('./targets/index.ts'));
  return /** @type {Awaited<ReturnType<typeof load>>} */ (module);
}

/**
 * @param {'cases' | 'seed'} key
 * @param {number} standard
 * @param {number} least
 */
function numberOf(key, standard, least) {
  const number = values[key] === undefined ? standard : Number(values[key]);
  if (Number.isInteger(number) && number >= least) return number;
  return fail(`--${key} must be an integer of at least ${least}`);
}

/**
 * @param {string} problem
 * @returns {never}
 */
function fail(problem) {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}
