import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { stringInput } from '../generated/nodetool.input.js';
import { output as out } from '../generated/nodetool.output.js';
import { concat } from '../generated/nodetool.text.js';
import { aliasOf, functionName } from '../scripts/names.mjs';
import { readNamespaces } from '../scripts/node-list.mjs';
import * as pack from './index.js';
import { code, constant, control, text, workflow } from './index.js';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const greeting = () => {
  const name = stringInput({ name: 'who' });
  return workflow(out({ name: 'greeting', value: concat({ a: 'Hello ', b: name.output() }).output() }));
};
const GREETING = {
  nodes: [
    { id: 'string_input', type: 'nodetool.input.StringInput', properties: { name: 'who' } },
    { id: 'concat', type: 'nodetool.text.Concat', properties: { a: 'Hello ' } },
    { id: 'output', type: 'nodetool.output.Output', properties: { name: 'greeting' } },
  ],
  edges: [
    { id: 'edge_1', source: 'string_input', sourceHandle: 'output', target: 'concat', targetHandle: 'b' },
    { id: 'edge_2', source: 'concat', sourceHandle: 'output', target: 'output', targetHandle: 'value' },
  ],
};

describe('workflow', () => {
  it('gives the graph of a program', () => {
    expect(greeting()).toEqual(GREETING);
    // Each call begins anew.
    expect(greeting()).toEqual(GREETING);
  });

  it('gives the same in a guest', async () => {
    const guest = await openGuest(at('generated/index.js'));
    const body = `const name = pack.input.stringInput({ name: "who" });
      return pack.workflow(pack.output.output({ name: "greeting", value: pack.text.concat({ a: "Hello ", b: name.output() }).output() }));`;
    expect(guest.run(body)).toEqual(GREETING);
    guest.close();
  });

  it('numbers nodes of one class from the second on, and leaves out what leads to no terminal', () => {
    const first = text.concat({ a: 'a' });
    text.concat({ a: 'nowhere' });
    const second = text.concat({ a: first.output() });
    const { nodes, edges } = workflow(second);
    expect(nodes.map(({ id, properties }) => [id, properties])).toEqual([
      ['concat', { a: 'a' }],
      ['concat_2', {}],
    ]);
    expect(edges).toHaveLength(1);
  });

  it('takes ids, and gives no other node one of them', () => {
    const first = text.concat({ a: 'a' }, { id: 'concat_2' });
    const second = text.concat({ a: first.output() });
    const third = text.concat({ a: second.output(), b: 'b' });
    expect(workflow(third).nodes.map(({ id }) => id)).toEqual(['concat_2', 'concat', 'concat_3']);
  });

  it('takes several terminals, handles among them, in the order of the calls', () => {
    const a = constant.string({ value: 'a' });
    const b = constant.string({ value: 'b' });
    const { nodes } = workflow(b, a.output(), b);
    expect(nodes.map(({ id, properties }) => [id, properties])).toEqual([
      ['string', { value: 'a' }],
      ['string_2', { value: 'b' }],
    ]);
  });

  it('makes one edge of each handle in a list', () => {
    const items = [constant.string({ value: 'a' }), constant.string({ value: 'b' })];
    const { edges } = workflow(control.collect({ input_item: items.map((item) => item.output()) }));
    expect(edges.map(({ source, targetHandle }) => [source, targetHandle])).toEqual([
      ['string', 'input_item'],
      ['string_2', 'input_item'],
    ]);
  });

  it('copies values, keeps keys such as __proto__ as data, and leaves undefined out', () => {
    const value = { list: [1, { deep: null }], ...JSON.parse('{"__proto__": 1}') };
    const node = constant.dict({ value });
    value.list.push(2);
    const [made] = workflow(node).nodes;
    expect(JSON.stringify(made?.properties)).toBe('{"value":{"list":[1,{"deep":null}],"__proto__":1}}');
    expect(workflow(text.concat({ a: undefined, b: 'b' })).nodes[0]?.properties).toEqual({ b: 'b' });
    expect(workflow(text.concat()).nodes[0]?.properties).toEqual({});
  });

  it('names the output of a node that has several', () => {
    const each = control.forEach({ input_list: [1, 2] });
    const { edges } = workflow(text.concat({ a: each.output('output'), b: each.output('index') }));
    expect(edges.map(({ sourceHandle, targetHandle }) => [sourceHandle, targetHandle])).toEqual([
      ['output', 'a'],
      ['index', 'b'],
    ]);
  });

  it('writes inputs and outputs of the caller down for a Code node', () => {
    const name = constant.string({ value: 'Ada' });
    const body = code.code(
      { code: 'return { line: inputs.who + inputs.times }', who: name.output(), times: 3 },
      { outputs: { line: 'str' }, streamingInput: true },
    );
    const [, node] = workflow(body.output()).nodes;
    expect(node).toEqual({
      id: 'code',
      type: 'nodetool.code.Code',
      properties: { code: 'return { line: inputs.who + inputs.times }' },
      dynamic_properties: { times: 3 },
      dynamic_inputs: { who: 'any' },
      dynamic_outputs: { line: 'str' },
      is_streaming_input: true,
    });
    const free = code.code({ code: 'return 1' });
    expect(workflow(text.concat({ a: free.output(), b: free.output('other') })).edges[1]?.sourceHandle).toBe('other');
  });
});

describe('the generated modules', () => {
  it('are fresh', () => {
    const said = execFileSync(process.execPath, [at('scripts/generate.mjs'), '--check'], { encoding: 'utf8' });
    expect(said).toBe('');
  });

  it('export a function for each node, and an alias for each namespace', () => {
    const namespaces = readNamespaces();
    expect(Object.keys(pack).sort()).toEqual(['workflow', ...namespaces.map(({ alias }) => alias)].sort());
    for (const { alias, nodes } of namespaces) {
      const module = (pack as unknown as Record<string, Record<string, unknown>>)[alias] ?? {};
      expect(Object.keys(module).sort()).toEqual(nodes.map((node) => node.functionName).sort());
    }
  });

  it('are declared in the manifest, one for each namespace', () => {
    const { nodetool } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
    expect(nodetool.sandboxModules.map(({ name }: { name: string }) => name)).toEqual([
      '.',
      ...readNamespaces().map(({ name }) => name),
    ]);
  });

  it.each([
    ['nodetool.text.Concat', 'concat', 'text'],
    ['nodetool.control.ForEach', 'forEach', 'control'],
    ['nodetool.control.If', 'if_', 'control'],
    ['nodetool.constant.JSON', 'json', 'constant'],
    ['lib.audio.HTTPRequest', 'httpRequest', 'libAudio'],
    ['lib.image_tools.Resize', 'resize', 'libImageTools'],
    ['nodetool.import.Null', 'null_', 'import_'],
  ])('name %s %s, in %s', (type, name, alias) => {
    expect([functionName(type), aliasOf(type.slice(0, type.lastIndexOf('.')))]).toEqual([name, alias]);
  });

  it('are never two of one name', () => {
    const node = (type: string) => ({ type, description: '', inputs: {}, outputs: {} });
    expect(() => readNamespaces([node('a.Name'), node('a.name')])).toThrow('a/name would be there twice');
    expect(() => readNamespaces([node('nodetool.a.X'), node('a.Y')])).toThrow('a would be there twice');
  });
});
