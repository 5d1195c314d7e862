import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { compilePacks } from '@nodetool-ai/sandbox-compiler';
import { capabilityFacadeSource, importedCapabilities, runInSandbox } from '@nodetool-ai/sandbox-core';
import { createNodeRegistry } from '@nodetool-ai/workflow-runner/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FlowCapability } from '../../packages/sandbox-packs/flow/src/capability.js';
import { type CountedPlatform, counted, nodes } from '../../packages/sandbox-packs/flow/test/fake-platform.js';

const folder = (name: string) => fileURLToPath(new URL(`../../packages/sandbox-packs/${name}`, import.meta.url));
const FLOW = '@nodetool-ai/sandbox-flow';

let catalog: SandboxModuleCatalog;
beforeAll(async () => {
  const roots = ['dsl', 'flow'].map((name) => ({
    dir: folder(name),
    kind: 'workspace' as const,
    trusted: true,
    single: true,
  }));
  const found = await compilePacks({ roots });
  expect(found.findings).toEqual([]);
  ({ catalog } = found);
});

describe.each(['inline', 'worker'] as const)('the flow pack, %s', (execution) => {
  /** Runs a program that imports the flow pack and nothing else; the host mounts what the pack asks for. */
  async function run(code: string, platform?: CountedPlatform) {
    const specifiers = [...code.matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? '');
    const modules = catalog.resolveForExecution(specifiers.map((specifier) => ({ specifier })));
    const emitted: unknown[] = [];
    const facades = new Map(
      [...importedCapabilities(modules)].map(([specifier, names]) => [
        specifier,
        capabilityFacadeSource(specifier, [...names]),
      ]),
    );
    const result = await runInSandbox({
      code,
      modules,
      execution,
      globals: { inputs: { names: ['Ada', 'Bo'] } },
      onEmit: (name, value) => void emitted.push([name, value]),
      ...(platform && {
        capabilities: {
          facades,
          call: (_key: string, name: string, [request]: unknown[]) =>
            platform.capability[name as keyof FlowCapability](request as never),
        },
      }),
    });
    return { emitted, result: result.success ? result.result : result.error };
  }

  const LOOP = `import { concat } from "${FLOW}/nodetool.text"; import { forEach } from "${FLOW}/nodetool.control";
    for await (const { output: item } of forEach.stream({ input_list: inputs.names })) await emit("line", (await concat({ a: "Hi ", b: item })).output);`;

  it('runs nodes and streams with no import of the capability in the program', async () => {
    const platform = counted(nodes);
    const { emitted } = await run(LOOP, platform);
    expect(emitted).toEqual([
      ['line', 'Hi Ada'],
      ['line', 'Hi Bo'],
    ]);
    expect(platform.open).toBe(0);
  });

  it('closes the stream on the host when the loop is left after the first item', async () => {
    const platform = counted(nodes);
    const code = `import { forEach } from "${FLOW}/nodetool.control";
      for await (const item of forEach.stream({ input_list: inputs.names })) { await emit("line", item.output); break; }`;
    const { emitted } = await run(code, platform);
    expect(emitted).toEqual([['line', 'Ada']]);
    expect([platform.opened, platform.closed, platform.open]).toEqual([1, 1, 0]);
  });

  it('names a type that does not exist', async () => {
    const code = `import { callNode } from "${FLOW}"; return callNode("no.such.Node", {}).catch((e) => e.message)`;
    expect((await run(code, counted(nodes))).result).toContain('no.such.Node');
  });

  it('rejects every call and says why where nothing is mounted', async () => {
    const code = `import { callNode, streamNode } from "${FLOW}"; import { concat } from "${FLOW}/nodetool.text";
      import { forEach } from "${FLOW}/nodetool.control";
      const calls = [callNode("a.B"), concat({}), streamNode("a.B").next(), forEach.stream({}).next()];
      return (await Promise.allSettled(calls)).map(({ reason }) => reason.message)`;
    const messages = (await run(code)).result as string[];
    expect(messages).toHaveLength(4);
    for (const message of messages) {
      expect(message).toContain('flow is not available');
      expect(message).toContain('the host of this run did not mount');
    }
  });

  it('fails at a kind of node that does not exist before anything runs', async () => {
    const { emitted, result } = await run(`await emit("a", 1); import { nope } from "${FLOW}/nodetool.text";`);
    expect(emitted).toEqual([]);
    expect(result).toContain(`module "${FLOW}/nodetool.text" has no export named "nope"`);
  });
});

describe('the list of nodes behind dsl and flow', () => {
  it('has every node of the runner with its inputs and outputs', () => {
    const listed = JSON.parse(readFileSync(`${folder('dsl')}/scripts/nodes.json`, 'utf8')) as {
      type: string;
      inputs: object;
      outputs: object;
    }[];
    const shapes = new Map(
      listed.map(({ type, inputs, outputs }) => [type, [Object.keys(inputs), Object.keys(outputs)]]),
    );
    for (const { type, inputs, outputs } of createNodeRegistry().list()) {
      expect([type, shapes.get(type)]).toEqual([type, [Object.keys(inputs), Object.keys(outputs)]]);
    }
  });
});
