/**
 * `toBase64`, `fromBase64`, `toHex` and `fromHex`. Large inputs are converted by the thread that interprets the guest:
 * the same code runs there some twenty times as fast.
 * @module
 */
import { fromBase64, fromHex, toBase64, toHex } from './base64.js';
import type { GuestBridge } from './bridge.js';
import { ObjectFreeze, TypedArrayPrototypeGetLength } from './primordials.js';
import { toBytes } from './to-bytes.js';

/** Below this a call out costs more than it saves. */
const MIN_LARGE = 16_384;
/** Arguments of one call are bounded; what is larger is converted here. */
const MAX_LARGE = 32 * 1024 * 1024;

const isLarge = (size: number): boolean => size >= MIN_LARGE && size <= MAX_LARGE;

/** Makes the four helpers. */
export function createTextHelpers(bridge: GuestBridge) {
  const toText = (path: string, name: string, convert: (input: unknown) => string) =>
    ObjectFreeze((input: unknown): string => {
      if (typeof input === 'string') {
        return isLarge(input.length) ? (bridge.callSync(path, [input]) as string) : convert(input);
      }
      const bytes = toBytes(input, name);
      return isLarge(TypedArrayPrototypeGetLength(bytes)) ? (bridge.callSync(path, [bytes]) as string) : convert(bytes);
    });
  const toArray = (path: string, convert: (text: unknown) => Uint8Array) =>
    ObjectFreeze(
      (text: unknown): Uint8Array =>
        typeof text === 'string' && isLarge(text.length)
          ? (bridge.callSync(path, [text]) as Uint8Array)
          : convert(text),
    );
  return {
    toBase64: toText('pure.toBase64', 'toBase64', toBase64),
    fromBase64: toArray('pure.fromBase64', fromBase64),
    toHex: toText('pure.toHex', 'toHex', toHex),
    fromHex: toArray('pure.fromHex', fromHex),
  };
}
