import { describe, expect, it } from 'vitest';
import { createCalls } from '../src/calls.js';
import type { FlowCapability } from '../src/capability.js';
import { openFlow } from './fake-platform.js';

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ name, code, message }: { name: string; code: string; message: string }) => `${name} ${code} ${message}`,
  );

describe('flow refuses', () => {
  it.each<[string, unknown, unknown, unknown, RegExp]>([
    ['a type that is no text', 5, {}, undefined, /the type of the node is 5\. Pass a text/],
    ['no type', undefined, {}, undefined, /the type of the node is undefined/],
    ['an empty type', '', {}, undefined, /the type of the node is ""/],
    ['a giant type', 'x'.repeat(201), {}, undefined, /a text of 201 characters/],
    ['inputs that are a list', 'a.B', [1], undefined, /the inputs are a list/],
    ['inputs that are text', 'a.B', 'x', undefined, /the inputs are "x"/],
    ['inputs that are bytes', 'a.B', new Uint8Array(2), undefined, /the inputs are object/],
    ['options that are none', 'a.B', {}, 7, /the options are 7/],
    ['an unknown option', 'a.B', {}, { secret: [] }, /"secret" is not an option/],
    ['secrets that are no list', 'a.B', {}, { secrets: 'KEY' }, /"secrets" is "KEY"/],
    ['secrets that are no names', 'a.B', {}, { secrets: [1] }, /"secrets" is a list/],
  ])('%s', async (_what, type, inputs, options, message) => {
    const flow = await openFlow();
    for (const work of [
      flow.root.callNode(type, inputs, options),
      flow.root.streamNode(type, inputs, options).next(),
    ]) {
      const refusal = await refusalOf(work);
      expect(refusal).toMatch(/^PackInputError flow\.bad-argument flow\.(?:callNode|streamNode): /);
      expect(refusal).toMatch(message);
    }
    expect(flow.platform.requests).toEqual([]);
  });

  it('what is wrong in the call of a node by the name of its function', async () => {
    const flow = await openFlow();
    expect(await refusalOf(flow.text.concat('a' as never))).toContain('flow.concat: the inputs are "a"');
    expect(await refusalOf(flow.control.forEach.stream([] as never).next())).toContain('flow.forEach: the inputs');
  });

  it('no name of a node that is also one of a prototype', async () => {
    const flow = await openFlow();
    for (const type of ['__proto__', 'constructor', 'toString']) {
      expect(await refusalOf(flow.root.callNode(type))).toContain(`"${type}"`);
    }
  });
});

describe('a platform that misbehaves', () => {
  const over = (changes: Partial<FlowCapability>) =>
    createCalls({
      invoke_node: async () => ({}),
      open_node_stream: async () => ({ stream_id: 's' }),
      take_node_stream: async () => ({ done: false, value: 1 }),
      close_node_stream: async () => undefined,
      ...changes,
    });

  it('has its own error told, also when the stream cannot be closed any more', async () => {
    const { streamNode } = over({
      take_node_stream: () => Promise.reject(new Error('the node broke')),
      close_node_stream: () => Promise.reject(new Error('unknown_node_stream')),
    });
    await expect(streamNode('a.B').next()).rejects.toThrow('the node broke');
  });

  it('is told so when it does not close a stream that is left', async () => {
    const { streamNode } = over({ close_node_stream: () => Promise.reject(new Error('stuck')) });
    const stream = streamNode('a.B');
    await stream.next();
    await expect(stream.return()).rejects.toThrow('stuck');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('may refuse a seventeenth stream; the others go on', async () => {
    let open = 0;
    const { streamNode } = over({
      open_node_stream: async () => {
        if (open === 16) throw Object.assign(new Error('too many'), { code: 'too_many_open_node_streams' });
        open++;
        return { stream_id: String(open) };
      },
    });
    const streams = Array.from({ length: 17 }, () => streamNode('a.B'));
    const first = await Promise.allSettled(streams.map((stream) => stream.next()));
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect(first.at(-1)).toMatchObject({ reason: { code: 'too_many_open_node_streams' } });
    expect(await streams[0]?.next()).toEqual({ done: false, value: 1 });
  });
});
