/**
 * What the root commands share: running a program, and doing a step only when its inputs changed.
 * Uses Node alone, since it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './workspace.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const oldest = { major: 20, minor: 19 };
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Environment of every step: tools of this workspace come first on the path, and no tool reports home. */
export const stepEnv = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Runs a program from the root of the workspace with this terminal; answers whether it ended well.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: options.cwd ?? root,
    env: { ...stepEnv, ...options.env },
    stdio: 'inherit',
    shell: process.platform === 'win32', // npx is a .cmd file there
  });
  if (result.error) console.error(`${command} could not be started: ${result.error.message}`);
  return result.status === 0;
}

/**
 * The same, but shows what the program printed only when it failed.
 * @param {string} command
 * @param {string[]} args
 */
function runQuietly(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: stepEnv,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
  });
  if (result.error) console.error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return result.status === 0;
}

/** Ends the process with a sentence when this Node is too old to go on. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  console.error(`Node ${process.versions.node} is too old: install Node ${oldest.major}.${oldest.minor} or newer.`);
  process.exit(1);
}

/** Brings the dependencies, unless the last install saw the same manifests and lockfile. */
export function install() {
  const stamp = join(root, 'node_modules', '.install-stamp');
  const digest = installDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return true;
  console.log('Installing dependencies');
  // The pinned pnpm comes through npx, so that a machine needs nothing but Node and npm.
  if (!run('npx', ['-y', manifest.packageManager, 'install', '--frozen-lockfile'])) return false;
  writeFileSync(stamp, digest);
  return true;
}

/** Builds the guest's own source and every package; what has not changed is not built again. */
export function build() {
  const args = ['run', 'build:guest', 'build:types', 'build:image', '--output-logs=errors-only', '--log-order=grouped'];
  return runQuietly('turbo', args);
}

function installDigest() {
  const hash = createHash('sha256');
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  for (const folder of packageFolders(root)) files.push(join(folder, 'package.json'));
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
