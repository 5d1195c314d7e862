import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../run-workflow.js';
import { graphOf, made, testRegistry } from '../testing/nodes.js';
import { loadGraph } from './load-graph.js';
import { parseWorkflow } from './parse-workflow.js';

const registry = testRegistry(
  made('test.Next', ({ a }) => (a as number) + 1, ['a']),
  made('test.Pair', ({ a, b }) => [a, b]),
);
const run = (document: unknown, params = {}) => runWorkflow(document, { registry, params });
const codes = async (document: unknown, params = {}) => {
  const result = await run(document, params);
  expect(result.status).toBe('failed');
  expect(result.messages).toHaveLength(1);
  return result.issues.map((issue) => issue.code);
};

describe('parseWorkflow', () => {
  it.each([
    ['{\n  "nodes": [,]\n}', 2, 13],
    ['{"nodes": [] "edges": []}', 1, 14],
    ['{"nodes": []} // end', 1, 15],
    ['{"nodes": [],}', 1, 14],
    ['', 1, 1],
  ])('places the mistake in %j', (text, line, column) => {
    expect(parseWorkflow(text, 'w.json')).toMatchObject({
      status: 'failed',
      issue: { code: 'workflow_syntax', at: { file: 'w.json', line, column } },
    });
  });

  it('takes a byte order mark', () => {
    expect(parseWorkflow('\ufeff{}')).toEqual({ status: 'parsed', document: {} });
  });
});

