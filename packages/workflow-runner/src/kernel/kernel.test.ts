import { NodeError, type ProcessingMessage, processingMessageSchema } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { type RunWorkflowOptions, runWorkflow } from '../run-workflow.js';
import { graphOf, made, testRegistry } from '../testing/nodes.js';

const add = made('test.Add', ({ a, b }) => (a as number) + (b as number));
const double = made('test.Double', ({ a }) => (a as number) * 2, ['a']);
const boom = made('test.Boom', () => {
  throw new Error('boom');
}, ['a']);
const even = made('test.Even', ({ a }) => ((a as number) % 2 === 0 ? a : undefined), ['a']);
const pair = made('test.Pair', ({ a, b }) => [a, b]);
const registry = testRegistry(add, double, boom, even, pair);
const run = (graph: unknown, options: RunWorkflowOptions = {}) => runWorkflow(graph, { registry, ...options });
const list = (value: unknown[]): [string, Record<string, unknown>] => ['nodetool.constant.List', { value }];
const int = (value: number): [string, Record<string, unknown>] => ['nodetool.constant.Integer', { value }];

describe('values', () => {
  it('fans out to several consumers and joins them again, per item', async () => {
    const result = await run(
      graphOf({ l: list([1, 2, 3]), each: ['test.Each'], d: ['test.Double'], sum: ['test.Add'] }, [
        'l.output -> each.list',
        'each.output -> d.a',
        'each.output -> sum.a',
        'd.output -> sum.b',
      ]),
    );
    expect(result.status).toBe('completed');
    expect(result.outputs['sum']).toEqual([3, 6, 9]);
  });

  it('uses a value from outside the iteration for every item', async () => {
    const result = await run(
      graphOf({ l: list([1, 2, 3]), each: ['test.Each'], ten: int(10), sum: ['test.Add'] }, [
        'l.output -> each.list',
        'each.output -> sum.a',
        'ten.output -> sum.b',
      ]),
    );
    expect(result.outputs['sum']).toEqual([11, 12, 13]);
  });

  it('nests iterations and collects the inner one first', async () => {
    const result = await run(
      graphOf(
        {
          l: list([[1, 2], [3], [4, 5, 6]]),
          outer: ['test.Each'],
          inner: ['test.Each'],
          d: ['test.Double'],
          c: ['nodetool.control.Collect'],
          cc: ['nodetool.control.Collect'],
        },
        [
          'l.output -> outer.list',
          'outer.output -> inner.list',
          'inner.output -> d.a',
          'd.output -> c.input_item',
          'c.output -> cc.input_item',
        ],
      ),
    );
    expect(result.outputs['cc']).toEqual([[[2, 4], [6], [8, 10, 12]]]);
  });

  it('joins an item with the list made of its own parts', async () => {
    const result = await run(
      graphOf(
        {
          l: list([[1, 2], [3]]),
          outer: ['test.Each'],
          inner: ['test.Each'],
          c: ['nodetool.control.Collect'],
          p: ['test.Pair'],
        },
        [
          'l.output -> outer.list',
          'outer.output -> inner.list',
          'inner.output -> c.input_item',
          'outer.output -> p.a',
          'c.output -> p.b',
        ],
      ),
    );
    expect(result.outputs['p']).toEqual([
      [
        [1, 2],
        [1, 2],
      ],
      [[3], [3]],
    ]);
  });

  it('leaves out items that a node delivered nothing for', async () => {
    const result = await run(
      graphOf(
        {
          l: list([1, 2, 3, 4]),
          each: ['test.Each'],
          e: ['test.Even'],
          p: ['test.Pair'],
          c: ['nodetool.control.Collect'],
        },
        [
          'l.output -> each.list',
          'each.output -> e.a',
          'each.output -> p.a',
          'e.output -> p.b',
          'e.output -> c.input_item',
        ],
      ),
    );
    expect(result.outputs['p']).toEqual([
      [2, 2],
      [4, 4],
    ]);
    expect(result.outputs['c']).toEqual([[2, 4]]);
  });

  it('skips what hangs on a branch nobody took', async () => {
    const result = await run(
      graphOf({ n: int(3), e: ['test.Even'], d: ['test.Double'], d2: ['test.Double'], other: ['test.Double'] }, [
        'n.output -> e.a',
        'e.output -> d.a',
        'd.output -> d2.a',
        'n.output -> other.a',
      ]),
    );
    expect(result.status).toBe('completed');
    expect(result.outputs).toEqual({ other: [6] });
    expect(statusOf(result.messages, 'd2')).toEqual(['skipped']);
  });

  it('gathers several edges into a list input, in the order of the edges', async () => {
    const gather = made('test.Gather', ({ items }) => items, []);
    const listed = { ...gather, inputs: { items: { type: 'list' as const, description: '', required: true } } };
    const slow = made(
      'test.Slow',
      async ({ a }) => {
        await new Promise((resolve) => setImmediate(resolve));
        return a;
      },
      ['a'],
    );
    const result = await run(
      graphOf({ one: int(1), s: ['test.Slow'], two: list([2, 3]), g: ['test.Gather'] }, [
        'one.output -> s.a',
        's.output -> g.items',
        'two.output -> g.items',
      ]),
      { registry: testRegistry(listed, slow) },
    );
    expect(result.outputs['g']).toEqual([[1, 2, 3]]);
  });

  it('treats names such as __proto__ in data as data', async () => {
    const value = JSON.parse('{"__proto__": 1, "constructor": 2}') as unknown;
    const result = await run(
      graphOf({ d: ['nodetool.constant.Dict', { value }], o: ['nodetool.output.Output', { name: '__proto__' }] }, [
        'd.output -> o.value',
      ]),
    );
    expect(Object.keys(result.outputs)).toEqual(['__proto__']);
    expect(JSON.stringify(Object.values(result.outputs)[0])).toBe('[{"__proto__":1,"constructor":2}]');
  });
});

