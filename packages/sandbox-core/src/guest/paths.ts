/**
 * Bridges by number. A guest names a bridge by its place in this list, so no text of a guest ever selects host code.
 * @module
 */

/** Every bridge path; the order is the wire format between a guest and the host of the same build. */
export const BRIDGE_PATHS = [
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'crypto.digest',
  'crypto.hmac',
  'format.number',
  'format.date',
  'format.relativeTime',
  'format.list',
  'sleep',
  'pure.toBase64',
  'pure.fromBase64',
  'pure.toHex',
  'pure.fromHex',
  'emit',
  'output',
  'hostModule',
  'wasmModule',
  'capability',
  'fetch',
  'secrets.get',
  'workspace.read',
  'workspace.write',
  'workspace.list',
  'workspace.readBytes',
  'workspace.writeBytes',
  'workspace.stat',
  'workspace.root',
  'workspace.copy',
  'workspace.move',
  'workspace.mkdir',
  'workspace.remove',
  'assetToSandbox',
  'sandboxToAsset',
  'stream.take',
  'stream.open',
  'media.bytes',
  'media.text',
  'media.info',
  'media.toDocument',
  'media.toImage',
  'media.toAudio',
  'media.toVideo',
  'function',
] as const;

/** One of {@link BRIDGE_PATHS}. */
export type BridgePath = (typeof BRIDGE_PATHS)[number];

/** What the dispatcher is asked to do. */
export const OP = {
  /** Keep the bytes of a value; answers `true` when the engine could write it. */
  stage: 0,
  /** Start a bridge call with the staged arguments. */
  call: 1,
  /** Make a bridge call that is answered at once. */
  callNow: 2,
  log: 3,
  progress: 4,
  /** The staged value is what the body returned. */
  result: 5,
  /** Nothing is left to wait for. */
  done: 6,
  /** The staged value describes the error that ends the run. */
  fail: 7,
  /** The staged value is a global as it is at the end. */
  writeBack: 8,
  /** A global cannot be written back; the staged value says why. */
  writeBackFailed: 9,
  /** Bytes that ride beside the value which is staged next: a buffer, an offset and a length. */
  part: 10,
  /** Call a function of the caller with up to two numbers, which go over as they are. */
  callWithNumbers: 11,
} as const;

/** No name of a global: stands for all of them where the names are listed that packs looked for. */
export const LOOKED_AT_ALL = '*';

/** Console levels by number. */
export const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** How a value is encoded: with full fidelity, or in output normal form for a result or for a delivery. */
export const MODE = { full: 0, result: 1, delivery: 2 } as const;

/**
 * Globals that the bridge modules read once while the static graph evaluates; deleted before the body starts. Each
 * exists only in runs that declare modules of its kind.
 */
export const HOST_DISPATCH_GLOBAL = '__nodetoolHostDispatch';
export const WASM_DISPATCH_GLOBAL = '__nodetoolWasmDispatch';
export const CAPABILITY_DISPATCH_GLOBAL = '__nodetoolCapabilityDispatch';

/** Bridges behind them, by place in the list; a setup names those of its run. */
export const DISPATCHERS = [
  { path: 'hostModule', global: HOST_DISPATCH_GLOBAL },
  { path: 'wasmModule', global: WASM_DISPATCH_GLOBAL },
  { path: 'capability', global: CAPABILITY_DISPATCH_GLOBAL },
] as const;

/** Bridge path of a dispatcher. */
export type DispatcherPath = (typeof DISPATCHERS)[number]['path'];
