/**
 * Names that a program may look for in vain, each with what to do instead.
 * @module
 */
import type { AbsentGuestGlobal, BlockedTimerGlobal, DeletedGuestGlobal, LaterGuestName } from '../name-tables.js';

const TIMER = 'Timers do not exist in the sandbox. Use `await sleep(ms)`.';
const NO_MODULES = 'CommonJS does not exist in the sandbox. Use `import … from "…"` with a pack that the run allows.';
const NO_PAGE = 'The sandbox is no web page. Use `globalThis` for globals, and return the result as data.';
const CODE = 'Code generation from strings is not allowed in the sandbox. Write the code as a function.';
const NO_ENVIRONMENT = 'there is no environment to read. Pass settings in as inputs.';

/** Advice by name, for every name that is deleted, blocked or absent by design. */
export const ABSENT_ADVICE: Readonly<Record<DeletedGuestGlobal | BlockedTimerGlobal | AbsentGuestGlobal, string>> = {
  setTimeout: TIMER,
  clearTimeout: TIMER,
  setInterval: TIMER,
  clearInterval: TIMER,
  setImmediate: TIMER,
  clearImmediate: TIMER,
  eval: CODE,
  Function: CODE,
  Buffer:
    'Buffer does not exist in the sandbox. Use Uint8Array with toBase64, fromBase64, toHex, fromHex, TextEncoder or TextDecoder.',
  process: `process does not exist in the sandbox: ${NO_ENVIRONMENT}`,
  env: `env does not exist in the sandbox: ${NO_ENVIRONMENT}`,
  Headers: 'Headers does not exist in the sandbox. Use a plain object of header names and values.',
  Request: 'Request does not exist in the sandbox. Call fetch(url, options) with a plain object.',
  Response: 'Response does not exist in the sandbox. Use what fetch resolves with, or a plain object.',
  performance: 'performance does not exist in the sandbox. Use Date.now().',
  AbortController:
    'AbortController does not exist in the sandbox. A run is cancelled from outside; stop a loop with a variable.',
  Blob: 'Blob does not exist in the sandbox. Use a Uint8Array.',
  FormData: 'FormData does not exist in the sandbox. Use URLSearchParams or a plain object.',
  Intl: 'Intl does not exist in the sandbox. Use `await format.number(…)`, format.date, format.relativeTime or format.list.',
  atob: 'atob does not exist in the sandbox. Use fromBase64(text), which gives bytes.',
  btoa: 'btoa does not exist in the sandbox. Use toBase64(textOrBytes).',
  structuredClone:
    'structuredClone does not exist in the sandbox. Use JSON.parse(JSON.stringify(value)), or copy what is needed.',
  require: NO_MODULES,
  module: NO_MODULES,
  exports: NO_MODULES,
  global: 'global does not exist in the sandbox. Use globalThis.',
  window: NO_PAGE,
  self: NO_PAGE,
  document: NO_PAGE,
  XMLHttpRequest: 'XMLHttpRequest does not exist in the sandbox. Use fetch.',
  WebSocket: 'WebSocket does not exist in the sandbox. Use fetch, or load the data outside and pass it in as an input.',
  uuid: 'uuid does not exist in the sandbox. Use crypto.randomUUID().',
  utf8Encode: 'utf8Encode does not exist in the sandbox. Use new TextEncoder().encode(text).',
  utf8Decode: 'utf8Decode does not exist in the sandbox. Use new TextDecoder().decode(bytes).',
};

/** Advice for globals that the engine lacks; nobody had to take them away. */
export const MISSING_ADVICE: Readonly<Record<string, string>> = {
  WebAssembly: 'WebAssembly does not exist in the sandbox. Use a pack.',
  Atomics: 'Atomics does not exist in the sandbox: a program has one thread and needs no locks.',
  Temporal: 'Temporal does not exist in the sandbox. Use Date, which is in UTC here, or a date pack.',
};

/** What to do until a later version installs the name. */
export const LATER_ADVICE: Readonly<Record<LaterGuestName, string>> = {
  image: 'Pass pixels in as a Uint8Array, or use a pack.',
  audio: 'Pass samples in as a typed array.',
  video: 'Pass single frames in as a Uint8Array.',
  canvas: 'Return a description of the drawing, such as SVG text.',
  createCanvas: 'Return a description of the drawing, such as SVG text.',
};
