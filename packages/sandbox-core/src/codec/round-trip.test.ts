/**
 * Random values through a real engine: in and out again whole, and out in normal form as an independent reference
 * says.
 */
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeEnvelope } from './encode.js';
import { toNormalForm } from './normal-form.js';
import { describeValue } from './testing/describe-value.js';
import { type GuestAnswer, type GuestHarness, startGuest } from './testing/engine-harness.js';

/** Several values share a crossing, so that the number of values and not of crossings is what counts. */
const VALUES_PER_RUN = 10;
const RUNS = 1000;

let guest: GuestHarness;
beforeAll(async () => {
  guest = await startGuest();
});

const keyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'name',
    'length',
    'toString',
    'toJSON',
    '0',
    '7',
    '4294967295',
    'a b',
    'é',
    '€',
  ),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom('', '\u0000', '\ud800', 'x'.repeat(100), 'é'.repeat(100), '€'.repeat(100)),
);
const typedArray = fc.oneof(
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint8ClampedArray(),
  fc.uint16Array(),
  fc.int16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
  fc.bigInt64Array(),
  fc.bigUint64Array(),
);
const primitive = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.bigInt(),
  fc.constantFrom(null, undefined, Number.NaN, -0, 2 ** 31, 2 ** 53),
);
const leaf = fc.oneof(
  { weight: 6, arbitrary: primitive },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: false }) },
  { weight: 1, arbitrary: typedArray },
  { weight: 1, arbitrary: fc.uint8Array().map((bytes) => bytes.slice().buffer) },
  { weight: 1, arbitrary: fc.constantFrom(/a/, /b+(c)/giu, /^\/$/dmsy) },
);

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    // Holes: elements of odd index, sometimes the last one too.
    fc.tuple(fc.array(tie('value'), { maxLength: 4 }), fc.nat(2)).map(([items, more]) => {
      const sparse = items.flatMap((item) => [item, 0]);
      for (let i = 1; i < sparse.length; i += 2) delete sparse[i];
      sparse.length += more;
      return sparse;
    }),
    fc.array(fc.tuple(keyText, tie('value')), { maxLength: 5 }).map(Object.fromEntries),
    fc
      .array(fc.tuple(fc.oneof(keyText, tie('value')), tie('value')), { maxLength: 4 })
      .map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 4 }).map((members) => new Set(members)),
    fc
      .tuple(fc.constantFrom(Error, TypeError, RangeError), text, tie('value'), fc.boolean())
      .map(([Type, message, cause, has]) => withoutStack(has ? new Type(message, { cause }) : new Type(message))),
  ),
})).value;
const values = fc.array(value, { minLength: VALUES_PER_RUN, maxLength: VALUES_PER_RUN });

const realm = createContext({});

function valueOf(answer: GuestAnswer): unknown {
  if ('thrown' in answer) throw new Error(answer.thrown.message);
  return answer.value;
}

/** Stacks do not travel towards the guest, so they must not take part in the comparison. */
function withoutStack<T extends Error>(error: T): T {
  Object.defineProperty(error, 'stack', { value: '', writable: true, configurable: true, enumerable: false });
  return error;
}

