/**
 * What to say when a program uses a global that other environments have and this one has not.
 * @module
 */

const TIMER = 'Timers do not exist in the sandbox. Use `await sleep(ms)`.';
const NOT_YET = 'is not available in this version of the sandbox.';
const NO_MODULES = 'CommonJS does not exist in the sandbox. Use `import … from "…"` with a pack that the run allows.';
const NO_PAGE = 'The sandbox is no web page. Use `globalThis` for globals, and return the result as data.';
const CODE = 'Code generation from strings is not allowed in the sandbox. Write the code as a function.';

const HINTS = new Map<string, string>([
  ['fetch', `fetch ${NOT_YET} Load the data outside and pass it in as an input.`],
  ['workspace', `workspace ${NOT_YET} Pass the content of files in as inputs, and return what is to be written.`],
  ['assetToSandbox', `assetToSandbox ${NOT_YET} Pass the bytes of the asset in as an input.`],
  ['sandboxToAsset', `sandboxToAsset ${NOT_YET} Return the bytes as a Uint8Array.`],
  ['image', `image ${NOT_YET} Pass pixels in as a Uint8Array, or use a pack.`],
  ['audio', `audio ${NOT_YET} Pass samples in as a typed array.`],
  ['video', `video ${NOT_YET} Pass single frames in as a Uint8Array.`],
  ['canvas', `canvas ${NOT_YET} Return a description of the drawing, such as SVG text.`],
  ['createCanvas', `createCanvas ${NOT_YET} Return a description of the drawing, such as SVG text.`],
  ['media', `media ${NOT_YET} Call the model outside and pass its answer in as an input.`],
  ['stream', `stream ${NOT_YET} Read the values of an input from its global.`],
  ['setTimeout', TIMER],
  ['clearTimeout', TIMER],
  ['setInterval', TIMER],
  ['clearInterval', TIMER],
  ['setImmediate', TIMER],
  ['clearImmediate', TIMER],
  ['eval', CODE],
  ['Function', CODE],
  [
    'Buffer',
    'Buffer does not exist in the sandbox. Use Uint8Array with toBase64, fromBase64, toHex, fromHex, TextEncoder or TextDecoder.',
  ],
  ['process', 'process does not exist in the sandbox: there is no environment to read. Pass settings in as inputs.'],
  ['env', 'env does not exist in the sandbox: there is no environment to read. Pass settings in as inputs.'],
  ['Headers', 'Headers does not exist in the sandbox. Use a plain object of header names and values.'],
  ['Request', 'Request does not exist in the sandbox. Use a plain object.'],
  ['Response', 'Response does not exist in the sandbox. Use a plain object.'],
  ['performance', 'performance does not exist in the sandbox. Use Date.now().'],
  [
    'AbortController',
    'AbortController does not exist in the sandbox. A run is cancelled from outside; stop a loop with a variable.',
  ],
  ['Blob', 'Blob does not exist in the sandbox. Use a Uint8Array.'],
  ['FormData', 'FormData does not exist in the sandbox. Use URLSearchParams or a plain object.'],
  [
    'Intl',
    'Intl does not exist in the sandbox. Use `await format.number(…)`, format.date, format.relativeTime or format.list.',
  ],
  ['atob', 'atob does not exist in the sandbox. Use fromBase64(text), which gives bytes.'],
  ['btoa', 'btoa does not exist in the sandbox. Use toBase64(textOrBytes).'],
  [
    'structuredClone',
    'structuredClone does not exist in the sandbox. Use JSON.parse(JSON.stringify(value)), or copy what is needed.',
  ],
  ['require', NO_MODULES],
  ['module', NO_MODULES],
  ['exports', NO_MODULES],
  ['global', 'global does not exist in the sandbox. Use globalThis.'],
  ['window', NO_PAGE],
  ['self', NO_PAGE],
  ['document', NO_PAGE],
  ['XMLHttpRequest', 'XMLHttpRequest does not exist in the sandbox. Load the data outside and pass it in as an input.'],
  ['WebSocket', 'WebSocket does not exist in the sandbox. Load the data outside and pass it in as an input.'],
  ['WebAssembly', 'WebAssembly does not exist in the sandbox. Use a pack.'],
  ['Atomics', 'Atomics does not exist in the sandbox: a program has one thread and needs no locks.'],
  ['Temporal', 'Temporal does not exist in the sandbox. Use Date, which is in UTC here, or a date pack.'],
  ['uuid', 'uuid does not exist in the sandbox. Use crypto.randomUUID().'],
  ['utf8Encode', 'utf8Encode does not exist in the sandbox. Use new TextEncoder().encode(text).'],
  ['utf8Decode', 'utf8Decode does not exist in the sandbox. Use new TextDecoder().decode(bytes).'],
]);

/**
 * A sentence for a `ReferenceError` about a known name that is absent: what is missing and what to use instead.
 * `undefined` for every other name.
 * @example
 * absentNameHint('setTimeout'); // 'Timers do not exist in the sandbox. Use `await sleep(ms)`.'
 */
export function absentNameHint(name: string): string | undefined {
  return HINTS.get(name);
}
