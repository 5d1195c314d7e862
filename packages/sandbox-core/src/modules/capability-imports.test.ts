import type { SandboxCapabilityMount } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { capabilityFacadeSource, importedCapabilities, runInSandbox } from '../index.node.js';
import { jsModule, resolutionOf } from './testing/modules.js';

const FLOW = '@nodetool-ai/sandbox-nodetool/flow';
const PACK = '@nodetool-ai/sandbox-flow';

/** A pack whose entry reaches the capability through a file of its own. */
const pack = (inner: string, name = PACK) =>
  jsModule(name, { 'index.js': 'export * from "./inner.js";', 'inner.js': inner }, 'index.js', name);
const CALLS = `import { invoke_node } from "${FLOW}"; export const call = (type) => invoke_node({ type });`;

async function outcomeOf(code: string, inner = CALLS, more: object = {}, name = PACK): Promise<unknown> {
  const run = await runInSandbox({ execution: 'inline', code, modules: resolutionOf(pack(inner, name)), ...more });
  return run.success ? run.result : run.error;
}

describe('importedCapabilities', () => {
  it('finds what packs of this project import, directly or through their files', () => {
    const all = `import { a, b as c } from "${FLOW}"; export { d } from "${FLOW}"; import * as jobs from "@nodetool-ai/sandbox-nodetool/jobs";`;
    expect(importedCapabilities(resolutionOf(pack(all), jsModule('other', { 'index.js': '' })))).toEqual(
      new Map([
        [FLOW, new Set(['a', 'b', 'd'])],
        ['@nodetool-ai/sandbox-nodetool/jobs', new Set()],
      ]),
    );
  });

  it('finds nothing in packs of others, in texts and comments, and in what does not parse', () => {
    expect(importedCapabilities(resolutionOf(pack(CALLS, 'evil')))).toEqual(new Map());
    expect(importedCapabilities(resolutionOf(pack(`const a = '${FLOW}/'; // import "${FLOW}"`)))).toEqual(new Map());
    expect(importedCapabilities(resolutionOf(pack(`import { from "${FLOW}"`)))).toEqual(new Map());
  });
});

describe.each(['inline', 'worker'] as const)('a pack over a capability, %s', (execution) => {
  it('reaches what the host mounts, with no import of it in the program', async () => {
    const capabilities: SandboxCapabilityMount = {
      facades: new Map([[FLOW, capabilityFacadeSource(FLOW, ['invoke_node'])]]),
      call: (_key, _name, [request]) => (request as { type: string }).type,
    };
    const code = `import { call } from "${PACK}"; return call("a")`;
    expect(await outcomeOf(code, CALLS, { capabilities, execution })).toBe('a');
  });

  it('is imported and rejects every call with the reason where nothing is mounted', async () => {
    const code = `import { call } from "${PACK}"; try { await call("a") } catch (e) { return e.message }`;
    const message = await outcomeOf(code, CALLS, { execution });
    expect(message).toContain('flow is not available');
    expect(message).toContain(`did not mount the capability "${FLOW}"`);
  });
});

describe('a stand-in', () => {
  it('is not for the program, nor for packs of others', async () => {
    const refused = 'not a sandbox package this run serves';
    const direct = `import { call } from "${PACK}"; import { invoke_node } from "${FLOW}"; return 1`;
    expect(await outcomeOf(direct)).toContain(refused);
    expect(await outcomeOf('import { call } from "evil"; return 1', CALLS, {}, 'evil')).toContain(refused);
  });

  it('exports the default, and under any name that a module can have', async () => {
    const inner = `import flow, { a as b } from "${FLOW}"; export const tried = () => [typeof flow.a, typeof b];`;
    expect(await outcomeOf(`import { tried } from "${PACK}"; return tried()`, inner)).toEqual(['function', 'function']);
  });
});
