/**
 * The decoder of values: bytes of a guest that has scribbled over its own memory.
 * @module
 */
import { CodecError } from '../../../packages/sandbox-core/src/codec/codec-error.js';
import { decodeNoting } from '../../../packages/sandbox-core/src/codec/decode.js';
import { describeValue } from '../../../packages/sandbox-core/src/codec/testing/describe-value.js';
import { payloadBytes } from '../generate/payload-bytes.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

const help = { functionOf: (id: number) => (id === 1 ? given : undefined) };
const given = () => undefined;

/** Only a `CodecError` comes out, or plain data; a value that is called normal is what JSON makes of it. */
export const codecBytes: FuzzTarget = {
  name: 'codec-bytes',
  open: () =>
    subject({
      cases: payloadBytes,
      check(bytes) {
        const before = bytes.slice();
        let decoded: { value: unknown; isNormal: boolean };
        try {
          decoded = decodeNoting(bytes, {}, help);
        } catch (error) {
          if (error instanceof CodecError) return;
          throw error;
        }
        mustEqual(Buffer.compare(before, bytes), 0, 'the payload after decoding');
        mustBeData(decoded.value);
        if (!decoded.isNormal) return;
        mustEqual(describeValue(JSON.parse(JSON.stringify(decoded.value))), describeValue(decoded.value), 'as JSON');
      },
    }),
};

const CLASSES = new Set<unknown>([
  Object.prototype,
  ...[Array, Map, Set, Date, RegExp, ArrayBuffer].map((Class) => Class.prototype),
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((Class) => Class.prototype),
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array].map((Class) => Class.prototype),
  ...[Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array].map((Class) => Class.prototype),
]);

/** No class but those of the table, no accessor, no function but the one that was given. */
function mustBeData(value: unknown): void {
  if (typeof value === 'symbol' || (typeof value === 'function' && value !== given))
    throw new Error(`a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return;
  if (!CLASSES.has(Object.getPrototypeOf(value))) throw new Error('a value of a class that cannot cross');
  if (ArrayBuffer.isView(value)) {
    mustEqual(value.byteLength, value.buffer.byteLength, 'bytes of the buffer behind a view');
    return;
  }
  if (value instanceof Map) for (const pair of value) pair.forEach(mustBeData);
  if (value instanceof Set) for (const member of value) mustBeData(member);
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property && !('value' in property)) throw new Error(`an accessor ${String(key)}`);
    mustBeData(property?.value);
  }
}
