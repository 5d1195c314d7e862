/** The page: a program, two buttons, and what came of it. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { functions as csv } from '@nodetool-ai/sandbox-csv/host';
import flights from '../node_modules/vega-datasets/data/flights-2k.json';
import { fetchModules } from './fetch-modules.js';
import { samples } from './samples.js';
import { showResult } from './show-result.js';

const at = (id) => document.getElementById(id);
const program = at('program');
const log = at('log');

/** Of the run under way. */
let cancel;

async function run() {
  if (cancel !== undefined) return;
  cancel = new AbortController();
  log.replaceChildren();
  at('result').replaceChildren();
  setBusy(true);
  const outcome = await start(program.value).catch(refusal);
  cancel = undefined;
  setBusy(false);
  for (const warning of outcome.warnings ?? []) addLine('warn', warning);
  if (!outcome.success) setStatus(outcome.errorInfo.code, 'bad');
  else if (outcome.truncated?.result) setStatus('done, but the result was too large and is cut', 'busy');
  else setStatus('done', 'good');
  showCost(outcome.usage);
  showResult(at('result'), outcome);
}

async function start(code) {
  const { signal } = cancel;
  return runInSandbox({
    code,
    globals: { flights },
    modules: await fetchModules(code, signal),
    // Of a host pack only a facade travels: its code is in the bundle of this page.
    hostModules: { csv },
    timeoutMs: Number(at('budget').value) * 1000,
    signal,
    onLog: addLine,
  });
}

/** A module could not be fetched, or is not what the server says. */
function refusal({ code = 'CANCELLED', message }) {
  return { success: false, error: message, errorInfo: { code } };
}

function setBusy(isBusy) {
  at('run').disabled = isBusy;
  at('cancel').disabled = !isBusy;
  if (!isBusy) return;
  setStatus('running', 'busy');
  at('cost').textContent = '';
}

function setStatus(text, kind) {
  at('status').textContent = text;
  at('status').dataset.kind = kind;
}

function showCost(usage) {
  if (usage === undefined) return;
  const memory = (usage.peakMemoryBytes / 2 ** 20).toFixed(0);
  at('cost').textContent = `${usage.cpuMs.toFixed(0)} ms of CPU, ${memory} MiB at most`;
}

function addLine(level, text) {
  const line = document.createElement('li');
  line.dataset.level = level;
  line.textContent = text;
  log.append(line);
  log.scrollTop = log.scrollHeight;
}

at('run').addEventListener('click', run);
at('cancel').addEventListener('click', () => cancel?.abort());
program.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
});

for (const name of Object.keys(samples)) at('sample').append(new Option(name));
at('sample').addEventListener('change', ({ target }) => {
  program.value = samples[target.value];
});
program.value = Object.values(samples)[0];
