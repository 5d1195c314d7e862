/**
 * Facts about one exact WebAssembly file. They hold for no other build: the digest is checked before they are used,
 * and the self-checks confirm the offsets in a running engine.
 * @module
 */

/** SHA-256 of `emscripten-module.wasm` in `@jitl/quickjs-ng-wasmfile-release-sync` 0.32.0. */
export const ENGINE_WASM_SHA256 = 'b56fe5094b8751c47b8c32fb5ed4d75afe2dbb43412d3d983ac5d1156af456da';

/** What the engine calls itself; asserted by a test against the running engine. */
export const ENGINE_VERSION = '0.12.1';

export const WASM_PAGE_BYTES = 65_536;

/** The module asks for at least this much memory. */
export const BASE_PAGES = 256;

/** Top of the C stack, which grows down, and start of the heap, which grows up. */
export const STACK_TOP = 5_342_832;

/** Size of the C stack; below it lies static data. */
export const STACK_BYTES = 5_242_880;

/** Free heap of a new instance with a context, inside the base memory. */
export const BASE_BYTES = BASE_PAGES * WASM_PAGE_BYTES;

/** Where the context keeps what a restore must renew, relative to the context's address. */
export const CONTEXT_OFFSETS = { timeOrigin: 272, randomState: 280, interruptCounter: 288 } as const;

/** First byte of the engine's binary object format. */
export const BINARY_FORMAT_VERSION = 23;

/** Import names in the glue of this build. */
export const GLUE = { localtime: 'm', tzset: 'n', clock: 'p', environment: 'e', environmentSizes: 'f' } as const;
