/**
 * How an attack is written down, and how its end is checked: the host is alive, clean, and the next run is untouched.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { expectHostUntouched } from './host-state.js';

/** Where an attack runs. */
export type Execution = 'inline' | 'worker';

type Options = Omit<RunSandboxOptions, 'code' | 'execution'>;

interface AnyAttack {
  /** What the attacker tries. */
  name: string;
  /** For attacks that only one of the two can be the target of. */
  only?: Execution;
}

/** A hostile program and what it must be left with. */
export interface ProgramAttack<O extends Options = Options> extends AnyAttack {
  code: string;
  options?: () => O | Promise<O>;
  /** What the run must show for the attack to have failed; `options` are those it was run with. */
  repelled: (outcome: RunSandboxResult, options: O) => void | Promise<void>;
}

/** An attack that takes several runs, or goes below them. It returns whatever an attacker could read of it. */
export interface Assault extends AnyAttack {
  assault: (execution: Execution) => Promise<unknown>;
}

export type Attack = ProgramAttack | Assault;

/** A program attack whose options carry more than the run needs, such as what a spy has seen. */
export function attack<O extends object>(given: ProgramAttack<O & Options>): Attack {
  return given as unknown as ProgramAttack;
}

/** In the environment of the host while it is attacked. */
export const PLANTED = 'planted-4f1c9a7e-in-the-environment';
process.env['SANDBOX_ATTACK_SECRET'] = PLANTED;

/** Runs the attack, then checks that the host is alive and clean. */
export async function repel(tried: Attack, execution: Execution): Promise<void> {
  if ('assault' in tried) expectNothingOfTheHost(await tried.assault(execution), '');
  else {
    const options = await tried.options?.();
    const outcome = await runInSandbox({ timeoutMs: 2000, ...options, code: tried.code, execution });
    await tried.repelled(outcome, options ?? {});
    expectNothingOfTheHost(outcome, tried.code);
  }
  expectHostUntouched();
  await expectFreshGuest(execution);
}

/** Marks of the host, its files and its engine. What a program wrote itself may come back. */
const HOST_MARKS =
  /node:internal|node_modules|file:\/\/[^"\\]*|sandbox-core\/(?:src|dist)|\/proc\/|gc_obj_list|Assertion failed|Aborted\(/g;

/** No text of the host, of this repository or of Node's own files in anything a guest or its author can read. */
function expectNothingOfTheHost(outcome: unknown, code: string): void {
  const texts = JSON.stringify(outcome, (_key, value) => (ArrayBuffer.isView(value) ? null : value)) ?? '';
  for (const [found] of texts.matchAll(HOST_MARKS)) {
    expect(code, 'only what the program wrote itself may come back').toContain(found);
  }
  for (const secret of secretsOfTheHost) if (!code.includes(secret)) expect(texts.includes(secret), secret).toBe(false);
}

/** Values of the environment that are long enough to be told from chance, and where this process stands. */
const secretsOfTheHost = [
  process.cwd(),
  ...Object.values(process.env).filter((value): value is string => value !== undefined && value.length >= 12),
  PLANTED,
];

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

/** A call that must be refused, and what the program learns: the text of the error. */
export const refusalOf = (call: string) =>
  `try { await (${call}); return 'went through' } catch (e) { return e instanceof Error ? 'refused: ' + e.message : 'odd' }`;

/** The program was refused with a text like this. */
export function refused(text: RegExp) {
  return (outcome: RunSandboxResult) => {
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toMatch(/^refused: /);
    expect(outcome.result).toMatch(text);
  };
}
