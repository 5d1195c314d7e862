/**
 * A real engine with the guest's half of the codec, for tests.
 * @module
 */
import { fileURLToPath } from 'node:url';
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { build } from 'esbuild';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import { COUNTERS_SCRIPT, guestPlugins, watchGuest } from '../../../test/guest-coverage.mjs';
import { loadConstantAtoms, useConstantAtoms } from '../atoms.js';
import { decodeEnvelope } from '../decode.js';

/** A guest's answer: the value, or what it threw. */
export type GuestAnswer = { value: unknown } | { thrown: { name: string; message: string; code?: string } };

/** One engine, one realm. */
export interface GuestHarness {
  /** Revives a host envelope under `name` in the guest, for programs to look at. */
  give(name: string, envelope: Uint8Array): void;
  /** Evaluates an expression, packs the value and decodes it on the host. */
  pack(expression: string, mode: 0 | 1 | 2): GuestAnswer;
  /** Bytes of `[value]` by the engine's writer, or `undefined` when it refuses; then `looksRaw` is not asked. */
  raw(
    expression: string,
    mode: 0 | 1 | 2,
    keys?: readonly string[] | null,
    inArrays?: boolean,
  ): { bytes: Uint8Array | undefined; looksRaw: boolean };
  /** As a run takes a value out: raw where that is right, else packed. */
  take(expression: string, mode: 0 | 1 | 2): GuestAnswer;
  /** Evaluates a script and gives its value by way of JSON text. */
  evaluate(script: string): unknown;
  dispose(): void;
}

const HARNESS_SOURCE = `
  import { revive, looksRaw, pack } from './codec.js';
  const made = (id) => Object.defineProperty(() => id, 'name', { value: 'host' + id });
  globalThis.__harness = {
    revive: (name, envelope) => { globalThis[name] = revive(envelope, made); },
    pack,
    wrap: (value) => [value],
    looksRaw,
  };
`;

let bundled: Promise<string> | undefined;

