/** All candidates, by id. The first one is what the others are compared with. */
import { ISOLATED_VM_VERSION, isolatedVmFolder } from './isolated-vm-build.mjs';

/** Names of the columns; `worker×2` is two runs at a time. */
export const NAMES = new Map([
  ['inline', 'runInSandbox, inline'],
  ['worker', 'runInSandbox, worker'],
  ['worker×2', 'the same, 2 at a time'],
  ['worker×4', 'the same, 4 at a time'],
  ['wrapper', '@sebastianwessel/quickjs 3.1.0'],
  ['raw', 'quickjs-emscripten-core 0.32.0, new context'],
  ['raw-world', 'quickjs-emscripten-core 0.32.0, new context, our world evaluated'],
  ['unpolled', 'runInSandbox, inline, never asked'],
  ['ivm', `isolated-vm ${ISOLATED_VM_VERSION}, new isolate`],
  ['ivm×2', 'the same, 2 at a time'],
  ['vm', 'node:vm, no isolation'],
]);

/** @returns {Promise<import('./candidate.mjs').Candidate[]>} */
export async function loadCandidates() {
  const core = new URL('.', import.meta.resolve('@nodetool-ai/sandbox-core'));
  const internal = (/** @type {string} */ path) => import(new URL(path, core).href);
  const [{ ours }, { wrapper }, { raw }, { rawWithWorld }, { unpolled }, { nodeVm }] = await Promise.all([
    import('./candidates/ours.mjs'),
    import('./candidates/wrapper.mjs'),
    import('./candidates/raw.mjs'),
    import('./candidates/raw-with-world.mjs'),
    import('./candidates/unpolled.mjs'),
    import('./candidates/node-vm.mjs'),
  ]);
  const folder = isolatedVmFolder();
  const isolated = folder === undefined ? [] : [(await import('./candidates/isolated-vm.mjs')).isolatedVm(folder)];
  return [
    ours('inline'),
    ours('worker'),
    await wrapper(),
    await raw(),
    await rawWithWorld(await internal('generated/guest-modules.js')),
    unpolled(await internal('executor/interrupts.js')),
    ...isolated,
    nodeVm(),
  ];
}
