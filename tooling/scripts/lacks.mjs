/** Programs some tests need besides Node, and what goes untested without each. */
import { spawnSync } from 'node:child_process';

const programs = [
  { program: 'python3', args: ['--version'], skips: "the independent checks of the examples' results" },
];

/** Programs this machine does not have. A shim that cannot start its program counts as absent. */
export function lackingPrograms() {
  return programs.filter(({ program, args }) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0);
}
