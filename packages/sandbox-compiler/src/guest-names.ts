/**
 * Names the scan of a bundle goes by: what a guest has, what it never has, and what to use instead.
 * @module
 */

/** A free use of one of these keeps a module out: it would fail in the guest, or look for another way to run code. */
export const FORBIDDEN_GLOBALS: ReadonlySet<string> = new Set(
  (
    'process Buffer require module exports __dirname __filename eval Function setTimeout setInterval setImmediate ' +
    'clearTimeout clearInterval clearImmediate WebAssembly window document navigator location self top parent frames ' +
    'alert XMLHttpRequest HTMLElement customElements localStorage sessionStorage indexedDB importScripts'
  ).split(' '),
);

/** Global names every guest has: the language's own, and what the sandbox adds for pure computation. */
export const GUEST_GLOBALS: ReadonlySet<string> = new Set(
  (
    'globalThis undefined NaN Infinity arguments isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent ' +
    'encodeURI encodeURIComponent escape unescape queueMicrotask Object Array Boolean Number BigInt String Symbol Math ' +
    'JSON Reflect Proxy Date RegExp Promise Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ' +
    'ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array ' +
    'Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Error AggregateError EvalError ' +
    'InternalError RangeError ReferenceError SyntaxError TypeError URIError DOMException console fetch crypto sleep ' +
    'getSecret workspace assetToSandbox sandboxToAsset progress emit output format image audio video canvas media ' +
    'toBase64 fromBase64 toHex fromHex parallelMap createCanvas stream URL URLSearchParams TextEncoder TextDecoder ' +
    'nodetool'
  ).split(' '),
);

const TIMERS = 'the synchronous entry of the library, or a host pack';
const PAGE = 'an entry of the library that does not need a browser';
const MODULES = "the library's ES module entry, or a static import in a bundled entry";

const SUGGESTIONS: Readonly<Record<string, string>> = {
  Buffer: 'typed arrays and toBase64',
  process: 'an entry of the library for the browser or for neither',
  eval: 'a build of the library that generates no code',
  Function: 'a build of the library that generates no code',
  WebAssembly: 'a build of the library in plain JavaScript',
  XMLHttpRequest: 'fetch, called by the program and not by the library',
  setTimeout: TIMERS,
  setInterval: TIMERS,
  setImmediate: TIMERS,
  require: MODULES,
  module: MODULES,
  exports: MODULES,
  window: PAGE,
  document: PAGE,
  self: 'globalThis',
};

/** What to use instead of a forbidden global. */
export function suggestionFor(name: string): string {
  return Object.hasOwn(SUGGESTIONS, name) ? (SUGGESTIONS[name] ?? PAGE) : PAGE;
}