describe('backpressure', () => {
  it('holds a producer while its consumer has not taken what waits', async () => {
    let emitted = 0;
    let consumed = 0;
    let furthest = 0;
    const source = {
      ...made('test.Source', () => undefined, []),
      outputKinds: () => new Map([['output', 'iteration' as const]]),
    };
    source.run = async ({ emit }) => {
      for (let at = 0; at < 500; at += 1) {
        await emit(new Map([['output', at]]));
        emitted += 1;
      }
      return undefined;
    };
    const sink = made('test.Sink', async () => {
      furthest = Math.max(furthest, emitted - consumed);
      await new Promise((resolve) => setImmediate(resolve));
      consumed += 1;
    }, ['a']);
    const result = await run(graphOf({ s: ['test.Source'], k: ['test.Sink'] }, ['s.output -> k.a']), {
      registry: testRegistry(source, sink),
      bufferLimit: 4,
    });
    expect(result.status).toBe('completed');
    expect(consumed).toBe(500);
    // Four wait on the edge and one is being worked on.
    expect(furthest).toBeLessThanOrEqual(5);
    expect(furthest).toBeGreaterThanOrEqual(4);
  });

  it('lets a producer go on when its consumer died at once', async () => {
    const result = await run(
      graphOf(
        {
          l: list(Array.from({ length: 1000 }, (_, at) => at)),
          each: ['test.Each'],
          b: ['test.Boom'],
          d: ['test.Double'],
          c: ['nodetool.control.Collect'],
        },
        ['l.output -> each.list', 'each.output -> b.a', 'each.output -> d.a', 'd.output -> c.input_item'],
      ),
      { bufferLimit: 1 },
    );
    expect(result.status).toBe('failed');
    expect(result.outputs['c']?.[0]).toHaveLength(1000);
  });

  it('does not starve a join of 5000 items with their own total', async () => {
    const total = made('test.Total', ({ a }) => (a as number[]).reduce((sum, one) => sum + one, 0), ['a']);
    const items = Array.from({ length: 5000 }, (_, at) => at);
    const result = await run(
      graphOf(
        {
          l: list(items),
          each: ['test.Each'],
          c: ['nodetool.control.Collect'],
          t: ['test.Total'],
          p: ['test.Add'],
          all: ['nodetool.control.Collect'],
        },
        [
          'l.output -> each.list',
          'each.output -> c.input_item',
          'c.output -> t.a',
          'each.output -> p.a',
          't.output -> p.b',
          'p.output -> all.input_item',
        ],
      ),
      { registry: testRegistry(add, total), bufferLimit: 16 },
    );
    expect(result.status).toBe('completed');
    const sum = (5000 * 4999) / 2;
    expect(result.outputs['all']?.[0]).toEqual(items.map((one) => one + sum));
  });
});