describe('10 000 values', () => {
  // In two halves, so that no single test is a long one.
  it.each([1, 2])('come back whole from the guest, and come out in the normal form of the reference, half %i', () => {
    fc.assert(
      fc.property(values, (list) => {
        guest.give('v', encodeEnvelope(list));
        const whole = describeValue(list);
        expect(describeValue(valueOf(guest.take('v', 0)))).toBe(whole);
        expect(describeValue(valueOf(guest.pack('v', 0)))).toBe(whole);
        const normal = describeValue(reference(list));
        for (const got of [valueOf(guest.take('v', 1)), valueOf(guest.pack('v', 2)), list]) {
          expect(describeValue(toNormalForm(got))).toBe(normal);
        }
      }),
      { numRuns: RUNS / 2 },
    );
  });

  it('that only programs can make come out in the normal form of the reference', () => {
    fc.assert(
      fc.property(fc.array(source, { minLength: VALUES_PER_RUN, maxLength: VALUES_PER_RUN }), (sources) => {
        const expression = `[${sources.join(', ')}]`;
        const expected = describeValue(reference(runInContext(expression, realm)));
        for (const answer of [guest.take(expression, 1), guest.pack(expression, 1), guest.take(expression, 2)]) {
          expect(describeValue(toNormalForm(valueOf(answer)))).toBe(expected);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Source text of values with functions, `toJSON`, classes, holes, views and boxes. */
const source = fc.letrec<{ source: string }>((tie) => {
  const inner = tie('source');
  const bodyOf = (...keys: string[]) =>
    fc
      .array(fc.tuple(fc.constantFrom(...keys), inner), { maxLength: 3 })
      .map((pairs) => pairs.map(([k, v]) => `${k}: ${v}`).join(', '));
  const body = bodyOf('a', 'b', '"odd key"', '7', 'name', '["__proto__"]');
  // Assigned, not defined: there the name would set a prototype.
  const assigned = bodyOf('a', 'b', '"odd key"', '7', 'name');
  return {
    source: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        '1',
        '-0',
        'NaN',
        'null',
        'undefined',
        '"text"',
        '5n',
        'true',
        '() => 1',
        'Symbol("s")',
        'new Date(0)',
        'new Date(NaN)',
        '/x/g',
        'Object(1)',
        'Object("s")',
        'new Uint8Array([1, 2, 3]).subarray(1)',
        'new Float32Array([1])',
        'new ArrayBuffer(2)',
        'new DataView(new ArrayBuffer(3), 1)',
        'new WeakMap()',
        'new (class { #p = 1; x = 2 })()',
        'new (class { toJSON(key) { return "key " + key } })()',
      ),
      body.map((text) => `({ ${text} })`),
      assigned.map((text) => `Object.assign(Object.create(null), { ${text} })`),
      assigned.map((text) => `Object.assign(new (class { get hidden() { return 1 } })(), { ${text} })`),
      fc.tuple(inner, body).map(([out, text]) => `({ ${text}${text === '' ? '' : ', '}toJSON() { return ${out} } })`),
      fc
        .tuple(inner, body)
        .map(([out, text]) => `Object.defineProperty({ ${text} }, 'toJSON', { value: () => ${out} })`),
      inner.map((text) => `({ get a() { return ${text} } })`),
      fc
        .array(fc.oneof(inner, fc.constant('')), { maxLength: 3 })
        .map((items) => `[${items.join(', ')}, ]`.replace('[, ]', '[]')),
      fc
        .array(fc.tuple(fc.oneof(fc.constantFrom('"a"', '"b"'), inner), inner), { maxLength: 3 })
        .map((entries) => `new Map([${entries.map(([k, v]) => `[${k}, ${v}]`).join(', ')}])`),
      fc.array(inner, { maxLength: 3 }).map((members) => `new Set([${members.join(', ')}])`),
      inner.map((text) => `new TypeError('m', { cause: ${text} })`),
      inner.map((text) => `new Proxy([${text}], {})`),
    ),
  };
}).source;

/**
 * The output table on top of the host's own `JSON.stringify`, which settles `toJSON`, dropping and nulling. Byte
 * values go out as tokens and come back as arrays.
 */
function reference(value: unknown): unknown {
  const bytes: Uint8Array[] = [];
  const token = (view: Uint8Array): string => `<<bytes ${bytes.push(view.slice()) - 1}>>`;
  const tagOf = (of: unknown): string => Object.prototype.toString.call(of).slice(8, -1);
  const text = JSON.stringify({ value }, function (this: Record<string, unknown>, key, given: unknown) {
    const raw = this[key];
    // A bytes value or bigint that came from `toJSON` is looked at as well as one that was there.
    for (const item of raw === given ? [raw] : [given]) {
      if (typeof item === 'bigint') return item.toString();
      if (item === null || typeof item !== 'object') continue;
      if (ArrayBuffer.isView(item)) return token(new Uint8Array(item.buffer, item.byteOffset, item.byteLength));
      switch (tagOf(item)) {
        case 'ArrayBuffer':
          return token(new Uint8Array(item as ArrayBuffer));
        case 'RegExp':
          return String(item);
        case 'Map': {
          const entries = [...(item as Map<unknown, unknown>)];
          return entries.every(([k]) => typeof k === 'string') ? Object.fromEntries(entries) : entries;
        }
        case 'Set':
          return [...(item as Set<unknown>)];
        case 'Error': {
          const { name, message } = item as Error;
          return { name, message, ...(Object.hasOwn(item, 'cause') && { cause: (item as Error).cause }) };
        }
        // Only one that a `toJSON` returned is seen here.
        case 'Date':
          return Number.isNaN(Date.prototype.getTime.call(item)) ? null : Date.prototype.toISOString.call(item);
        case 'BigInt':
          return String(item);
        default:
          break;
      }
    }
    return given;
  });
  const plain = JSON.parse(text, (_key, item: unknown) => {
    const match = typeof item === 'string' ? /^<<bytes (\d+)>>$/.exec(item) : null;
    return match ? bytes[Number(match[1])] : item === 0 ? 0 : item;
  }) as { value?: unknown };
  return plain.value ?? null;
}
