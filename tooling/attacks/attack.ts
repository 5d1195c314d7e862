/**
 * How an attack is written down, and how its end is checked: the host is alive, clean, and the next run is untouched.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';

/** One attack: a hostile program and what it must be left with. */
export interface Attack {
  /** What the attacker tries. */
  name: string;
  code: string;
  options?: () => Omit<RunSandboxOptions, 'code' | 'execution'>;
  /** What the run must show for the attack to have failed. */
  repelled: (outcome: RunSandboxResult) => void;
  /** Stopped only by ending the worker. */
  workerOnly?: true;
}

/** Where an attack runs. */
export type Execution = 'inline' | 'worker';

/** What a polluted host would show. */
const HOST_PROBES = ['polluted', 'isAdmin', 'pwned'] as const;

/** Runs the attack, then checks that the host is alive and clean. */
export async function repel(attack: Attack, execution: Execution): Promise<void> {
  const before = hostState();
  const outcome = await runInSandbox({ timeoutMs: 2000, ...attack.options?.(), code: attack.code, execution });
  attack.repelled(outcome);
  expectNothingOfTheHost(outcome, attack.code);
  expect(hostState()).toEqual(before);
  await expectFreshGuest(execution);
}

/** No text of the host, of this repository or of Node's own files in anything a guest or its author can read. */
function expectNothingOfTheHost({ error, stack, logs, errorInfo }: RunSandboxResult, code: string): void {
  const texts = JSON.stringify([error, stack, logs, errorInfo]);
  for (const [found] of texts.matchAll(/node:internal|node_modules|file:\/\/[^"\\]*|sandbox-core\/(?:src|dist)/g)) {
    expect(code, 'only what the program wrote itself may come back').toContain(found);
  }
  expect(texts).not.toContain(process.cwd());
  expect(texts).not.toMatch(/gc_obj_list|Assertion failed|Aborted\(/);
}

function hostState() {
  return {
    polluted: HOST_PROBES.map((name) => [name in {}, name in [], name in (() => {}), name in globalThis]),
    objectKeys: Reflect.ownKeys(Object.prototype).length,
    arrayKeys: Reflect.ownKeys(Array.prototype).length,
    globals: Reflect.ownKeys(globalThis).length,
    parse: JSON.parse,
    then: Promise.prototype.then,
  };
}

/** The next run starts from a known state and works. */
async function expectFreshGuest(execution: Execution): Promise<void> {
  const next = await runInSandbox({
    code: `return [1 + 1, Object.keys(globalThis).filter((k) => /polluted|pwned|leaked/.test(k)).length, [3, 1, 2].sort().join(), ({}).polluted, JSON.stringify({ a: [1] })]`,
    execution,
  });
  expect(next.error).toBeUndefined();
  expect(next.result).toEqual([2, 0, '1,2,3', null, '{"a":[1]}']);
}

/** The run returned this, and no more. */
export function returns(expected: unknown) {
  return (outcome: RunSandboxResult) => {
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toEqual(expected);
  };
}

/** The run failed with one of these codes. */
export function fails(...codes: string[]) {
  return (outcome: RunSandboxResult) => {
    expect(codes).toContain(outcome.errorInfo?.code ?? `returned ${JSON.stringify(outcome.result)}`);
  };
}
