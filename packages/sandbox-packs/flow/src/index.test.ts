import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { counted, nodes, openFlow } from '../test/fake-platform.js';
import { createCalls } from './calls.js';
import * as outside from './index.js';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe('flow', () => {
  it('calls a node and gives its outputs by name', async () => {
    const flow = await openFlow();
    expect(await flow.text.concat({ a: 'Hi ', b: 'Ada' })).toEqual({ output: 'Hi Ada' });
    expect(await flow.root.callNode('nodetool.text.Concat', { a: 'x', b: 'y' })).toEqual({ output: 'xy' });
    expect(await flow.root.callNode('nodetool.text.Concat')).toEqual({ output: '' });
  });

  it('gives the values of a streaming node as they come', async () => {
    const flow = await openFlow();
    const emitted: unknown[] = [];
    for await (const { output: item } of flow.control.forEach.stream({ input_list: ['Ada', 'Bo'] })) {
      emitted.push((await flow.text.concat({ a: 'Hi ', b: item })).output);
    }
    expect(emitted).toEqual(['Hi Ada', 'Hi Bo']);
    expect(await collect(flow.root.streamNode('nodetool.control.ForEach', { input_list: [1, 2] }))).toEqual([
      { output: 1, index: 0 },
      { output: 2, index: 1 },
    ]);
    expect(flow.platform.open).toBe(0);
  });

  it('closes the stream on the host when the loop is left', async () => {
    const flow = await openFlow();
    for await (const _item of flow.control.forEach.stream({ input_list: [1, 2, 3] })) {
      expect(flow.platform.open).toBe(1);
      break;
    }
    expect([flow.platform.open, flow.platform.closed]).toEqual([0, 1]);
    await expect(
      (async () => {
        for await (const _item of flow.control.forEach.stream({ input_list: [1] })) throw new Error('enough');
      })(),
    ).rejects.toThrow('enough');
    expect([flow.platform.open, flow.platform.closed]).toEqual([0, 2]);
  });

  it('opens nothing until the first value is asked for', async () => {
    const flow = await openFlow();
    const stream = flow.control.forEach.stream({ input_list: [1] });
    expect(flow.platform.opened).toBe(0);
    await stream.return();
    expect([flow.platform.opened, flow.platform.closed]).toEqual([0, 0]);
  });

  it('tells the error of a node, and closes its stream', async () => {
    const flow = await openFlow();
    await expect(flow.root.callNode('no.such.Node', {})).rejects.toThrow('no.such.Node');
    await expect(collect(flow.root.streamNode('no.such.Node'))).rejects.toThrow('no.such.Node');
    await expect(collect(flow.root.streamNode('test.FailsLate'))).rejects.toThrow('failed late');
    expect(flow.platform.open).toBe(0);
  });

  it('passes the names of secrets on, and nothing else', async () => {
    const flow = await openFlow();
    await flow.text.concat({ a: '1' }, { secrets: ['KEY'] });
    await flow.text.concat({ a: '1' }, {});
    await collect(flow.control.forEach.stream({ input_list: [] }, { secrets: [] }));
    expect(flow.platform.requests.map(({ secrets }) => secrets)).toEqual([['KEY'], undefined, []]);
  });

  it('gives a stream only to nodes that have one', async () => {
    const flow = await openFlow();
    expect(Object.keys(flow.text.concat)).toEqual([]);
    expect(typeof flow.control.forEach.stream).toBe('function');
    expect([flow.text.concat.name, flow.control.forEach.name]).toEqual(['concat', 'forEach']);
  });

  it('rejects outside a sandbox and says why', async () => {
    await expect(outside.callNode('nodetool.text.Concat')).rejects.toThrow(/not available .*flow is not available/i);
    const calls = await import('./outside.js');
    await expect(calls.node('concat', 'nodetool.text.Concat', false)({ a: 'x' })).rejects.toThrow('Flow is not');
    await expect(collect(outside.streamNode('nodetool.text.Concat'))).rejects.toMatchObject({
      code: 'flow.unavailable',
    });
  });
});

describe('the generated modules', () => {
  it('are fresh', () => {
    const generator = fileURLToPath(new URL('../../dsl/scripts/generate.mjs', import.meta.url));
    expect(execFileSync(process.execPath, [generator, '--check'], { encoding: 'utf8' })).toBe('');
  });

  it('are declared in the manifest, and import one capability', () => {
    const { nodetool } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
    expect(nodetool.internal).toEqual(['generated/calls.js']);
    const imports = nodetool.sandboxModules.flatMap(({ file }: { file: string }) =>
      [...readFileSync(at(file), 'utf8').matchAll(/from ['"]([^'"]+)['"]/g)].map((match) => match[1]),
    );
    expect([...new Set(imports)]).toEqual(['./calls.js']);
    expect(readFileSync(at('generated/calls.js'), 'utf8').match(/from "[^"]+"/g)).toEqual([
      'from "@nodetool-ai/sandbox-nodetool/flow"',
    ]);
  });
});

describe('createCalls', () => {
  it('asks for the next value only when it is wanted', async () => {
    const platform = counted(nodes);
    const { streamNode } = createCalls(platform.capability);
    const stream = streamNode('nodetool.control.ForEach', { input_list: [1, 2, 3] });
    await stream.next();
    expect(platform.taken).toBe(1);
    await stream.next();
    expect(platform.taken).toBe(2);
    await stream.return();
  });
});
