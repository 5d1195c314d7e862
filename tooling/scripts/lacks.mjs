/** Programs some tests need besides Node, and what goes untested without each. */
import { spawnSync } from 'node:child_process';
import { browserPath } from '../hosts/find-browser.mjs';

// A shim that cannot start its program counts as absent.
const starts = (/** @type {string} */ program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

const programs = [
  {
    program: 'python3',
    isHere: () => starts('python3'),
    skips: "the independent checks of the examples' results",
  },
  { program: 'chromium', isHere: () => browserPath('chromium') !== undefined, skips: 'runs in a page of Chromium' },
  { program: 'firefox', isHere: () => browserPath('firefox') !== undefined, skips: 'runs in a page of Firefox' },
];

/** Programs this machine does not have. */
export function lackingPrograms() {
  return programs.filter(({ isHere }) => !isHere());
}
