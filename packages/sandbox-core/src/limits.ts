/**
 * Clamps what a caller may set, and names the numbers that nobody may set.
 * @module
 */
import {
  type ResolvedSandboxLimits,
  SANDBOX_LIMITS,
  type SandboxLimitKey,
  type SandboxLimits,
} from '@nodetool-ai/protocol/core';

export {
  MAX_COLLECTED_CONSOLE_CHARS,
  MAX_COLLECTED_CONSOLE_LOGS,
  MAX_EMIT_CALLS,
  MAX_LOOP_ITERATIONS,
  MAX_PROGRESS_CALLS,
  MAX_PROGRESS_MESSAGE_CHARS,
  MAX_RANDOM_BYTES,
  MAX_SLEEP_MS,
  MAX_VALUE_DEPTH,
  PROGRESS_MIN_INTERVAL_MS,
} from './guest-limits.js';

/** Execution budget in ms when the caller gives none. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Longest budget in ms a timer can keep; what `Infinity` becomes. */
export const MAX_ENGINE_TIMEOUT_MS = 2_147_483_647;
/** Suspension in ms a run may collect when the caller says nothing. */
export const DEFAULT_SUSPEND_ALLOWANCE_MS = 1_800_000;
/** The same when the run reads an input stream, whose source may be idle for days. */
export const INPUT_STREAM_SUSPEND_ALLOWANCE_MS = MAX_ENGINE_TIMEOUT_MS;

/** Default of `maxOutputSize`, in characters. */
export const MAX_OUTPUT_SIZE = SANDBOX_LIMITS.maxOutputSize.default;
/** Default of `maxFetchCalls`. */
export const MAX_FETCH_CALLS = SANDBOX_LIMITS.maxFetchCalls.default;
/** Default of `maxResponseBodyBytes`, in bytes. */
export const MAX_RESPONSE_BODY_SIZE = SANDBOX_LIMITS.maxResponseBodyBytes.default;
/** Default of `memoryLimitBytes`, in bytes. */
export const GUEST_MEMORY_LIMIT = SANDBOX_LIMITS.memoryLimitBytes.default;
/** Default of `stackLimitBytes`, in bytes. */
export const GUEST_STACK_LIMIT = SANDBOX_LIMITS.stackLimitBytes.default;
/** Default of `fetchTimeoutMs`, in ms. */
export const FETCH_TIMEOUT_MS = SANDBOX_LIMITS.fetchTimeoutMs.default;
/** Default of `runMediaBytes`, in bytes. */
export const MAX_RUN_MEDIA_BYTES = SANDBOX_LIMITS.runMediaBytes.default;

