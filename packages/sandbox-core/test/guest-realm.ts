/**
 * A real engine with the guest's world in it, and a host made of plain functions.
 * @module
 */
import { fileURLToPath } from 'node:url';
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { build } from 'esbuild';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { addGuestCounters, COUNTERS_SCRIPT, guestPlugins } from './guest-coverage.mjs';

const GUEST = fileURLToPath(new URL('../src/guest/', import.meta.url));

/** Installs the world over a bridge that crosses as JSON; bytes travel as `{ bytes: [...] }`. */
const ENTRY = `
import * as base64 from './base64.js';
import { installWorld } from './world.js';
const { parse, stringify } = JSON;
const { isView } = ArrayBuffer;
const host = globalThis.__host;
const print = globalThis.__print;
delete globalThis.__host;
delete globalThis.__print;
const encode = (args) => stringify(args, (key, value) =>
  isView(value) ? { bytes: [...value] } : typeof value === 'number' && !isFinite(value) ? String(value) : value);
const callSync = (path, args) => {
  if (path.slice(0, 5) === 'pure.') return base64[path.slice(5)](args[0]);
  const answer = parse(host(path, encode(args)));
  if (answer.error) throw Object.assign(new globalThis[answer.error.name](answer.error.message));
  return answer.value && answer.value.bytes ? new Uint8Array(answer.value.bytes) : answer.value;
};
installWorld(globalThis, {
  write: (level, text) => { print(level, text); },
  bridge: {
    callSync,
    call: (path, args) => new Promise((resolve) => { resolve(callSync(path, args)); }),
  },
});
`;

let bundled: Promise<string> | undefined;
let engine: Promise<QuickJSWASMModule> | undefined;

/** Bundles code that imports from the guest's folder, as the build does. */
export async function bundleGuest(contents: string): Promise<string> {
  const result = await build({
    stdin: { contents, resolveDir: GUEST, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2023',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: guestPlugins(),
  });
  return result.outputFiles[0]?.text ?? '';
}

/** The guest's world as one script, with the test's bridge. */
export function bundleWorld(): Promise<string> {
  bundled ??= bundleGuest(ENTRY);
  return bundled;
}

/** What a host function of a test answers to one call. */
export type FakeHost = (path: string, args: unknown[]) => unknown;

/** One guest. `run` evaluates an expression or a function body that may await, and gives its JSON value. */
export interface GuestRealm {
  run(body: string): unknown;
  /** Lines written to the console so far, as `level: text`. */
  logs: string[];
  dispose(): void;
}

/** Boots a guest. Answers of `host` cross as JSON; an error it throws is thrown in the guest by name and message. */
export async function bootGuest(host: FakeHost = () => undefined): Promise<GuestRealm> {
  engine ??= newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);
  const context = (await engine).newContext();
  const logs: string[] = [];
  bind(context, '__host', (path, args) => answer(host, path, args));
  bind(context, '__print', (level, text) => {
    logs.push(`${level}: ${text}`);
    return '';
  });
  evaluate(context, await bundleWorld(), 'world.js').dispose();
  return {
    logs,
    run: (body) => runBody(context, body),
    dispose: () => {
      keepCounters(context);
      context.dispose();
    },
  };
}

function keepCounters(context: QuickJSContext): void {
  if (guestPlugins().length === 0) return;
  const counters = context.evalCode(`JSON.stringify(${COUNTERS_SCRIPT})`);
  // A test may have broken what the script needs.
  if (counters.error === undefined) addGuestCounters(JSON.parse(context.getString(counters.value)));
  (counters.error ?? counters.value).dispose();
}

function bind(context: QuickJSContext, name: string, call: (first: string, second: string) => string): void {
  const handle = context.newFunction(name, (first, second) =>
    context.newString(call(context.getString(first as QuickJSHandle), context.getString(second as QuickJSHandle))),
  );
  context.setProp(context.global, name, handle);
  handle.dispose();
}

function answer(host: FakeHost, path: string, args: string): string {
  try {
    const value = host(path, JSON.parse(args) as unknown[]);
    return JSON.stringify({ value: value instanceof Uint8Array ? { bytes: [...value] } : value });
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify({ error: { name, message } });
  }
}

function evaluate(context: QuickJSContext, code: string, file: string): QuickJSHandle {
  const result = context.evalCode(code, file);
  if (result.error === undefined) return result.value;
  const error = context.dump(result.error) as { name?: string; message?: string; stack?: string };
  result.error.dispose();
  throw new Error(`${error.name}: ${error.message}\n${error.stack}`);
}

/** The answer is put together by functions of the realm's start, so that a body may tamper with what it likes. */
function runBody(context: QuickJSContext, body: string): unknown {
  const code = `(() => {
    const { stringify } = JSON;
    const then = Promise.prototype.then;
    const { apply, defineProperty } = Reflect;
    const own = { __proto__: null, value: undefined };
    const box = { text: undefined };
    const done = (value) => { box.text = stringify({ value }); };
    const failed = (error) => { box.text = stringify({ failed: String(error && error.name) + ': ' + String(error && error.message) }); };
    const promise = (async () => {\n${body}\n})();
    defineProperty(promise, 'constructor', own);
    apply(then, promise, [done, failed]);
    return box;
  })()`;
  const box = evaluate(context, code, 'user-code');
  const jobs = context.runtime.executePendingJobs();
  if (jobs.error !== undefined) jobs.error.dispose();
  else jobs.dispose();
  const text = context.getProp(box, 'text');
  const json = context.dump(text) as string | undefined;
  text.dispose();
  box.dispose();
  if (json === undefined) throw new Error('the body never settled');
  const result = JSON.parse(json) as { value?: unknown; failed?: string };
  if (result.failed !== undefined) throw new Error(result.failed);
  return result.value;
}
