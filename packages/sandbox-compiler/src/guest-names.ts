/**
 * Names the scan of a bundle goes by: what a guest never has, and what to use instead.
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

const TIMERS = 'the synchronous entry of the library, or a host pack';
const PAGE = 'an entry of the library that does not need a browser';
const MODULES = "the library's ES module entry, or a static import in a bundled entry";

const SUGGESTIONS: Readonly<Record<string, string>> = {
  __dirname: 'data in a module of its own',
  __filename: 'data in a module of its own',
  Buffer: 'typed arrays and toBase64',
  process: 'an entry of the library for the browser or for neither',
  eval: 'a build of the library that generates no code',
  Function: 'a build of the library that generates no code',
  WebAssembly: 'a build of the library in plain JavaScript',
  XMLHttpRequest: 'fetch, called by the program and not by the library',
  setTimeout: TIMERS,
  setInterval: TIMERS,
  setImmediate: TIMERS,
  clearTimeout: TIMERS,
  clearInterval: TIMERS,
  clearImmediate: TIMERS,
  importScripts: MODULES,
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
