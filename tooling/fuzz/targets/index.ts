/**
 * Every target.
 * @module
 */
import type { FuzzTarget } from '../target.js';
import { bridgeArguments } from './bridge-arguments.js';
import { codecBytes } from './codec-bytes.js';
import { codecRoundTrip } from './codec-round-trip.js';
import { consoleFormat } from './console-format.js';
import { entryBuilder } from './entry-builder.js';
import { fetchGuard } from './fetch-guard.js';
import { limitsInput } from './limits-input.js';
import { moduleSpecifiers } from './module-specifiers.js';
import { scanRawTarget } from './scan-raw.js';
import { textEncoding } from './text-encoding.js';
import { urlSearchParams, urlTarget } from './url.js';
import { wasmBinary } from './wasm-binary.js';
import { workspacePaths } from './workspace-paths.js';

export { runTarget } from '../target.js';

/** All of them, in the order in which they are run. */
export const TARGETS: readonly FuzzTarget[] = [
  codecBytes,
  scanRawTarget,
  codecRoundTrip,
  bridgeArguments,
  moduleSpecifiers,
  wasmBinary,
  limitsInput,
  fetchGuard,
  workspacePaths,
  entryBuilder,
  consoleFormat,
  textEncoding,
  urlTarget,
  urlSearchParams,
];
