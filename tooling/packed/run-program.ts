/**
 * Runs a program the way a user would, away from this workspace.
 * @module
 */
import { spawn } from 'node:child_process';

/** How a program ended. */
export interface EndedProgram {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Variables by which this test run, or the shell around it, would change what the program does. */
const OURS =
  /^(?:NODE_ENV|NODE_OPTIONS|NODE_PATH|NODE_V8_COVERAGE|VITEST.*|NODETOOL_.*|INIT_CWD|npm_(?:package|lifecycle|command|execpath).*|npm_config_local_prefix)$/;

const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));

/** Runs `command` in `cwd` until it ends; a start that fails rejects. */
export function runProgram(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<EndedProgram> {
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm, npx and pnpm are .cmd files there
  });
  const ended: EndedProgram = { status: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ ...ended, status }));
  });
}
