/**
 * Bytes that a guest might send in place of what the engine's writer makes: noise, real payloads with damage, and
 * payloads of the right shape with lies in them.
 * @module
 */
import fc from 'fast-check';
import { encodeEnvelope } from '../../../packages/sandbox-core/src/codec/encode.js';
import { mutated } from './mutate.js';

/** Names that are keys of objects, among them those of prototypes, a number, and one atom that is a symbol. */
const KEYS = ['a', 'b', '__proto__', 'constructor', 'toString', 'length', '0', 'name', 'message', 'cause', 'é', '€'];
const SYMBOL_ATOM = KEYS.length + 1;

const leb = (value: number): number[] => {
  const bytes: number[] = [];
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
};
const text = (value: string): number[] => {
  const isWide = [...value].some((char) => char.charCodeAt(0) > 255);
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  return [
    ...leb(value.length * 2 + (isWide ? 1 : 0)),
    ...units.flatMap((unit) => (isWide ? [unit & 255, unit >> 8] : [unit])),
  ];
};
const ATOMS = [...leb(KEYS.length + 1), ...KEYS.flatMap((key) => [1, ...text(key)]), 2, ...text('hidden')];

const plainText = (value: string): number[] => [7, ...text(value)];
const int = (value: number): number[] => [5, ...leb((value << 1) ^ (value >> 31))];
const list = (items: readonly number[][]): number[] => [9, ...leb(items.length), ...items.flat()];

/** Mostly the truth, now and then a lie. */
const countOf = (truth: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(truth) },
    { weight: 1, arbitrary: fc.constantFrom(0, truth + 1, 127, 128, 0xffff, 0x7fffffff, 0xffffffff) },
  );

const double = fc.double().map((value) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return [6, ...new Uint8Array(view.buffer)];
});
const wordBytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 });
const buffer = wordBytes.chain((bytes) =>
  countOf(bytes.length).map((length) => [15, ...leb(length), ...leb(0xffffffff), ...bytes]),
);
const leaf = fc.oneof(
  fc.constantFrom<number[][]>([1], [2], [3], [4]),
  fc.integer().map(int),
  double,
  fc.constantFrom('', 'a', '__proto__', 'é', '€', '\ud800').map(plainText),
  wordBytes.chain((bytes) => countOf(bytes.length).map((length) => [10, ...leb(length), ...bytes])),
  buffer,
  fc
    .tuple(
      fc.nat(12),
      countOf(1),
      fc.constantFrom(0, 1, 8),
      fc.oneof(
        buffer,
        fc.nat(5).map((index) => [20, index]),
      ),
    )
    .map(([type, length, offset, inner]) => [14, type, ...leb(length), ...leb(offset), ...inner]),
  fc.oneof(double, fc.constantFrom<number[][]>([2], [5, 2], [7, 0])).map((time) => [18, ...time]),
  fc.constantFrom<number[][]>(
    [19, 5, 2],
    [19, 7, 2, 97],
    [19, 10, 0],
    [19, 19, 1],
    [23, 2],
    [17, 2, 97, 0],
    [11],
    [255],
  ),
  fc.nat(12).map((index) => [20, ...leb(index)]),
);

/** One value in the engine's own format. */
const value = fc.letrec<{ value: number[] }>((tie) => {
  const items = fc.array(tie('value'), { maxLength: 4 });
  const counted = (tag: number, parts: fc.Arbitrary<number[][]>, each: number) =>
    parts.chain((all) => countOf(Math.floor(all.length / each)).map((count) => [tag, ...leb(count), ...all.flat()]));
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: SYMBOL_ATOM }).map((atom) => leb(atom << 1)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 3, 1001, 0x7ffffffe, 0xffffffff).map(leb) },
  );
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      counted(9, items, 1),
      counted(22, items, 1),
      counted(
        21,
        fc.array(
          fc.tuple(tie('value'), tie('value')).map((pair) => pair.flat()),
          { maxLength: 3 },
        ),
        1,
      ),
      counted(
        8,
        fc.array(
          fc.tuple(key, tie('value')).map((pair) => pair.flat()),
          { maxLength: 4 },
        ),
        1,
      ),
    ),
  };
}).value;

/** A tree that patches can point into: what each kind of patch changes is somewhere in it. */
const TREE = list([
  list([[1], [1], [1], [2]]),
  [
    8,
    ...leb(4),
    ...[1, 8, 9, 3].flatMap((atom, index) => [
      ...leb(atom << 1),
      ...(index === 3 ? list([[1]]) : plainText('TypeError')),
    ]),
  ],
  list([int(1), int(2), int(3), int(4)]),
  [8, ...leb(1), 2 << 1, ...list([list([])])],
]);

