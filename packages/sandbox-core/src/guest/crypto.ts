/**
 * `crypto`: randomness, digests and HMAC of the host.
 * @module
 */
import { MAX_RANDOM_BYTES } from '../guest-limits.js';
import type { GuestBridge } from './bridge.js';
import { isTypedArray, viewBytes } from './bytes.js';
import { frozen } from './frozen.js';
import {
  ArrayIsArray,
  MathFloor,
  MathMin,
  NumberIsFinite,
  NumberOf,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetTag,
  TypedArrayPrototypeSet,
  TypeErrorClass,
} from './primordials.js';
import { promised } from './settled.js';
import { toBytes } from './to-bytes.js';

/** Makes the `crypto` object. */
export function createCrypto(bridge: GuestBridge): object {
  const random = (length: number): Uint8Array => bridge.callSync('crypto.getRandomValues', [length]) as Uint8Array;
  return frozen({
    randomUUID(): string {
      return bridge.callSync('crypto.randomUUID', []) as string;
    },
    getRandomValues(target: unknown): unknown {
      if (isTypedArray(target)) return fill(target, random);
      const length = NumberOf(target);
      if (!NumberIsFinite(length) || length < 0) {
        throw new TypeErrorClass('crypto.getRandomValues: expects a length of 0 or more, or a typed array to fill');
      }
      return random(MathMin(MathFloor(length), MAX_RANDOM_BYTES));
    },
    digest(algorithm: unknown, data: unknown): Promise<unknown> {
      return promised(() => bridge.call('crypto.digest', [algorithmOf(algorithm), inputOf(data, 'digest: data')]));
    },
    hmac(algorithm: unknown, key: unknown, data: unknown): Promise<unknown> {
      return promised(() =>
        bridge.call('crypto.hmac', [algorithmOf(algorithm), inputOf(key, 'hmac: key'), inputOf(data, 'hmac: data')]),
      );
    },
  });
}

/** Fills the whole array, in as many requests as it takes: a part left at zero would be a trap. */
function fill(target: ArrayBufferView, random: (length: number) => Uint8Array): ArrayBufferView {
  const tag = TypedArrayPrototypeGetTag(target) as string;
  if (tag === 'Float16Array' || tag === 'Float32Array' || tag === 'Float64Array') {
    throw new TypeErrorClass('crypto.getRandomValues: a ' + tag + ' cannot be filled; use an array of integers');
  }
  const bytes = viewBytes(target) as Uint8Array;
  const length = TypedArrayPrototypeGetLength(bytes);
  for (let from = 0; from < length; from += MAX_RANDOM_BYTES) {
    TypedArrayPrototypeSet(bytes, random(MathMin(length - from, MAX_RANDOM_BYTES)), from);
  }
  return target;
}

/** The host names the algorithms it knows; anything but text is passed on as a text that none has. */
function algorithmOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function inputOf(value: unknown, what: string): string | Uint8Array {
  if (typeof value === 'string') return value;
  const bytes = viewBytes(value);
  if (bytes !== undefined) return bytes;
  if (ArrayIsArray(value)) {
    try {
      return toBytes(value, what);
    } catch {
      /* not only numbers */
    }
  }
  throw new TypeErrorClass('crypto.' + what + ' must be a string or Uint8Array');
}
