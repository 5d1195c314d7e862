/**
 * Caps and defaults that are exported constants, each with a sentence and a unit.
 * @module
 */
import { type LimitUnit, WASM_BUDGETS } from '@nodetool-ai/protocol/core';
import {
  DEFAULT_CODEACT_ACTION_TIMEOUT_MS,
  DEFAULT_MAX_TOOL_CALLS_PER_ACTION,
  DEFAULT_SUSPEND_ALLOWANCE_MS,
  DEFAULT_TIMEOUT_MS,
  INPUT_STREAM_SUSPEND_ALLOWANCE_MS,
  MAX_ARGUMENT_BYTES,
  MAX_ASSET_ID_CHARS,
  MAX_CANVAS_OPS,
  MAX_CODE_CHARS,
  MAX_COLLECTED_CONSOLE_CHARS,
  MAX_COLLECTED_CONSOLE_LOGS,
  MAX_COMPOSITE_LAYERS,
  MAX_CONSOLE_LOG_CHARS,
  MAX_CONSOLE_LOGS,
  MAX_DATA_URI_BYTES,
  MAX_DECODE_PIXELS,
  MAX_DELIVERY_NAME_CHARS,
  MAX_EMIT_CALLS,
  MAX_ENGINE_TIMEOUT_MS,
  MAX_FETCH_HEADER_CHARS,
  MAX_FETCH_REDIRECTS,
  MAX_FETCH_URL_CHARS,
  MAX_FORMAT_OPTION_CHARS,
  MAX_HOST_RESULT_BYTES,
  MAX_HOST_RESULT_CHARS,
  MAX_IMAGE_DIMENSION,
  MAX_IMAGE_INPUT_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_KEPT_CHARS,
  MAX_LOOP_ITERATIONS,
  MAX_MEDIA_CALLS_AT_ONCE,
  MAX_MEDIA_LOCATOR_CHARS,
  MAX_MEDIA_REF_BYTES,
  MAX_OUTPUT_HANDLES,
  MAX_PROGRESS_CALLS,
  MAX_PROGRESS_MESSAGE_CHARS,
  MAX_RANDOM_BYTES,
  MAX_RESPONSE_HEAD_BYTES,
  MAX_SECRET_NAME_CHARS,
  MAX_SECRETS_READ,
  MAX_SLEEP_MS,
  MAX_STREAM_NAME_CHARS,
  MAX_VALUE_DEPTH,
  MAX_WAITING_ARGUMENT_BYTES,
  MAX_WARNINGS,
  MAX_WORKSPACE_CALLS_AT_ONCE,
  MAX_WORKSPACE_ENTRIES,
  MAX_WORKSPACE_PATH_CHARS,
  PROGRESS_MIN_INTERVAL_MS,
  SANDBOX_SERIALIZE_MAX_DEPTH,
} from '../limits.js';
import type { ExposedBridgeName, GuestHelperName } from '../name-tables.js';

/** One constant. */
export interface FixedCap {
  readonly key: string;
  readonly value: number;
  readonly unit: LimitUnit;
  readonly description: string;
  /** What enforces it; a cap of a later version is not listed before. */
  readonly of?: ExposedBridgeName | GuestHelperName | undefined;
}

/** The constant is given as `{ NAME }`, so that name and value cannot part. */
function cap(constant: Record<string, number>, unit: LimitUnit, description: string, of?: FixedCap['of']): FixedCap {
  const [key, value] = Object.entries(constant)[0] as [string, number];
  return { key, value, unit, description, of };
}

