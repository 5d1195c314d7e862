/**
 * Bridges that are answered on the interpreter's thread.
 * @module
 */
import type { BridgeTable } from './bridge.js';
import { cryptoBridges } from './crypto.js';
import { formatBridges } from './format.js';
import { pureBridges } from './pure.js';
import { sleepBridges } from './sleep.js';

/** A table for one run. */
export function localBridges(): BridgeTable {
  return new Map([...cryptoBridges(), ...formatBridges(), ...sleepBridges(), ...pureBridges()]);
}