const step = fc.oneof(
  fc.integer({ min: -1, max: 5 }).map(int),
  fc.constantFrom(...KEYS).map(plainText),
  fc.constantFrom<number[][]>([1], [2], [6, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f], list([])),
);
const kind = fc.constantFrom('holes', 'bytes', 'fn', 'regexp', 'error', 'map', 'set', 'tree', '').map(plainText);
const patchData = fc.oneof(
  fc.constant<number[]>([1]),
  fc.integer({ min: -1, max: 5 }).map(int),
  fc.array(fc.integer({ min: -1, max: 0x7fffffff }).map(int), { maxLength: 4 }).map(list),
  fc.array(fc.integer({ min: 0, max: 3 }).map(int), { maxLength: 4 }).map(list),
  fc
    .tuple(
      fc.nat(2).map(int),
      fc.constantFrom('Uint8Array', 'ArrayBuffer', 'Float64Array', 'Float16Array', 'Function').map(plainText),
    )
    .map(list),
  fc
    .tuple(fc.constantFrom('(', 'a', '(a+)+$', '[').map(plainText), fc.constantFrom('', 'g', 'gg', 'v').map(plainText))
    .map(list),
  value,
);
const patch = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.array(step, { maxLength: 4 }).map(list), kind, patchData).map(list) },
  { weight: 1, arbitrary: value },
);

const envelope = fc
  .oneof(
    value.map((tree) => [9, 1, ...tree]),
    fc
      .tuple(fc.oneof(fc.constant(TREE), value), fc.array(patch, { maxLength: 4 }).map(list))
      .map(([tree, patches]) => [9, 2, ...tree, ...patches]),
  )
  .map((bytes) => [23, ...ATOMS, ...bytes]);

/**
 * Each list holds the one before it several times, so that a few bytes stand for more values than any host can hold.
 * The numbers of objects: the envelope is 0, the list of lists is 1.
 */
const bomb = fc
  .tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom(9, 22, 21))
  .map(([depth, times, tag]) => {
    const lists = [list([int(1)])];
    for (let index = 0; index < depth; index++) {
      const again = Array.from({ length: tag === 21 ? 2 * times : times }, () => [20, ...leb(index + 2)]);
      lists.push([tag, ...leb(times), ...again.flat()]);
    }
    return Uint8Array.from([23, ...ATOMS, ...list([list(lists)])]);
  });

/** Parts beside an envelope, with a head that may lie. */
const withParts = fc.tuple(fc.array(wordBytes, { minLength: 1, maxLength: 3 }), envelope).chain(([parts, rest]) =>
  fc.tuple(countOf(parts.length), ...parts.map((part) => countOf(part.length))).map(([count, ...lengths]) => {
    const head = new DataView(new ArrayBuffer(5 + 4 * parts.length));
    head.setUint8(0, 0xb5);
    head.setUint32(1, count, true);
    for (const [index, length] of lengths.entries()) head.setUint32(5 + 4 * index, length, true);
    return [...new Uint8Array(head.buffer), ...parts.flat(), ...rest];
  }),
);

/** Payloads that the host's own writer made, of every kind of value. */
const shared = [1, 'x'];
const REAL: readonly Uint8Array[] = [
  { a: 1, b: [true, null, 2.5, 'text', 'é€'], c: { d: { e: undefined } } },
  [shared, shared, { shared }],
  [new Map<unknown, unknown>([[1, new Set([1, 'a'])]]), new Set([new Map()])],
  [new Date(0), new Date(Number.NaN), /a+/gi, new RangeError('m', { cause: 'c' })],
  [new Uint8Array([1, 2, 3]), new Float64Array([1.5]), new ArrayBuffer(9), new BigInt64Array([-1n])],
  [123n, -(2n ** 200n), -0, Number.NaN, Infinity, 2 ** 31, -(2 ** 31)],
  Object.assign(new Array(5), { 0: 1, 2: 3 }),
  new Uint8Array(70_000),
  Array.from({ length: 30 }).reduce<unknown>((inner) => [inner], 'deep'),
].map((one) => encodeEnvelope(one));

/** Bytes of one payload. */
export const payloadBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 1, arbitrary: bomb },
  { weight: 40, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 100, arbitrary: mutated(REAL) },
  { weight: 200, arbitrary: envelope.map((bytes) => Uint8Array.from(bytes)) },
  { weight: 80, arbitrary: withParts.map((bytes) => Uint8Array.from(bytes)) },
  { weight: 60, arbitrary: envelope.chain((bytes) => mutated([Uint8Array.from(bytes)])) },
);
