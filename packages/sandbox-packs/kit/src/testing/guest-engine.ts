/**
 * Runs a guest pack as a run would: bundled the compiler's way, evaluated in a bare engine without `eval`, `Function`,
 * timers or console.
 * @module
 */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { build } from 'esbuild';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core';

/** An engine with one pack loaded. */
export interface GuestEngine {
  /** The bundle that was loaded. */
  source: string;
  /**
   * Runs a function body that sees the pack's namespace as `pack` and `input`, and gives its JSON value.
   * A guest error is thrown with its name and message.
   */
  run(body: string, input?: unknown): unknown;
  close(): void;
}

/** Bundles an entry with the options of the compiler. */
export async function bundleGuest(entryFile: string): Promise<string> {
  const result = await build({
    entryPoints: [entryFile],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['import', 'module', 'default'],
    mainFields: ['module', 'main'],
    target: 'es2022',
    treeShaking: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'silent',
  });
  const text = result.outputFiles[0]?.text;
  if (text === undefined) throw new Error('the bundler gave nothing');
  return text;
}

/** Bundles and loads a guest pack's entry. `stackBytes` is 512 KiB unless given. */
export async function openGuest(entryFile: string, stackBytes = 512 * 1024): Promise<GuestEngine> {
  const source = await bundleGuest(entryFile);
  // The variant is typed as CommonJS; under Node's ESM its default export is the variant itself.
  const engine = await newQuickJSWASMModuleFromVariant(
    variant as Parameters<typeof newQuickJSWASMModuleFromVariant>[0],
  );
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  runtime.setModuleLoader((name) => (name === 'pack' ? source : { error: new Error(`no module ${name}`) }));
  const context = runtime.newContext();
  evaluate(context, CLOSE_DOORS, 'global');
  evaluate(context, 'import * as pack from "pack"; globalThis.pack = pack;', 'module');
  return {
    source,
    run(body, input) {
      context
        .newString(JSON.stringify(input ?? null))
        .consume((text) => context.setProp(context.global, 'inputJson', text));
      const json = evaluate(
        context,
        `JSON.stringify((() => { const input = JSON.parse(inputJson);\n${body}\n})()) ?? 'null'`,
        'global',
      );
      return JSON.parse(String(json));
    },
    close() {
      context.dispose();
      runtime.dispose();
    },
  };
}

const CLOSE_DOORS = `
for (const sample of [() => {}, async () => {}, function* () {}, async function* () {}]) {
  Object.defineProperty(Object.getPrototypeOf(sample), 'constructor', { value: undefined });
}
delete globalThis.eval;
delete globalThis.Function;
`;

function evaluate(context: QuickJSContext, code: string, type: 'global' | 'module'): unknown {
  const result = context.evalCode(code, 'test.js', { type });
  if (result.error) {
    const thrown: unknown = result.error.consume((handle) => context.dump(handle));
    const { name = 'Error', message = String(thrown) } =
      thrown !== null && typeof thrown === 'object' ? (thrown as { name?: string; message?: string }) : {};
    throw Object.assign(new Error(message), { name });
  }
  return result.value.consume((handle) => context.dump(handle));
}