/** In the order of the reference. */
export const FIXED_CAPS: readonly FixedCap[] = [
  cap({ DEFAULT_TIMEOUT_MS }, 'ms', 'Budget of each of the two meters when the caller gives none.'),
  cap({ MAX_ENGINE_TIMEOUT_MS }, 'ms', 'Longest budget; what `Infinity` becomes.'),
  cap({ DEFAULT_SUSPEND_ALLOWANCE_MS }, 'ms', 'Suspended time a run may collect when the caller says nothing.'),
  cap({ INPUT_STREAM_SUSPEND_ALLOWANCE_MS }, 'ms', 'The same for a run that streams its inputs.'),
  cap({ MAX_CODE_CHARS }, 'chars', 'Length of a program; a longer one fails with `SYNTAX`.'),
  cap(
    { MAX_LOOP_ITERATIONS },
    'count',
    'Turns of a loop an author is advised to stay under; the clock is what ends it.',
  ),
  cap({ MAX_ARGUMENT_BYTES }, 'bytes', 'Arguments of one bridge call.'),
  cap({ MAX_WAITING_ARGUMENT_BYTES }, 'bytes', 'Arguments of all bridge calls that wait for their answer.'),
  cap({ MAX_KEPT_CHARS }, 'chars', 'Emitted values and outputs that a run keeps for its end, as JSON.'),
  cap({ SANDBOX_SERIALIZE_MAX_DEPTH }, 'count', 'Levels of nesting that a result may count on in any version.'),
  cap({ MAX_VALUE_DEPTH }, 'count', 'Levels of nesting that cross; a result of more fails with `UNSERIALIZABLE`.'),
  cap({ MAX_SLEEP_MS }, 'ms', 'Longest single `sleep`.'),
  cap({ MAX_EMIT_CALLS }, 'count', 'Calls of `emit` in one run.'),
  cap({ MAX_OUTPUT_HANDLES }, 'count', 'Distinct names given to `output` in one run.'),
  cap({ MAX_DELIVERY_NAME_CHARS }, 'chars', 'Name given to `emit` or `output`.'),
  cap({ MAX_STREAM_NAME_CHARS }, 'chars', 'Name of an input stream.'),
  cap({ MAX_PROGRESS_CALLS }, 'count', 'Progress reports in one run.'),
  cap({ PROGRESS_MIN_INTERVAL_MS }, 'ms', 'Shortest time between two progress reports.'),
  cap({ MAX_PROGRESS_MESSAGE_CHARS }, 'chars', 'Length of one progress message; the rest is cut.'),
  cap({ MAX_RANDOM_BYTES }, 'bytes', 'Random bytes per call; larger requests are cut to it.'),
  cap({ MAX_FORMAT_OPTION_CHARS }, 'chars', 'One text given to `format`: an option, a locale or a unit.'),
  cap({ MAX_FETCH_REDIRECTS }, 'count', 'Redirects that one `fetch` follows.', 'fetch'),
  cap({ MAX_FETCH_URL_CHARS }, 'chars', 'URL given to `fetch`.', 'fetch'),
  cap({ MAX_FETCH_HEADER_CHARS }, 'chars', 'Headers of one request, names and values together.', 'fetch'),
  cap({ MAX_RESPONSE_HEAD_BYTES }, 'bytes', 'Status line and headers of one response.', 'fetch'),
  cap({ MAX_SECRET_NAME_CHARS }, 'chars', 'Name of a secret.', 'getSecret'),
  cap({ MAX_SECRETS_READ }, 'count', 'Distinct values of secrets that one run may read.', 'getSecret'),
  cap({ MAX_WORKSPACE_PATH_CHARS }, 'chars', 'Path given to `workspace`.', 'workspace'),
  cap(
    { MAX_WORKSPACE_ENTRIES },
    'count',
    'Entries that one `workspace.list` returns; a directory of more is refused.',
    'workspace',
  ),
  cap(
    { MAX_WORKSPACE_CALLS_AT_ONCE },
    'count',
    'Calls of `workspace` that are at work at the same time; further ones wait in order.',
    'workspace',
  ),
  cap({ MAX_ASSET_ID_CHARS }, 'chars', 'Id of an asset given to `assetToSandbox`.'),
  cap(
    { MAX_MEDIA_CALLS_AT_ONCE },
    'count',
    'Calls of `media` that load something at the same time; further ones wait.',
    'media',
  ),
  cap(
    { MAX_MEDIA_LOCATOR_CHARS },
    'chars',
    'Address in a reference to media; a data URI may be as long as its bytes need.',
    'media',
  ),
  cap({ MAX_MEDIA_REF_BYTES }, 'bytes', 'One payload of `media`.', 'media'),
  cap({ MAX_DATA_URI_BYTES }, 'bytes', 'One data URI that `media` makes.', 'media'),
  cap({ MAX_IMAGE_INPUT_BYTES }, 'bytes', 'One image that is read.', 'image'),
  cap({ MAX_IMAGE_PIXELS }, 'count', 'Pixels of an image.', 'image'),
  cap({ MAX_IMAGE_DIMENSION }, 'count', 'Pixels along one edge of an image.', 'image'),
  cap({ MAX_DECODE_PIXELS }, 'count', 'Pixels that are handed to a program at once.', 'image'),
  cap({ MAX_COMPOSITE_LAYERS }, 'count', 'Layers of one composite.', 'image'),
  cap({ MAX_CANVAS_OPS }, 'count', 'Drawing operations of one canvas.', 'createCanvas'),
  cap({ MAX_COLLECTED_CONSOLE_LOGS }, 'count', 'Console lines kept with a result.'),
  cap({ MAX_COLLECTED_CONSOLE_CHARS }, 'chars', 'Characters of all console lines kept with a result.'),
  cap({ MAX_CONSOLE_LOGS }, 'count', 'Console lines handed to `onLog`.'),
  cap({ MAX_CONSOLE_LOG_CHARS }, 'chars', 'Characters of one line handed to `onLog`.'),
  cap({ MAX_WARNINGS }, 'count', 'Warnings of one run; one notice stands for the rest.'),
  cap({ DEFAULT_CODEACT_ACTION_TIMEOUT_MS }, 'ms', 'Budget of one action of an agent; agents enforce it.'),
  cap({ DEFAULT_MAX_TOOL_CALLS_PER_ACTION }, 'count', 'Tool calls of one action of an agent; agents enforce it.'),
  cap({ MAX_HOST_RESULT_BYTES }, 'bytes', 'Byte arrays in one answer of a host module.'),
  cap({ MAX_HOST_RESULT_CHARS }, 'chars', 'One answer of a host module as JSON, byte arrays not counted.'),
  ...Object.entries(WASM_BUDGETS).map(([key, row]) => ({ key: `WASM_BUDGETS.${key}`, ...row })),
];
