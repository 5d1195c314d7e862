/**
 * Helpers of the guest that its thread runs for it when the input is large. They need nothing of the host and are not
 * counted as bridge calls.
 * @module
 */
import { fromBase64, fromHex, toBase64, toHex } from '../guest/base64.js';
import type { BridgePath } from '../guest/paths.js';
import type { BridgeFunction, BridgeTable } from './bridge.js';

const PURE: readonly (readonly [BridgePath, BridgeFunction])[] = [
  ['pure.toBase64', ([input]) => toBase64(input)],
  ['pure.fromBase64', ([text]) => fromBase64(text)],
  ['pure.toHex', ([input]) => toHex(input)],
  ['pure.fromHex', ([text]) => fromHex(text)],
];

const NAMES: ReadonlySet<string> = new Set(PURE.map(([path]) => path));

/** Whether a path names a helper that is not counted. */
export const isPure = (path: string): boolean => NAMES.has(path);

/** The bridges of the helpers. */
export function pureBridges(): BridgeTable {
  return new Map(PURE);
}
