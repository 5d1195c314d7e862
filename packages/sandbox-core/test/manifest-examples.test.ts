import { describe, expect, it } from 'vitest';
import { createMemoryContext, LATER_GUEST_NAMES, runInSandbox } from '../src/index.node.js';
import { BRIDGE_SURFACES, HELPER_SURFACES, NATIVE_SURFACES } from '../src/manifest/surface/index.js';

const examples = [BRIDGE_SURFACES, HELPER_SURFACES, NATIVE_SURFACES]
  .flatMap((surfaces) => Object.entries(surfaces))
  .filter(([name]) => !LATER_GUEST_NAMES.includes(name))
  .flatMap(([name, { example }]) => (example === undefined ? [] : [{ name, example }]));

describe('the examples of the surface', () => {
  it('exist for most of it', () => {
    expect(examples.length).toBeGreaterThan(10);
  });

  it.each(examples)('print what they say: $name', async ({ example }) => {
    const said = [...example.matchAll(/ \/\/ (.+)$/gm)].map(([, text]) => text);
    expect(said.length).toBeGreaterThan(0);
    const run = await runInSandbox({ code: example, context: createMemoryContext() });
    expect(run.error).toBeUndefined();
    expect(run.logs).toEqual(said);
  });
});
