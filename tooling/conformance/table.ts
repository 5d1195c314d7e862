/**
 * The whole table, in the order of the files.
 * @module
 */
import type { Row } from './row.js';
import { bridgeRows } from './rows/bridges.js';
import { contextRows } from './rows/context.js';
import { entryRows } from './rows/entry.js';
import { globalRows } from './rows/globals.js';
import { httpRows } from './rows/http.js';
import { memoryRows } from './rows/memory.js';
import { moduleRows } from './rows/modules.js';
import { surfaceRows } from './rows/surface.js';
import { timeRows } from './rows/time.js';
import { valueRows } from './rows/values.js';

/** Rows by group. */
export const TABLE: Readonly<Record<string, readonly Row[]>> = {
  values: valueRows,
  entry: entryRows,
  globals: globalRows,
  bridges: bridgeRows,
  modules: moduleRows,
  context: contextRows,
  http: httpRows,
  surface: surfaceRows,
  time: timeRows,
  memory: memoryRows,
};