describe('failures', () => {
  it('names the node that failed, skips what needs it and finishes the rest', async () => {
    const result = await run(
      graphOf({ n: int(1), bad: ['test.Boom'], after: ['test.Double'], good: ['test.Double'] }, [
        'n.output -> bad.a',
        'bad.output -> after.a',
        'n.output -> good.a',
      ]),
    );
    expect(result.status).toBe('failed');
    expect(result.error).toBe('test.Boom (bad): boom');
    expect(result.node_errors).toEqual({ bad: 'boom' });
    expect(result.outputs).toEqual({ good: [2] });
    expect(last(result.messages, 'after')).toMatchObject({ status: 'skipped', reason: 'upstream_failed' });
  });

  it('never makes a list of what a failed node delivered before', async () => {
    const third = made(
      'test.Third',
      ({ a }) => {
        if (a === 3) throw new NodeError('node_failed', 'three', { next: 'no threes' });
        return a;
      },
      ['a'],
    );
    const result = await run(
      graphOf(
        {
          l: list([1, 2, 3, 4]),
          each: ['test.Each'],
          t: ['test.Third'],
          c: ['nodetool.control.Collect'],
          o: ['nodetool.output.Output', { name: 'seen' }],
        },
        ['l.output -> each.list', 'each.output -> t.a', 't.output -> c.input_item', 't.output -> o.value'],
      ),
      { registry: testRegistry(third) },
    );
    expect(result.outputs).toEqual({ seen: [1, 2] });
    expect(result.issues).toMatchObject([{ node_id: 't', code: 'node_failed', message: 'three', next: 'no threes' }]);
    expect(last(result.messages, 'c')).toMatchObject({ status: 'skipped', reason: 'upstream_failed' });
  });

  it('does not replace what a failed branch owed by a default', async () => {
    const lenient = {
      ...made('test.Lenient', ({ a, b }) => [a, b]),
      inputs: {
        a: { type: 'any' as const, description: '', required: true },
        b: { type: 'any' as const, description: '', default: 'default' },
      },
    };
    const reg = testRegistry(lenient, boom, even);
    const failed = await run(
      graphOf({ n: int(1), x: ['test.Boom'], l: ['test.Lenient'] }, [
        'n.output -> l.a',
        'n.output -> x.a',
        'x.output -> l.b',
      ]),
      { registry: reg },
    );
    expect(failed.outputs).toEqual({});
    const empty = await run(
      graphOf({ n: int(1), x: ['test.Even'], l: ['test.Lenient'] }, [
        'n.output -> l.a',
        'n.output -> x.a',
        'x.output -> l.b',
      ]),
      { registry: reg },
    );
    expect(empty.outputs['l']).toEqual([[1, 'default']]);
  });

  it('stops everything when told to abort on the first failure', async () => {
    const hang = made(
      'test.Hang',
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
      ['a'],
    );
    const result = await run(
      graphOf({ n: int(1), b: ['test.Boom'], h: ['test.Hang'] }, ['n.output -> b.a', 'n.output -> h.a']),
      {
        registry: testRegistry(boom, hang),
        onNodeError: 'abort',
      },
    );
    expect(result.status).toBe('failed');
    expect(last(result.messages, 'h')).toMatchObject({ status: 'cancelled' });
  });

  it('refuses two values for one item', async () => {
    const twice = {
      ...made('test.Twice', () => undefined, []),
      outputKinds: () => new Map([['output', 'single' as const]]),
    };
    twice.run = async ({ emit }) => {
      await emit(new Map([['output', 1]]));
      return undefined;
    };
    const result = await run(graphOf({ t: ['test.Twice'] }), { registry: testRegistry(twice) });
    expect(result.issues[0]?.code).toBe('code_undeclared_output');
  });
});

