/** One run of a soak: counts every callback, and looks for those that are lost, doubled, out of order or late. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';

const TALKER_CALLS = 12;

/** The program that talks to its host: it calls, emits and logs, and each of these must arrive once and in order. */
const TALKER = `
let sum = 0;
const parallel = [];
for (let i = 0; i < ${TALKER_CALLS}; i++) {
  console.log('line ' + i);
  emit('out', i);
  parallel.push(tell(i).then((answer) => { sum += answer; }));
}
await Promise.all(parallel);
return sum;
`;

/**
 * A run whose callbacks are counted. Resolves with what was wrong, if anything.
 * @param {number} id
 * @returns {Promise<string[]>}
 */
export async function talkingRun(id) {
  /** @type {string[]} */
  const wrong = [];
  /** @type {number[]} */
  const told = [];
  /** @type {unknown[]} */
  const emitted = [];
  /** @type {string[]} */
  const logged = [];
  let hasSettled = false;
  const alive = (/** @type {string} */ what) => {
    if (hasSettled) wrong.push(`${what} after the run had settled`);
  };
  const result = await runInSandbox({
    code: TALKER,
    globals: {
      tell: async (/** @type {number} */ i) => {
        alive('a call');
        told.push(i);
        if (i % 3 === 0) await new Promise((resolve) => setTimeout(resolve, id % 3));
        return i + id;
      },
    },
    onEmit: (_, value) => {
      alive('a value');
      emitted.push(value);
    },
    onLog: (_, text) => {
      alive('a line');
      logged.push(text);
    },
  });
  hasSettled = true;
  const numbers = Array.from({ length: TALKER_CALLS }, (_, i) => i);
  const sum = numbers.reduce((total, i) => total + i + id, 0);
  if (result.result !== sum) wrong.push(`answered ${JSON.stringify(result.result ?? result.error)}, not ${sum}`);
  if (told.join() !== numbers.join()) wrong.push(`calls ${told.join()}`);
  if (emitted.join() !== numbers.join()) wrong.push(`values ${emitted.join()}`);
  if (logged.length !== TALKER_CALLS || result.logs.length !== TALKER_CALLS) wrong.push(`lines ${logged.length}`);
  return wrong;
}

/**
 * A run of one of the programs.
 * @param {import('./programs.mjs').Program} program
 * @param {number} id
 * @returns {Promise<string[]>}
 */
export async function programRun(program, id) {
  const { options, abortAfterMs } = program.make(id);
  const abort = new AbortController();
  const timer = abortAfterMs === undefined ? undefined : setTimeout(() => abort.abort(), abortAfterMs);
  const result = await runInSandbox(abortAfterMs === undefined ? options : { ...options, signal: abort.signal });
  clearTimeout(timer);
  if (program.isRight(id, result)) return [];
  return [`${program.kind}: ${JSON.stringify(result.success ? result.result : result.errorInfo)?.slice(0, 300)}`];
}
