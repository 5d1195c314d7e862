import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runWorkflow } from '../run-workflow.js';
import { graphOf, made, testRegistry } from '../testing/nodes.js';

/** What an output carries, worked out by plain iteration: values with the path of indexes they stem from. */
interface Model {
  scope: string[];
  items: { path: number[]; value: number }[];
}

const spread = {
  ...made('test.Spread', () => undefined, ['a']),
  outputKinds: () => new Map([['output', 'iteration' as const]]),
};
spread.run = async ({ inputs, emit }) => {
  for (const value of spreadOf(inputs['a'] as number)) await emit(new Map([['output', value]]));
  return undefined;
};
const spreadOf = (value: number) => Array.from({ length: value % 4 }, (_, at) => value + at + 1);
const pause = async (value: unknown) => {
  if ((value as number) % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
};
const registry = testRegistry(
  spread,
  made(
    'test.Next',
    async ({ a }) => {
      await pause(a);
      return (a as number) * 2 + 1;
    },
    ['a'],
  ),
  made('test.Odd', ({ a }) => ((a as number) % 2 === 1 ? a : undefined), ['a']),
  made('test.Sum', ({ a }) => (a as number[]).reduce((sum, one) => sum + one, 0), ['a']),
  made('test.Add', async ({ a, b }) => {
    await pause(b);
    return (a as number) + (b as number);
  }),
);

const isUnder = (path: number[], prefix: number[]) => prefix.every((one, at) => path[at] === one);

function collect(model: Model): Model {
  const lists = new Map<string, { path: number[]; value: number }>();
  for (const { path, value } of model.items) {
    const parent = path.slice(0, -1);
    const list = lists.get(parent.join()) ?? { path: parent, value: 0 };
    list.value += value;
    lists.set(parent.join(), list);
  }
  return { scope: model.scope.slice(0, -1), items: [...lists.values()] };
}

function join(left: Model, right: Model): Model {
  const [long, short] = left.scope.length >= right.scope.length ? [left, right] : [right, left];
  return {
    scope: long.scope,
    items: long.items.flatMap(({ path, value }) =>
      short.items.filter((one) => isUnder(path, one.path)).map((one) => ({ path, value: value + one.value })),
    ),
  };
}

const steps = fc.array(
  fc.record({
    op: fc.constantFrom('spread', 'spread', 'next', 'odd', 'sum', 'add', 'add'),
    from: fc.nat(),
    and: fc.nat(),
  }),
  { minLength: 1, maxLength: 9 },
);

it('delivers what plain iteration works out, whatever the graph and the size of the buffers', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(7), fc.integer({ min: 1, max: 6 }), async (ops, start, bufferLimit) => {
      const nodes: Parameters<typeof graphOf>[0] = { n0: ['nodetool.constant.Integer', { value: start }] };
      const edges: string[] = [];
      const models: [id: string, model: Model][] = [['n0', { scope: [], items: [{ path: [], value: start }] }]];
      const used = new Set<string>();
      const wire = (from: string, to: string) => {
        used.add(from);
        edges.push(`${from}.output -> ${to}`);
      };
      ops.forEach(({ op, from, and }, at) => {
        const id = `n${at + 1}`;
        const [source, model] = models[from % models.length] as [string, Model];
        const [other, second] = models[and % models.length] as [string, Model];
        const scope = [...model.scope];
        if (op === 'spread') {
          nodes[id] = ['test.Spread'];
          wire(source, `${id}.a`);
          const items = model.items.flatMap(({ path, value }) =>
            spreadOf(value).map((one, index) => ({ path: [...path, index], value: one })),
          );
          models.push([id, { scope: [...scope, id], items }]);
        } else if (op === 'sum') {
          nodes[`${id}c`] = ['nodetool.control.Collect'];
          nodes[id] = ['test.Sum'];
          wire(source, `${id}c.input_item`);
          edges.push(`${id}c.output -> ${id}.a`);
          models.push([id, collect(model)]);
        } else if (op === 'add' && isPrefixOf(model.scope, second.scope)) {
          nodes[id] = ['test.Add'];
          wire(source, `${id}.a`);
          wire(other, `${id}.b`);
          models.push([id, join(model, second)]);
        } else {
          nodes[id] = [op === 'odd' ? 'test.Odd' : 'test.Next'];
          wire(source, `${id}.a`);
          const items =
            op === 'odd'
              ? model.items.filter((one) => one.value % 2 === 1)
              : model.items.map(({ path, value }) => ({ path, value: value * 2 + 1 }));
          models.push([id, { scope, items }]);
        }
      });
      const expected: Record<string, number[]> = {};
      for (const [id, model] of models) {
        if (!used.has(id) && model.items.length > 0) expected[id] = model.items.map((one) => one.value);
      }
      const result = await runWorkflow(graphOf(nodes, edges), { registry, bufferLimit });
      expect(result.error).toBeUndefined();
      expect(result.messages.filter((one) => one.type === 'edge_update' && one.status === 'drained')).toEqual([]);
      expect({ ...result.outputs }).toEqual(expected);
    }),
    {
      numRuns: 300,
      // An iteration without items ends its consumer before the value from outside has arrived.
      examples: [
        [
          [
            { op: 'add', from: 0, and: 0 },
            { op: 'spread', from: 0, and: 0 },
            { op: 'spread', from: 2, and: 0 },
            { op: 'add', from: 1, and: 3 },
          ],
          4,
          1,
        ],
      ],
    },
  );
}, 60_000);

function isPrefixOf(a: string[], b: string[]): boolean {
  return Array.from({ length: Math.min(a.length, b.length) }, (_, at) => at).every((at) => a[at] === b[at]);
}
