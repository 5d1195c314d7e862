/**
 * Names a guest finds, must not find, or may not use for its own globals. Plain data, shared by host and guest.
 * @module
 */

const EXPOSED = [
  'console',
  'fetch',
  'crypto',
  'sleep',
  'getSecret',
  'workspace',
  'assetToSandbox',
  'sandboxToAsset',
  'progress',
  'emit',
  'output',
  'format',
  'image',
  'audio',
  'video',
  'canvas',
  'media',
  '__maxIter',
  '__secretScope',
] as const;
/** Every bridge a guest may be given, in the order of the manual. Later ones are reserved before they are installed. */
export const EXPOSED_BRIDGE_NAMES: readonly string[] = EXPOSED;
/** One of {@link EXPOSED_BRIDGE_NAMES}. */
export type ExposedBridgeName = (typeof EXPOSED)[number];

const HELPERS = ['toBase64', 'fromBase64', 'toHex', 'fromHex', 'parallelMap', 'createCanvas', 'stream'] as const;
/** Helpers that need no host call, except `stream`. */
export const GUEST_HELPER_NAMES: readonly string[] = HELPERS;
/** One of {@link GUEST_HELPER_NAMES}. */
export type GuestHelperName = (typeof HELPERS)[number];

const CLASSES = ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'nodetool'] as const;
/** Standard classes the core brings, and the object that caller preludes extend. */
export const GUEST_CLASS_NAMES: readonly string[] = CLASSES;
/** One of {@link GUEST_CLASS_NAMES}. */
export type GuestClassName = (typeof CLASSES)[number];

const DELETED = [
  'eval',
  'Function',
  'Buffer',
  'process',
  'env',
  'Headers',
  'Request',
  'Response',
  'performance',
] as const;
/** Globals of the engine or of other environments that are deleted before foreign code runs. */
export const DELETED_GUEST_GLOBALS: readonly string[] = DELETED;
/** One of {@link DELETED_GUEST_GLOBALS}. */
export type DeletedGuestGlobal = (typeof DELETED)[number];

const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;
/** Timers. They are never installed; `sleep` takes their place. */
export const BLOCKED_TIMER_GLOBALS: readonly string[] = TIMERS;
/** One of {@link BLOCKED_TIMER_GLOBALS}. */
export type BlockedTimerGlobal = (typeof TIMERS)[number];

const ABSENT = [
  'AbortController',
  'Blob',
  'FormData',
  'Intl',
  'atob',
  'btoa',
  'structuredClone',
  'require',
  'module',
  'exports',
  'global',
  'window',
  'self',
  'document',
  'XMLHttpRequest',
  'WebSocket',
  'uuid',
  'utf8Encode',
  'utf8Decode',
] as const;
/** Names of other environments that are absent by design. */
export const ABSENT_GUEST_GLOBALS: readonly string[] = ABSENT;
/** One of {@link ABSENT_GUEST_GLOBALS}. */
export type AbsentGuestGlobal = (typeof ABSENT)[number];

const LATER = ['image', 'audio', 'video', 'canvas', 'createCanvas'] as const;
/** Exposed names that this version does not install yet. */
export const LATER_GUEST_NAMES: readonly string[] = LATER;
/** One of {@link LATER_GUEST_NAMES}. */
export type LaterGuestName = (typeof LATER)[number];

const PRIVATE_PREFIX = '__nodetool';
/**
 * Bindings that exist for a moment while a run is set up, and those through which generated modules call the host.
 * All kinds are reserved in every run: what a caller may name does not depend on what a run imports.
 */
const PRIVATE_NAMES: readonly string[] = [
  '__dispatch',
  '__entries',
  '__nodetoolHostDispatch',
  '__nodetoolWasmDispatch',
  '__nodetoolCapabilityDispatch',
  '__hostCall',
  '__wasmCall',
  '__capabilityCall',
];

/** Names that a caller's global may not take; every name that starts with `__nodetool` is reserved as well. */
export const RESERVED_SANDBOX_NAMES: readonly string[] = [
  ...EXPOSED_BRIDGE_NAMES,
  ...GUEST_HELPER_NAMES,
  ...GUEST_CLASS_NAMES,
  ...DELETED_GUEST_GLOBALS,
  ...BLOCKED_TIMER_GLOBALS,
  ...PRIVATE_NAMES,
];

/** `true` for a name in {@link RESERVED_SANDBOX_NAMES} or with the private prefix. */
export function isReservedSandboxName(name: string): boolean {
  return name.startsWith(PRIVATE_PREFIX) || RESERVED_SANDBOX_NAMES.includes(name);
}

/** Sorted names of all globals a program finds, those that start with `__` left out. A test compares a real guest. */
export const GUEST_GLOBALS_SNAPSHOT: readonly string[] = [
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'Boolean',
  'DOMException',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'FinalizationRegistry',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'Infinity',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'InternalError',
  'Iterator',
  'JSON',
  'Map',
  'Math',
  'NaN',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'RegExp',
  'Set',
  'SharedArrayBuffer',
  'String',
  'Symbol',
  'SyntaxError',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'URIError',
  'URL',
  'URLSearchParams',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'assetToSandbox',
  'console',
  'crypto',
  'decodeURI',
  'decodeURIComponent',
  'emit',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'fetch',
  'format',
  'fromBase64',
  'fromHex',
  'getSecret',
  'globalThis',
  'isFinite',
  'isNaN',
  'media',
  'nodetool',
  'output',
  'parallelMap',
  'parseFloat',
  'parseInt',
  'progress',
  'queueMicrotask',
  'sandboxToAsset',
  'sleep',
  'stream',
  'toBase64',
  'toHex',
  'undefined',
  'unescape',
  'workspace',
];