async function bundleGuest(): Promise<string> {
  const result = await build({
    stdin: {
      contents: HARNESS_SOURCE,
      resolveDir: fileURLToPath(new URL('../../guest', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: guestPlugins(),
  });
  return result.outputFiles[0]?.text ?? '';
}

function readCounters(context: QuickJSContext): unknown {
  const counters = context.evalCode(`JSON.stringify(${COUNTERS_SCRIPT})`);
  // A test may have broken what the script needs.
  return counters.error === undefined ? JSON.parse(context.getString(counters.value)) : undefined;
}

/** Starts an engine; about 30 ms. */
export async function startGuest(): Promise<GuestHarness> {
  bundled ??= bundleGuest();
  const module = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = module.newRuntime();
  // Well inside what the test's own thread can bear.
  runtime.setMaxStackSize(128 * 1024);
  const context = runtime.newContext();
  watchGuest(() => readCounters(context));
  const atoms = loadConstantAtoms((bytes) => oneKey(context, bytes));
  useConstantAtoms(atoms);
  context.unwrapResult(context.evalCode(await bundled, 'nodetool:codec')).dispose();
  const harness = context.getProp(context.global, '__harness');
  const fn = {
    revive: context.getProp(harness, 'revive'),
    pack: context.getProp(harness, 'pack'),
    wrap: context.getProp(harness, 'wrap'),
    looksRaw: context.getProp(harness, 'looksRaw'),
  };
  // Gone before any program runs, as in a real guest.
  context.unwrapResult(context.evalCode('delete globalThis.__harness')).dispose();

  const evaluate = (expression: string): QuickJSHandle => {
    const result = context.evalCode(expression, 'user-code');
    // The core's own error carries the whole engine, which a test report would print.
    if (result.error) throw new Error(`the test program threw ${JSON.stringify(context.dump(result.error))}`);
    return result.value;
  };
  const encode = (value: QuickJSHandle): Uint8Array | undefined => encodeNatively(context, value);
  const thrownBy = (error: QuickJSHandle): GuestAnswer => {
    const text = (key: string) => context.dump(context.getProp(error, key)) as string;
    const code = text('code');
    return { thrown: { name: text('name'), message: text('message'), ...(code !== undefined && { code }) } };
  };
  const pack = (value: QuickJSHandle, mode: number): GuestAnswer => {
    const packed = context.callFunction(
      fn.pack,
      context.undefined,
      value,
      context.newNumber(mode),
      context.newString('value'),
    );
    if (packed.error) return thrownBy(packed.error);
    const bytes = encode(packed.value);
    if (bytes === undefined) throw new Error('the engine cannot write what pack made');
    return { value: decodeEnvelope(bytes) };
  };
  const wrap = (value: QuickJSHandle) => context.unwrapResult(context.callFunction(fn.wrap, context.undefined, value));
  const looksRaw = (value: QuickJSHandle, mode: number, keys: readonly string[] | null, inArrays: boolean): boolean => {
    const list = keys === null ? context.null : evaluate(JSON.stringify(keys));
    const args = [value, context.newNumber(mode), list, inArrays ? context.true : context.false];
    const answer = context.callFunction(fn.looksRaw, context.undefined, ...args);
    if (answer.error) throw new Error(`looksRaw threw ${JSON.stringify(context.dump(answer.error))}`);
    return context.dump(answer.value) as boolean;
  };
  return {
    give(name, envelope) {
      const decoded = decodeNatively(context, envelope);
      if (decoded === undefined) throw new Error('the engine cannot read the envelope');
      context
        .unwrapResult(context.callFunction(fn.revive, context.undefined, context.newString(name), decoded))
        .dispose();
      decoded.dispose();
    },
    pack: (expression, mode) => pack(evaluate(expression), mode),
    raw(expression, mode, keys = null, inArrays = true) {
      const value = evaluate(expression);
      const bytes = encode(wrap(value));
      return { bytes, looksRaw: bytes !== undefined && looksRaw(value, mode, keys, inArrays) };
    },
    take(expression, mode) {
      const value = evaluate(expression);
      const bytes = encode(wrap(value));
      const isRaw = bytes !== undefined && looksRaw(value, mode, null, true);
      const answer = isRaw ? { value: decodeEnvelope(bytes) } : pack(value, mode);
      value.dispose();
      return answer;
    },
    evaluate(script) {
      const handle = evaluate(script);
      const value = context.dump(handle) as unknown;
      handle.dispose();
      return value;
    },
    dispose() {
      // The instance is dropped whole, as runs do: freeing in order could meet an assertion.
    },
  };
}

/** Decodes in the engine; `undefined` when it throws. */
export function decodeNatively(context: QuickJSContext, bytes: Uint8Array): QuickJSHandle | undefined {
  const buffer = context.newArrayBuffer(bytes.slice().buffer);
  const value = context.decodeBinaryJSON(buffer);
  buffer.dispose();
  return isException(context, value) ? undefined : value;
}

function encodeNatively(context: QuickJSContext, value: QuickJSHandle): Uint8Array | undefined {
  const buffer = context.encodeBinaryJSON(value);
  if (isException(context, buffer)) return undefined;
  const lifetime = context.getArrayBuffer(buffer);
  const bytes = lifetime.value.slice();
  lifetime.dispose();
  buffer.dispose();
  return bytes;
}

/** The core hands exceptions over as handles; only a real value has a usable type. */
function isException(context: QuickJSContext, handle: QuickJSHandle): boolean {
  if (context.typeof(handle) === 'object') return false;
  const { ffi, ctx } = context as unknown as {
    ffi: { QTS_ResolveException(ctx: number, value: number): number };
    ctx: { value: number };
  };
  ffi.QTS_ResolveException(ctx.value, handle.value as unknown as number);
  return true;
}

function oneKey(context: QuickJSContext, bytes: Uint8Array): string | null | undefined {
  const decoded = decodeNatively(context, bytes);
  if (decoded === undefined) return undefined;
  context.setProp(context.global, '__probe', decoded);
  const key = context.unwrapResult(
    context.evalCode(
      '{ const key = Reflect.ownKeys(__probe[0])[0]; delete globalThis.__probe; typeof key === "string" ? key : null }',
    ),
  );
  const name = context.dump(key) as string | null;
  key.dispose();
  decoded.dispose();
  return name;
}
