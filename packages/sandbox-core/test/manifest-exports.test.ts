import { describe, expect, it } from 'vitest';
import * as core from '../src/index.node.js';

/** Only there while the lines of the guest's own code are counted. */
const COUNTERS = '__coverage__';

const exported = new Map<string, unknown>(Object.entries(core));

const FUNCTIONS = [
  'runInSandbox',
  'buildSandbox',
  'serializeResult',
  'truncate',
  'cleanStack',
  'wrapCode',
  'buildEntryModule',
  'entryBodyLineOffset',
  'resolveSandboxLimits',
  'createSandboxClock',
  'createGuestModuleHost',
  'describeEngineFailure',
  'getSandboxManifest',
  'sandboxManifestNames',
  'createMemoryContext',
  'createDirectoryContext',
];

const CONSTANTS = {
  DEFAULT_TIMEOUT_MS: 30_000,
  MAX_OUTPUT_SIZE: 100_000,
  MAX_LOOP_ITERATIONS: 10_000,
  MAX_FETCH_CALLS: 20,
  MAX_RESPONSE_BODY_SIZE: 1_000_000,
  GUEST_MEMORY_LIMIT: 67_108_864,
  GUEST_STACK_LIMIT: 524_288,
  FETCH_TIMEOUT_MS: 15_000,
  MAX_FETCH_REDIRECTS: 5,
  DEFAULT_FORMAT_LOCALE: 'en-US',
  MAX_RANDOM_BYTES: 65_536,
  MAX_PROGRESS_CALLS: 1000,
  PROGRESS_MIN_INTERVAL_MS: 100,
  MAX_PROGRESS_MESSAGE_CHARS: 500,
  MAX_EMIT_CALLS: 10_000,
  DEFAULT_SUSPEND_ALLOWANCE_MS: 1_800_000,
  MAX_ENGINE_TIMEOUT_MS: 2_147_483_647,
  INPUT_STREAM_SUSPEND_ALLOWANCE_MS: 2_147_483_647,
  SANDBOX_SERIALIZE_MAX_DEPTH: 32,
  MAX_SLEEP_MS: 5000,
  MAX_RUN_MEDIA_BYTES: 268_435_456,
  MAX_MEDIA_REF_BYTES: 16_777_216,
  MAX_DATA_URI_BYTES: 4_194_304,
  MAX_IMAGE_INPUT_BYTES: 26_214_400,
  MAX_IMAGE_PIXELS: 33_554_432,
  MAX_IMAGE_DIMENSION: 16_384,
  MAX_DECODE_PIXELS: 8_388_608,
  MAX_CANVAS_OPS: 10_000,
  MAX_COMPOSITE_LAYERS: 64,
  DEFAULT_IMAGE_QUALITY: 0.92,
  MAX_COLLECTED_CONSOLE_LOGS: 10_000,
  MAX_COLLECTED_CONSOLE_CHARS: 1_000_000,
  MAX_CONSOLE_LOGS: 1000,
  MAX_CONSOLE_LOG_CHARS: 4000,
  DEFAULT_CODEACT_ACTION_TIMEOUT_MS: 600_000,
  DEFAULT_MAX_TOOL_CALLS_PER_ACTION: 50,
};

const words = (text: string): string[] => text.trim().split(/[\s,]+/);
const BRIDGES =
  words(`console, fetch, crypto, sleep, getSecret, workspace, assetToSandbox, sandboxToAsset, progress, emit,
  output, format, image, audio, video, canvas, media, __maxIter, __secretScope`);
const HELPERS = words('toBase64, fromBase64, toHex, fromHex, parallelMap, createCanvas, stream');
const CLASSES = words('URL, URLSearchParams, TextEncoder, TextDecoder, nodetool');
const DELETED = words('eval, Function, Buffer, process, env, Headers, Request, Response, performance');
const TIMERS = words('setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate');
const PRIVATE = words(`__nodetoolHostDispatch, __nodetoolWasmDispatch, __nodetoolCapabilityDispatch,
  __hostCall, __wasmCall, __capabilityCall`);

describe('the exports of the package', () => {
  it.each(FUNCTIONS)('hold the function %s', (name) => {
    expect(exported.get(name)).toBeTypeOf('function');
  });

  it.each(Object.entries(CONSTANTS))('hold the constant %s with the value %s', (name, value) => {
    expect(exported.get(name)).toBe(value);
  });

  it('hold the tables of names', () => {
    expect(core.EXPOSED_BRIDGE_NAMES).toEqual(BRIDGES);
    expect(core.GUEST_HELPER_NAMES).toEqual(HELPERS);
    expect(core.DELETED_GUEST_GLOBALS).toEqual(DELETED);
    expect(core.BLOCKED_TIMER_GLOBALS).toEqual(TIMERS);
    expect(core.RESERVED_SANDBOX_NAMES).toEqual(
      expect.arrayContaining([...BRIDGES, ...HELPERS, ...CLASSES, ...DELETED, ...TIMERS, ...PRIVATE]),
    );
    expect(core.GUEST_GLOBALS_SNAPSHOT).toEqual([...core.GUEST_GLOBALS_SNAPSHOT].sort());
  });

  it('reserve every name that stands for a way to the host', async () => {
    const globals = Object.fromEntries([...PRIVATE, '__nodetoolAnything'].map((name) => [name, 1]));
    const run = await core.runInSandbox({ code: 'return Object.keys(globalThis)', globals });
    expect((run.result as string[]).filter((name) => name !== COUNTERS)).toEqual([]);
    expect(run.warnings).toHaveLength(PRIVATE.length + 1);
  });
});
