/**
 * isolated-vm is native code that has to be compiled, so it is no dependency of this repository. `npm run bench --
 * --isolated-vm` fetches the pinned version into a folder of its own and compiles it there; later runs find it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The last version for Node 20. */
export const ISOLATED_VM_VERSION = '5.0.4';
const FOLDER = join(
  tmpdir(),
  `bench-isolated-vm-${ISOLATED_VM_VERSION}-${process.platform}-${process.arch}-${process.versions.modules}`,
);
const PACKAGE = join(FOLDER, 'node_modules/isolated-vm');

/** Node 20 and later start from a snapshot that isolated-vm cannot be used with. */
export const ISOLATED_VM_FLAGS = ['--no-node-snapshot'];

/** The folder to load it from, or `undefined` when it has not been built here. */
export const isolatedVmFolder = () =>
  existsSync(join(PACKAGE, 'out/isolated_vm.node')) || existsSync(join(PACKAGE, 'build/Release/isolated_vm.node'))
    ? FOLDER
    : undefined;

/** Fetches and compiles it, with the Node headers that came with this Node if there are any. Throws with the end of the log. */
export function buildIsolatedVm() {
  if (isolatedVmFolder() !== undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const npm = join(dirname(process.execPath), 'npm');
  step(npm, ['install', `isolated-vm@${ISOLATED_VM_VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'], FOLDER);
  const root = dirname(dirname(process.execPath));
  const headers = existsSync(join(root, 'include/node/node.h')) ? [`--nodedir=${root}`] : [];
  const gyp = createRequire(join(root, 'lib/node_modules/npm/package.json')).resolve('node-gyp/bin/node-gyp.js');
  step(process.execPath, [gyp, 'rebuild', '--release', ...headers], PACKAGE);
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function step(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (done.status === 0) return;
  const log = (done.error?.message ?? done.stderr).trim().split('\n').slice(-5).join('\n');
  throw new Error(
    `isolated-vm ${ISOLATED_VM_VERSION} could not be built; a C++ compiler and Python 3 are needed.\n${log}`,
  );
}
