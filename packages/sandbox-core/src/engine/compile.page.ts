/**
 * The engine's WebAssembly file in a page: an asset that lies beside this package's code.
 * @module
 */

import { sha256 } from '../sha256.js';
import { ENGINE_WASM_SHA256 } from './pinned.js';
import { type WasmModule, wasm } from './webassembly.js';

/**
 * Fetches, checks and compiles the engine. The form of the URL is the one bundlers know: they copy the file, and
 * without a bundler it lies where it says.
 */
export async function compileEngineInPage(): Promise<WasmModule> {
  const url = new URL('../engine.wasm', import.meta.url);
  const bytes = await load(url);
  // A cache or a server that answers with another file must not choose what keeps guests apart.
  if ((await sha256(bytes)) !== ENGINE_WASM_SHA256) {
    throw new Error(
      `${url.href} is not the engine this version was made for. Deploy the page again with all its files; a ` +
        "development server must leave this package's files where they are (Vite 7: optimizeDeps.exclude)",
    );
  }
  try {
    return await wasm.compile(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the engine could not be compiled (${why}). A Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src`,
    );
  }
}

async function load(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    const why = response === undefined ? 'no answer' : `status ${response.status}`;
    throw new Error(`the engine could not be loaded from ${url.href} (${why}). Serve it beside the page's scripts`);
  }
  return new Uint8Array(await response.arrayBuffer());
}
