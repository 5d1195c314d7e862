import { describe, expect, it } from 'vitest';
import { code, constant, control, output, text, workflow } from '../src/index.js';

interface Refusal {
  name: string;
  code: string;
  message: string;
}

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    const { name, code: reason, message } = error as Refusal;
    return { name, code: reason, message };
  }
  throw new Error('it was taken');
}
const handle = () => constant.string({ value: 'x' }).output();
const loose = (value: unknown) => value as never;

describe('dsl refuses', () => {
  it.each<[string, () => unknown, string, RegExp]>([
    ['an unknown slot', () => text.concat().output(loose('sum')), 'dsl.not-found', /no output "sum"\. It has "output"/],
    [
      'no slot where there are several',
      () => control.forEach().output(),
      'dsl.bad-argument',
      /Name one: "output", "index"/,
    ],
    ['a slot that is no text', () => text.concat().output(loose(1)), 'dsl.bad-argument', /by its name, not by 1/],
    ['a slot from the prototype', () => text.concat().output(loose('toString')), 'dsl.not-found', /"toString"/],
    [
      'a handle inside a template literal',
      () => text.concat({ a: `Hi ${handle()}` }),
      'dsl.bad-argument',
      /used as text/,
    ],
    ['a handle joined to a text', () => `${'a'}${handle()}`, 'dsl.bad-argument', /used as text/],
    ['a handle as a number', () => Number(handle()), 'dsl.bad-argument', /as a number/],
    ['a handle as JSON', () => JSON.stringify({ a: handle() }), 'dsl.bad-argument', /used as text/],
    [
      'a node as text',
      () => String(text.concat()),
      'dsl.bad-argument',
      /the node nodetool\.text\.Concat was used as text/,
    ],
    [
      'a mixed list',
      () => control.collect({ input_item: [handle(), 'b'] }),
      'dsl.bad-argument',
      /"input_item" mixes handles.*\[1\] is "b"/,
    ],
    [
      'a nested handle',
      () => constant.dict({ value: { a: [{ b: handle() }] } }),
      'dsl.bad-argument',
      /nested in a value, at "value\.a\[0\]\.b"/,
    ],
    [
      'a handle in a list of lists',
      () => constant.list({ value: [[handle()]] }),
      'dsl.bad-argument',
      /at "value\[0\]\[0\]"/,
    ],
    [
      'a node where an output is due',
      () => text.concat({ a: loose(text.concat()) }),
      'dsl.bad-argument',
      /Pass one of its outputs: \.output\(\)/,
    ],
    [
      'an unknown property',
      () => text.concat(loose({ c: 1 })),
      'dsl.bad-argument',
      /no property "c"\. It has "a", "b"/,
    ],
    [
      'a property from a prototype',
      () => text.concat(JSON.parse('{"__proto__": 1}')),
      'dsl.bad-argument',
      /no property "__proto__"/,
    ],
    [
      'properties that are none',
      () => text.concat(loose('a')),
      'dsl.bad-argument',
      /the properties are an object, not "a"/,
    ],
    ['a handle for all properties', () => text.concat(loose(handle())), 'dsl.bad-argument', /not a node or handle/],
    ['an unknown option', () => text.concat({}, loose({ name: 'x' })), 'dsl.bad-argument', /The options are "id"/],
    [
      'outputs of a node that has its own',
      () => text.concat({}, loose({ outputs: ['a'] })),
      'dsl.bad-argument',
      /"outputs"/,
    ],
    ['outputs that are none', () => code.code({}, { outputs: loose([1]) }), 'dsl.bad-argument', /"outputs" holds/],
    ['an empty id', () => text.concat({}, { id: '' }), 'dsl.bad-argument', /the id is ""/],
    ['a giant id', () => text.concat({}, { id: 'x'.repeat(201) }), 'dsl.bad-argument', /a text of 201 characters/],
    ['a function', () => constant.dict({ value: { f: () => 1 } }), 'dsl.bad-argument', /"value\.f" is function/],
    ['a symbol', () => constant.json({ value: Symbol('x') }), 'dsl.bad-argument', /"value" is symbol/],
    ['a bigint', () => constant.json({ value: 1n }), 'dsl.bad-argument', /"value" is bigint/],
    ['NaN', () => constant.float({ value: Number.NaN }), 'dsl.bad-argument', /"value" is NaN/],
    ['a date', () => constant.json({ value: new Date(0) }), 'dsl.bad-argument', /"value" is object/],
    ['no terminal', () => workflow(), 'dsl.bad-argument', /no terminal was given/],
    [
      'a terminal that is none',
      () => workflow(loose({ id: 'a', type: 'b' })),
      'dsl.bad-argument',
      /terminal 1 is object/,
    ],
  ])('%s', (_what, work, reason, message) => {
    const refusal = refusalOf(work);
    expect(refusal).toMatchObject({ name: 'PackInputError', code: reason });
    expect(refusal.message).toMatch(message);
    expect(refusal.message).toMatch(/^dsl\.\w+: .+\. .+\.$/);
  });

  it('an id twice', () => {
    const first = text.concat({}, { id: 'same' });
    const second = text.concat({ a: first.output() }, { id: 'same' });
    expect(refusalOf(() => workflow(second)).message).toContain('two nodes have the id "same"');
  });

  it('what belongs to an earlier graph', () => {
    const node = text.concat({ a: 'a' });
    const old = node.output();
    workflow(node);
    expect(refusalOf(() => workflow(node)).message).toContain('belongs to an earlier workflow() call');
    expect(refusalOf(() => text.concat({ a: old })).message).toContain('from an earlier workflow() call');
    expect(refusalOf(() => output.output({ name: 'n', value: node.output() })).message).toContain('earlier workflow()');
    const fresh = text.concat({ a: 'a' });
    expect(refusalOf(() => workflow(fresh, node)).code).toBe('dsl.bad-argument');
    // A refused call ends nothing.
    expect(workflow(fresh).nodes).toHaveLength(1);
  });

  it('values that are too deep, circles among them', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 101; level++) deep = [deep];
    expect(refusalOf(() => constant.json({ value: deep }))).toMatchObject({
      name: 'PackLimitError',
      code: 'dsl.too-deep',
    });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(refusalOf(() => constant.json({ value: circle })).code).toBe('dsl.too-deep');
  });

  it('graphs of more than 2000 nodes or 10 000 edges', () => {
    let last = text.concat();
    for (let count = 1; count < 2000; count++) last = text.concat({ a: last.output() });
    expect(workflow(last).nodes).toHaveLength(2000);
    last = text.concat();
    for (let count = 1; count < 2001; count++) last = text.concat({ a: last.output() });
    expect(refusalOf(() => workflow(last))).toMatchObject({ name: 'PackLimitError', code: 'dsl.too-many' });
    const many = (count: number) =>
      control.collect({ input_item: Array.from({ length: count }, () => shared.output()) });
    let shared = constant.string();
    expect(workflow(many(10_000)).edges).toHaveLength(10_000);
    shared = constant.string();
    expect(refusalOf(() => workflow(many(10_001))).code).toBe('dsl.too-many');
  });

  it('nothing of what a program does to its refs', () => {
    const node = text.concat();
    expect(() => Object.assign(node, { output: () => 'x' })).toThrow(TypeError);
    const copy = Object.create(node) as typeof node;
    expect(() => copy.output()).toThrow(TypeError);
    expect(refusalOf(() => workflow(copy)).message).toContain('no node of this program');
    expect(refusalOf(() => workflow(loose(structuredClone({ ...node })))).code).toBe('dsl.bad-argument');
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('c');
    workflow(node);
  });
});