/** Redirects one fetch follows. */
export const MAX_FETCH_REDIRECTS = 5;
/** Characters of a URL given to `fetch`. */
export const MAX_FETCH_URL_CHARS = 65_536;
/** Characters of all headers of one request, names and values. Few servers accept more than 16 000. */
export const MAX_FETCH_HEADER_CHARS = 65_536;
/** Bytes of status line and headers of one response. Node's 16 KiB are too few for the policies of some sites. */
export const MAX_RESPONSE_HEAD_BYTES = 65_536;
/** Locale of `format.*` when none is named. */
export const DEFAULT_FORMAT_LOCALE = 'en-US';
/** Characters of a text given to `format.*`: `Intl` repeats what it refuses, and such an error ends up in logs. */
export const MAX_FORMAT_OPTION_CHARS = 200;
/** Bytes of all byte arrays in one answer of a host module: 64 MiB. */
export const MAX_HOST_RESULT_BYTES = 64 * 1024 * 1024;
/** Characters of one answer of a host module as JSON, byte arrays not counted: 16 Mi. */
export const MAX_HOST_RESULT_CHARS = 16 * 1024 * 1024;
/** Characters of a program. It is parsed on the caller's thread, about 10 MB a second: a longer one would hold it up. */
export const MAX_CODE_CHARS = 5_242_880;
/** Bytes of the arguments of one bridge call: 64 MiB of binary data and 16 MiB of anything else. */
export const MAX_ARGUMENT_BYTES = 80 * 1024 * 1024;
/** Bytes of the arguments of all calls that wait for their answer: 128 MiB. */
export const MAX_WAITING_ARGUMENT_BYTES = 128 * 1024 * 1024;
/** Characters, as JSON, of all emitted values and outputs that a run keeps for its end. */
export const MAX_KEPT_CHARS = 64 * 1024 * 1024;
/** Characters of a name given to `emit` or `output`. All are kept to the end of the run, and cost a guest nothing by then. */
export const MAX_DELIVERY_NAME_CHARS = 1000;
/** Characters of the name of an input stream. */
export const MAX_STREAM_NAME_CHARS = 1000;
/** Distinct names given to `output` per run. */
export const MAX_OUTPUT_HANDLES = 1000;
/** Entries one `workspace.list` returns. */
export const MAX_WORKSPACE_ENTRIES = 10_000;
/** Characters of a path given to `workspace`. */
export const MAX_WORKSPACE_PATH_CHARS = 4096;
/** Calls of `workspace` one run has at work at the same time; further ones wait in order. */
export const MAX_WORKSPACE_CALLS_AT_ONCE = 4;
/** Levels of nesting that a result may count on in any version; now `MAX_VALUE_DEPTH` cross. */
export const SANDBOX_SERIALIZE_MAX_DEPTH = 32;
/** Characters of the name of a secret. */
export const MAX_SECRET_NAME_CHARS = 1000;
/** Distinct values of secrets that one run may read. */
export const MAX_SECRETS_READ = 1000;
/** Warnings of one run; one notice stands for the rest. */
export const MAX_WARNINGS = 100;
/** Console lines handed to `onLog`. */
export const MAX_CONSOLE_LOGS = 1000;
/** Characters of one line handed to `onLog`; the rest is cut. */
export const MAX_CONSOLE_LOG_CHARS = 4000;
/** Characters of an asset's id given to `assetToSandbox`. */
export const MAX_ASSET_ID_CHARS = 1000;
/** Bytes of one `media.*` payload. */
export const MAX_MEDIA_REF_BYTES = 16_777_216;
/** Calls of `media` that load something at the same time; further ones wait. */
export const MAX_MEDIA_CALLS_AT_ONCE = 4;
/** Characters of one text in a media reference, data and data URIs not counted. */
export const MAX_MEDIA_LOCATOR_CHARS = 8192;
/** Bytes of one data URI. */
export const MAX_DATA_URI_BYTES = 4_194_304;
/** Bytes of one image input. */
export const MAX_IMAGE_INPUT_BYTES = 26_214_400;
/** Pixels of an image. */
export const MAX_IMAGE_PIXELS = 33_554_432;
/** Edge length of an image in pixels. */
export const MAX_IMAGE_DIMENSION = 16_384;
/** Pixels a decode may return. */
export const MAX_DECODE_PIXELS = 8_388_608;
/** Drawing operations of one canvas. */
export const MAX_CANVAS_OPS = 10_000;
/** Layers of one composite. */
export const MAX_COMPOSITE_LAYERS = 64;
/** Quality of lossy image formats, 0 to 1. */
export const DEFAULT_IMAGE_QUALITY = 0.92;
/** Budget of one action in ms. Enforced by agents, declared here for the manifest. */
export const DEFAULT_CODEACT_ACTION_TIMEOUT_MS = 600_000;
/** Tool calls of one action. Enforced by agents, declared here for the manifest. */
export const DEFAULT_MAX_TOOL_CALLS_PER_ACTION = 50;

/**
 * Gives every limit the value that holds for a run.
 *
 * A magnitude that is not a finite number becomes its default; any other is floored, raised to its minimum and lowered
 * to its ceiling (`SANDBOX_LIMITS`). No value switches a protection off. A switch takes only its documented value.
 *
 * @example
 * resolveSandboxLimits({ maxFetchCalls: 1e9 }).maxFetchCalls; // 100
 */
export function resolveSandboxLimits(limits?: SandboxLimits | null): ResolvedSandboxLimits {
  const given: SandboxLimits = typeof limits === 'object' && limits !== null ? limits : {};
  const magnitudes = {} as Record<SandboxLimitKey, number>;
  for (const key of Object.keys(SANDBOX_LIMITS) as SandboxLimitKey[]) magnitudes[key] = clampMagnitude(key, given[key]);
  return {
    ...magnitudes,
    allowPrivateNetwork: given.allowPrivateNetwork === true,
    userAgent: typeof given.userAgent === 'string' ? given.userAgent : '',
    filesystemAccess: given.filesystemAccess === 'host' ? 'host' : 'workspace',
    secretScope: resolveSecretScope(given.secretScope),
  };
}

/**
 * Clamps an execution budget in ms: no finite number gives {@link DEFAULT_TIMEOUT_MS}, `Infinity` the longest budget,
 * anything else an integer of at least 1.
 */
export function clampTimeoutMs(value: unknown, fallbackMs: number = DEFAULT_TIMEOUT_MS): number {
  return clampMs(value, 1, fallbackMs);
}

/** Clamps the suspension a run may collect, in ms. As {@link clampTimeoutMs}, except that 0 stays 0. */
export function clampSuspendAllowanceMs(value: unknown, fallbackMs: number = DEFAULT_SUSPEND_ALLOWANCE_MS): number {
  return value === 0 ? 0 : clampMs(value, 1, fallbackMs);
}

function clampMs(value: unknown, min: number, fallbackMs: number): number {
  if (value === Number.POSITIVE_INFINITY) return MAX_ENGINE_TIMEOUT_MS;
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallbackMs;
  return Math.min(Math.max(Math.floor(value), min), MAX_ENGINE_TIMEOUT_MS);
}

function clampMagnitude(key: SandboxLimitKey, value: unknown): number {
  const row = SANDBOX_LIMITS[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) return row.default;
  return Math.min(Math.max(Math.floor(value), row.min), row.ceiling);
}

function resolveSecretScope(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const names = value.filter((name): name is string => typeof name === 'string').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
