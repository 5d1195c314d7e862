/**
 * A platform of a few nodes that counts what is asked of it, and the pack's generated modules over it.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { FlowCapability, NodeRequest } from '../src/capability.js';

type Values = Record<string, unknown>;
type FakeNode = (inputs: Values) => Iterable<Values>;

/** Nodes by type; each gives its values one by one. */
export const nodes: Record<string, FakeNode> = {
  'nodetool.text.Concat': ({ a = '', b = '' }) => [{ output: `${a}${b}` }],
  'nodetool.control.ForEach': ({ input_list }) => (input_list as unknown[]).map((output, index) => ({ output, index })),
  *'test.FailsLate'() {
    yield { output: 1 };
    throw new Error('the node failed late');
  },
};

/** A capability with counters. */
export interface CountedPlatform {
  opened: number;
  closed: number;
  taken: number;
  requests: NodeRequest[];
  /** Streams that are open now. */
  readonly open: number;
  capability: FlowCapability;
}

/** A platform of these nodes. */
export function counted(table: Record<string, FakeNode>): CountedPlatform {
  const streams = new Map<string, Iterator<Values>>();
  const run = ({ type, inputs }: NodeRequest): Iterable<Values> => {
    const node = Object.hasOwn(table, type) ? table[type] : undefined;
    if (node === undefined) throw new Error(`there is no node of the type "${type}"`);
    return node(inputs);
  };
  const platform: CountedPlatform = {
    opened: 0,
    closed: 0,
    taken: 0,
    requests: [],
    get open() {
      return streams.size;
    },
    capability: {
      async invoke_node(request) {
        platform.requests.push(request);
        return Object.assign({}, ...run(request)) as Values;
      },
      async open_node_stream(request) {
        platform.requests.push(request);
        const values = run(request)[Symbol.iterator]();
        const stream_id = `stream-${++platform.opened}`;
        streams.set(stream_id, values);
        return { stream_id };
      },
      async take_node_stream({ stream_id }) {
        platform.taken++;
        const stream = streams.get(stream_id);
        if (stream === undefined) throw Object.assign(new Error('unknown'), { code: 'unknown_node_stream' });
        const next = stream.next();
        if (!next.done) return { done: false, value: next.value };
        streams.delete(stream_id);
        return { done: true };
      },
      async close_node_stream({ stream_id }) {
        platform.closed++;
        streams.delete(stream_id);
      },
    },
  };
  return platform;
}

type Call = ((inputs?: Values, options?: object) => Promise<Values>) & {
  stream(inputs?: Values, options?: object): AsyncGenerator<Values, void, undefined>;
};
interface Flow {
  root: {
    callNode(type: unknown, inputs?: unknown, options?: unknown): Promise<Values>;
    streamNode(type: unknown, inputs?: unknown, options?: unknown): AsyncGenerator<unknown, void, undefined>;
  };
  text: { concat: Call };
  control: { forEach: Call; collect: Call };
}

/** The generated modules as a run has them, their capability served by a platform of the test's. */
export async function openFlow(): Promise<Flow & { platform: CountedPlatform }> {
  const platform = counted(nodes);
  const contents = `export * as root from './index.js';
    export * as text from './nodetool.text.js';
    export * as control from './nodetool.control.js';`;
  const result = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../generated', import.meta.url)) },
    bundle: true,
    format: 'iife',
    globalName: 'pack',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'capability',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^@nodetool-ai\/sandbox-nodetool\/flow$/ }, () => ({ path: 'flow', namespace: 'test' }));
          onLoad({ filter: /.*/, namespace: 'test' }, () => ({ contents: 'module.exports = capability;' }));
        },
      },
    ],
  });
  const make = new Function('capability', `${result.outputFiles[0]?.text}; return pack;`);
  return { ...(make(platform.capability) as Flow), platform };
}