describe('cancellation', () => {
  it('ends a run that waits for a node, and tells it once and last', async () => {
    const stopper = new AbortController();
    const hang = made(
      'test.Hang',
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
      ['a'],
    );
    const result = await run(
      graphOf({ n: int(1), h: ['test.Hang'], d: ['test.Double'] }, ['n.output -> h.a', 'h.output -> d.a']),
      {
        registry: testRegistry(hang, double),
        signal: stopper.signal,
        onMessage: (message) => {
          if (message.type === 'node_update' && message.node_id === 'h') stopper.abort();
        },
      },
    );
    expect(result.status).toBe('cancelled');
    expect(last(result.messages, 'h')).toMatchObject({ status: 'cancelled' });
    const terminal = result.messages.filter((one) => one.type === 'job_update' && one.status !== 'running');
    expect(terminal).toHaveLength(1);
    expect(result.messages.at(-1)).toBe(terminal[0]);
  });

  it('wakes a producer that waits for room', async () => {
    const stopper = new AbortController();
    const slow = made(
      'test.SlowSink',
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined));
          setImmediate(() => stopper.abort());
        }),
      ['a'],
    );
    const result = await run(
      graphOf({ l: list([1, 2, 3, 4, 5]), each: ['test.Each'], s: ['test.SlowSink'] }, [
        'l.output -> each.list',
        'each.output -> s.a',
      ]),
      {
        registry: testRegistry(slow),
        signal: stopper.signal,
        bufferLimit: 1,
      },
    );
    expect(result.status).toBe('cancelled');
  });

  it('does not wait longer than the grace for a node that ignores the signal', async () => {
    const stopper = new AbortController();
    const deaf = made('test.Deaf', () => {
      setImmediate(() => stopper.abort());
      return new Promise(() => undefined);
    }, ['a']);
    const result = await run(graphOf({ n: int(1), h: ['test.Deaf'] }, ['n.output -> h.a']), {
      registry: testRegistry(deaf),
      signal: stopper.signal,
      cancelGraceMs: 20,
    });
    expect(result.status).toBe('cancelled');
  });

  it('ends Code nodes in endless loops, many at once', async () => {
    const stopper = new AbortController();
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.message);
    process.on('warning', onWarning);
    const nodes = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `c${at}`,
        ['nodetool.code.Code', { code: at === 0 ? 'progress(1); while (true) {}' : 'await sleep(5000)' }],
      ]),
    ) as Parameters<typeof graphOf>[0];
    const result = await run(graphOf(nodes), {
      signal: stopper.signal,
      onMessage: (message) => {
        if (message.type === 'node_progress') stopper.abort();
      },
    });
    process.off('warning', onWarning);
    expect(result.status).toBe('cancelled');
    expect(result.messages.filter((one) => one.type === 'node_update' && one.status === 'cancelled')).toHaveLength(12);
    expect(warnings).toEqual([]);
  });

  it('starts nothing for a signal that was aborted before', async () => {
    let ran = 0;
    const count = made('test.Count', () => {
      ran += 1;
    }, []);
    const result = await run(graphOf({ c: ['test.Count'] }), {
      registry: testRegistry(count),
      signal: AbortSignal.abort(),
    });
    expect([result.status, ran]).toEqual(['cancelled', 0]);
    expect(result.messages.map((one) => one.type)).toEqual(['job_update']);
  });

  it('stops a run whose time is over', async () => {
    const hang = made(
      'test.Hang',
      (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(1))),
      ['a'],
    );
    const result = await run(graphOf({ n: int(1), h: ['test.Hang'] }, ['n.output -> h.a']), {
      registry: testRegistry(hang),
      timeoutMs: 20,
    });
    expect(result).toMatchObject({ status: 'failed', issues: [{ code: 'run_timeout' }] });
  });
});

describe('messages', () => {
  it('are plain JSON of the schema, numbered without a gap, and survive a listener that throws', async () => {
    const seen: ProcessingMessage[] = [];
    const result = await run(
      graphOf({ n: int(1), d: ['test.Double'], o: ['nodetool.output.Output', { name: 'n' }] }, [
        'n.output -> d.a',
        'd.output -> o.value',
      ]),
      {
        jobId: 'job',
        onMessage: (message) => {
          seen.push(message);
          throw new Error('listener');
        },
      },
    );
    expect(result.status).toBe('completed');
    expect(result.listener_errors).toBe(seen.length);
    expect(seen.map((one) => one.seq)).toEqual(seen.map((_, at) => at + 1));
    for (const message of seen) {
      expect(processingMessageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
    }
    expect(seen[0]).toMatchObject({ type: 'job_update', status: 'running', job_id: 'job' });
    expect(seen.filter((one) => one.type === 'output_update')).toMatchObject([{ output_name: 'n', value: 2 }]);
  });

  it('carry a preview for a value that is too large or holds bytes', async () => {
    const result = await run(
      graphOf(
        {
          s: ['nodetool.constant.String', { value: 'x'.repeat(300_000) }],
          o: ['nodetool.output.Output', { name: 'big' }],
        },
        ['s.output -> o.value'],
      ),
    );
    const [shown] = result.messages.filter((one) => one.type === 'output_update');
    expect(shown?.value).toEqual({ __truncated__: true, bytes: 300_002, preview: 'x'.repeat(500) });
    expect(result.outputs['big']?.[0]).toHaveLength(300_000);
  });

  it('are kept up to a number and then marked as cut', async () => {
    const result = await run(
      graphOf({ l: list([1, 2, 3]), each: ['test.Each'], d: ['test.Double'] }, [
        'l.output -> each.list',
        'each.output -> d.a',
      ]),
      { maxMessages: 3 },
    );
    expect(result.messages.map((one) => one.type)).toEqual([
      'job_update',
      expect.any(String),
      expect.any(String),
      'truncated',
    ]);
  });
});

function statusOf(messages: readonly ProcessingMessage[], id: string): string[] {
  return messages.flatMap((one) => (one.type === 'node_update' && one.node_id === id ? [one.status] : []));
}

function last(messages: readonly ProcessingMessage[], id: string): ProcessingMessage | undefined {
  return messages.filter((one) => one.type === 'node_update' && one.node_id === id).at(-1);
}