describe('the shape of a graph', () => {
  it.each([
    [null, 'invalid_graph'],
    [[], 'invalid_graph'],
    [{ nodes: {}, edges: [] }, 'invalid_graph'],
    [{ nodes: [1], edges: [] }, 'invalid_graph'],
    [{ nodes: [{ type: 'x' }], edges: [] }, 'missing_id'],
    [{ nodes: [{ id: 'a' }], edges: [] }, 'unknown_node'],
    [
      {
        nodes: [
          { id: 'a', type: 'x' },
          { id: 'a', type: 'x' },
        ],
        edges: [],
      },
      'duplicate_id',
    ],
    [{ nodes: [], edges: [{ source: 'a', target: 'b' }] }, 'missing_handle'],
    [
      { nodes: [], edges: [{ source: 'a', sourceHandle: 'x', target: 'b', targetHandle: 'y', edge_type: 'control' }] },
      'unsupported',
    ],
    [{ nodes: [{ id: 'a', type: 'x', properties: 3 }], edges: [] }, 'invalid_graph'],
  ])('%j is %s', async (document, code) => {
    expect(await codes(document)).toEqual([code]);
  });

  it('reads the shape the editor saves, and drops its comments', async () => {
    const result = await run({
      name: 'saved',
      graph: {
        nodes: [
          { id: 'n', type: 'nodetool.constant.Integer', data: { properties: { value: 4 } } },
          { id: 'o', type: 'nodetool.output.Output', data: { name: 'four' } },
          { id: 'note', type: 'nodetool.workflows.base_node.Comment' },
        ],
        edges: [{ source: 'n', source_handle: 'output', target: 'o', target_handle: 'value' }],
      },
    });
    expect(result.outputs['four']).toEqual([4]);
  });

  it('reads types in their short form', () => {
    const { graph } = loadGraph(graphOf({ c: ['x', {}, { dynamic_outputs: { rows: 'list[dict[str, int]]' } }] }));
    expect(graph.nodes[0]?.dynamicOutputs.get('rows')).toEqual({
      type: 'list',
      type_args: [{ type: 'dict', type_args: [{ type: 'str' }, { type: 'int' }] }],
    });
  });

  it('never throws and never hangs, whatever it is given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.anything(), fc.record({ nodes: fc.array(fc.anything()), edges: fc.array(fc.anything()) })),
        async (document) => {
          expect(['failed', 'completed']).toContain((await run(document)).status);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what leads where', () => {
  const two = { a: ['test.Next', { a: 1 }], b: ['test.Next'] } as const;
  const graph = (edges: string[], nodes: Record<string, readonly unknown[]> = two) =>
    graphOf(nodes as unknown as Parameters<typeof graphOf>[0], edges);

  it('suggests the type that was meant', async () => {
    const result = await run(graphOf({ a: ['test.Nxt', { a: 1 }] }));
    expect(result.issues).toMatchObject([{ code: 'unknown_node', node_id: 'a', next: 'Did you mean "test.Next"?' }]);
  });

  it('tells of a wrong edge or type once, not again as a lack of the nodes behind it', async () => {
    const file = ['nodetool.control.Collect'] as const;
    expect(await codes(graph(['a.output -> c.input_item'], { a: ['test.Nxt', { a: 1 }], c: file }))).toEqual([
      'unknown_node',
    ]);
    expect(await codes(graph(['x.output -> c.input_item'], { c: file }))).toEqual(['dangling_edge']);
    expect(await codes(graph(['a.outptu -> c.input_item'], { a: ['test.Next', { a: 1 }], c: file }))).toEqual([
      'unknown_handle',
    ]);
  });

  it('names a circle, however long', async () => {
    const result = await run(
      graph(['a.output -> b.a', 'b.output -> c.a', 'c.output -> b.b'], { ...two, b: ['test.Pair'], c: ['test.Next'] }),
    );
    const [issue] = result.issues;
    expect(issue?.code).toBe('cycle');
    expect(issue?.message).toMatch(/"b" → "c" → "b"|"c" → "b" → "c"/);
    expect(await codes(graph(['a.output -> a.a']))).toContain('cycle');
  });

  it.each([
    [['x.output -> b.a'], 'dangling_edge'],
    [['a.outptu -> b.a'], 'unknown_handle'],
    [['a.output -> b.aa'], 'unknown_handle'],
    [['a.output -> b.a', 'a.output -> b.a'], 'fan_in'],
  ])('%j is %s', async (edges, code) => {
    expect((await codes(graph(edges)))[0]).toBe(code);
  });

  it('refuses to join two iterations that have nothing to do with each other', async () => {
    const result = await run(
      graphOf({ l: ['nodetool.constant.List', { value: [1] }], x: ['test.Each'], y: ['test.Each'], p: ['test.Pair'] }, [
        'l.output -> x.list',
        'l.output -> y.list',
        'x.output -> p.a',
        'y.output -> p.b',
      ]),
    );
    expect(result.issues).toMatchObject([
      { code: 'incomparable_scopes', node_id: 'p', message: expect.stringMatching(/"a".*"b".*"x".*"y"/) },
    ]);
  });
});

describe('names of outputs', () => {
  it('refuses two outputs of one name, and tells nodes of one title apart by their ids', async () => {
    const output = (name: string) =>
      ['nodetool.output.Output', { name, value: 1 }] as [string, Record<string, unknown>];
    expect(await codes(graphOf({ a: output('n'), b: output('n') }))).toEqual(['duplicate_name']);
    const result = await run(
      graphOf({ a: ['test.Next', { a: 1 }, { name: 'n' }], b: ['test.Next', { a: 2 }, { name: 'n' }], c: output('n') }),
    );
    expect({ ...result.outputs }).toEqual({ n: [1], a: [2], b: [3] });
  });
});

describe('properties and parameters', () => {
  const input = (kind: string, properties: Record<string, unknown> = {}) =>
    graphOf({ i: [`nodetool.input.${kind}`, { name: 'n', ...properties }] });

  it('checks values against what the node declares', async () => {
    expect(await codes(graphOf({ c: ['nodetool.constant.Integer', { value: 1.5 }] }))).toEqual(['property']);
    expect(await codes(graphOf({ c: ['test.Next'] }))).toEqual(['property']);
    expect(await codes(graphOf({ c: ['nodetool.code.Code', {}, { dynamic_inputs: { a: 'string' } }] }))).toEqual([
      'property',
    ]);
    expect(
      await codes(
        graphOf({ c: ['nodetool.code.Code', {}, { dynamic_inputs: { a: { type: 'str', required: true } } }] }),
      ),
    ).toEqual(['property']);
  });

  it('warns of a property nobody knows and runs all the same', async () => {
    const result = await run(graphOf({ c: ['nodetool.constant.Integer', { value: 1, valeu: 2 }] }));
    expect(result.status).toBe('completed');
    expect(result.issues).toMatchObject([{ severity: 'warning', property: 'valeu', next: 'Did you mean "value"?' }]);
  });

  it.each([
    ['StringInput', 'a', 'a'],
    ['StringInput', 3, '3'],
    ['IntegerInput', '5', 5],
    ['FloatInput', 0.5, 0.5],
    ['BooleanInput', 'true', true],
    ['ListInput', '[1]', [1]],
    ['DictInput', { a: 1 }, { a: 1 }],
  ])('gives %s the parameter %j as %j', async (kind, given, taken) => {
    expect((await run(input(kind), { n: given })).outputs['n']).toEqual([taken]);
  });

  it.each([
    ['IntegerInput', 1.5, {}],
    ['IntegerInput', 'x', {}],
    ['BooleanInput', 1, {}],
    ['ListInput', { a: 1 }, {}],
    ['StringInput', 'c', { options: ['a', 'b'] }],
    ['IntegerInput', 9, { max: 5 }],
    ['StringInput', '', { min: 1 }],
  ])('refuses %s the parameter %j with %j', async (kind, given, properties) => {
    expect(await codes(input(kind, properties), { n: given })).toEqual(['invalid_param']);
  });

  it('names parameters that are missing, unknown or there twice', async () => {
    expect(await codes(input('StringInput'))).toEqual(['missing_param']);
    const unknown = await run(input('StringInput', { value: 'x' }), { m: 1 });
    expect(unknown.issues).toMatchObject([{ code: 'unknown_param', next: 'Did you mean "n"?' }]);
    expect(
      await codes(
        graphOf({
          a: ['nodetool.input.StringInput', { name: 'n', value: '' }],
          b: ['nodetool.input.StringInput', { name: 'n', value: '' }],
        }),
      ),
    ).toEqual(['duplicate_name']);
  });
});
