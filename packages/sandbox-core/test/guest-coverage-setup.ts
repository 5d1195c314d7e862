/**
 * Collects the counters of guests that `runInSandbox` runs inline.
 * @module
 */
import { afterAll } from 'vitest';
import { decodeEnvelope } from '../src/codec/decode.js';
import type { Engine } from '../src/engine/engine.js';
import { IDLE_CALLBACKS } from '../src/engine/load.js';
import { GuestRun } from '../src/executor/guest-run.js';
import { addGuestCounters, COUNTERS_SCRIPT, writeGuestCounters } from './guest-coverage.mjs';

interface Ending {
  settle(): void;
  engine: Engine;
  resolve: unknown;
  isSound: boolean;
}

const prototype = GuestRun.prototype as unknown as Ending;
const settle = prototype.settle;

prototype.settle = function (this: Ending): void {
  const wasOpen = this.resolve !== undefined;
  settle.call(this);
  if (!wasOpen || this.resolve !== undefined || !this.isSound) return;
  const { engine } = this;
  engine.callbacks = IDLE_CALLBACKS;
  const bytes = engine.encode(engine.evaluateScript(`[${COUNTERS_SCRIPT}]`, 'coverage'));
  if (bytes !== undefined) addGuestCounters(decodeEnvelope(bytes));
};

afterAll(() => writeGuestCounters());
