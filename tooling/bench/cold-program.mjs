/** `node cold-program.mjs CANDIDATE`: runs `return 1` in one candidate and writes the answer. Loads nothing else. */
const [id = 'bare'] = process.argv.slice(2);

/** @type {Record<string, () => Promise<import('./candidate.mjs').Candidate>>} */
const candidates = {
  inline: async () => (await import('./candidates/ours.mjs')).ours('inline'),
  worker: async () => (await import('./candidates/ours.mjs')).ours('worker'),
  wrapper: async () => (await import('./candidates/wrapper.mjs')).wrapper(),
  raw: async () => (await import('./candidates/raw.mjs')).raw(),
  vm: async () => (await import('./candidates/node-vm.mjs')).nodeVm(),
  ivm: async () => {
    const { isolatedVmFolder } = await import('./isolated-vm-build.mjs');
    return (await import('./candidates/isolated-vm.mjs')).isolatedVm(isolatedVmFolder() ?? '');
  },
};
const answer = id === 'bare' ? 1 : await (await candidates[id]?.())?.empty();
process.stdout.write(String(answer));
