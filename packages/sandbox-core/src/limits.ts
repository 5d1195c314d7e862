/**
 * Clamps what a caller may set, and names the numbers that nobody may set.
 * @module
 */
import {
  type ResolvedSandboxLimits,
  SANDBOX_LIMITS,
  type SandboxLimitKey,
  type SandboxLimits,
} from '@nodetool-ai/protocol';

/** Execution budget in ms when the caller gives none. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Longest budget in ms a timer can keep; what `Infinity` becomes. */
export const MAX_ENGINE_TIMEOUT_MS = 2_147_483_647;
/** Suspension in ms a run may collect when the caller says nothing. */
export const DEFAULT_SUSPEND_ALLOWANCE_MS = 1_800_000;
/** The same when the run reads an input stream, whose source may be idle for days. */
export const INPUT_STREAM_SUSPEND_ALLOWANCE_MS = MAX_ENGINE_TIMEOUT_MS;

/** Defaults of the clampable limits under their public names. Units as in `SANDBOX_LIMITS`. */
export const MAX_OUTPUT_SIZE = SANDBOX_LIMITS.maxOutputSize.default;
export const MAX_FETCH_CALLS = SANDBOX_LIMITS.maxFetchCalls.default;
export const MAX_RESPONSE_BODY_SIZE = SANDBOX_LIMITS.maxResponseBodyBytes.default;
export const GUEST_MEMORY_LIMIT = SANDBOX_LIMITS.memoryLimitBytes.default;
export const GUEST_STACK_LIMIT = SANDBOX_LIMITS.stackLimitBytes.default;
export const FETCH_TIMEOUT_MS = SANDBOX_LIMITS.fetchTimeoutMs.default;
export const MAX_RUN_MEDIA_BYTES = SANDBOX_LIMITS.runMediaBytes.default;

/** Turns of a loop an author is advised to stay under; enforced by the clock, not by counting. */
export const MAX_LOOP_ITERATIONS = 10_000;
/** Redirects one fetch follows. */
export const MAX_FETCH_REDIRECTS = 5;
/** Locale of `format.*` when none is named. */
export const DEFAULT_FORMAT_LOCALE = 'en-US';
/** Random bytes per call; larger requests are cut to it. */
export const MAX_RANDOM_BYTES = 65_536;
/** Progress reports per run. */
export const MAX_PROGRESS_CALLS = 1000;
/** Shortest time in ms between two progress reports. */
export const PROGRESS_MIN_INTERVAL_MS = 100;
/** Characters of one progress message. */
export const MAX_PROGRESS_MESSAGE_CHARS = 500;
/** Calls of `emit` per run. */
export const MAX_EMIT_CALLS = 10_000;
/** Distinct names given to `output` per run. */
export const MAX_OUTPUT_HANDLES = 1000;
/** Longest single sleep in ms. */
export const MAX_SLEEP_MS = 5000;
/** Levels of nesting kept in output normal form. */
export const SANDBOX_SERIALIZE_MAX_DEPTH = 32;
/** Console lines kept with a result, and their characters in total. */
export const MAX_COLLECTED_CONSOLE_LOGS = 10_000;
export const MAX_COLLECTED_CONSOLE_CHARS = 1_000_000;
/** Console lines handed to `onLog`, and characters of one of them. */
export const MAX_CONSOLE_LOGS = 1000;
export const MAX_CONSOLE_LOG_CHARS = 4000;
/** Bytes of one `media.*` payload, one data URI and one image input. */
export const MAX_MEDIA_REF_BYTES = 16_777_216;
export const MAX_DATA_URI_BYTES = 4_194_304;
export const MAX_IMAGE_INPUT_BYTES = 26_214_400;
/** Pixels and edge length of an image, and pixels a decode may return. */
export const MAX_IMAGE_PIXELS = 33_554_432;
export const MAX_IMAGE_DIMENSION = 16_384;
export const MAX_DECODE_PIXELS = 8_388_608;
/** Drawing operations of one canvas, and layers of one composite. */
export const MAX_CANVAS_OPS = 10_000;
export const MAX_COMPOSITE_LAYERS = 64;
/** Quality of lossy image formats, 0 to 1. */
export const DEFAULT_IMAGE_QUALITY = 0.92;
/** Enforced by agents, declared here for the manifest. */
export const DEFAULT_CODEACT_ACTION_TIMEOUT_MS = 600_000;
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
