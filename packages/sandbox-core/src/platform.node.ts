/**
 * Node's platform: the engine's file from the installed package, and worker threads.
 * @module
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { nodeHttpTransport } from './bridges/fetch/http.node.js';
import { createLocalFiles } from './bridges/workspace/local-files.node.js';
import { ENGINE_WASM_SHA256 } from './engine/pinned.js';
import { type WasmModule, wasm } from './engine/webassembly.js';
import { startNodeWorker } from './executor/start-worker.node.js';
import { IMAGE_SHA256 } from './generated/image-digest.js';
import { createHostModuleRunner } from './modules/host/runner.node.js';
import { WasmPool } from './modules/wasm/pool.js';
import { spawnWasmWorker } from './modules/wasm/spawn.node.js';
import type { Platform } from './platform.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function compileEngine(): Promise<WasmModule> {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm');
  const bytes = await readFile(file);
  const digest = sha256(bytes);
  if (digest !== ENGINE_WASM_SHA256) {
    throw new Error(
      `the engine's WebAssembly file is not the one this version was made for (SHA-256 ${digest}). Install the exact version that package.json names`,
    );
  }
  return wasm.compile(bytes);
}

/** Beside the compiled code; the sources have none. Another file than the one that was built is no image. */
async function loadImage(): Promise<Uint8Array | undefined> {
  const bytes = await readFile(new URL('./guest.image', import.meta.url)).catch(() => undefined);
  return bytes !== undefined && sha256(bytes) === IMAGE_SHA256 ? bytes : undefined;
}

/** Node 20.19 and later. */
export const nodePlatform: Platform = {
  compileEngine,
  loadImage,
  startWorker: startNodeWorker,
  createHostModuleRunner: () => createHostModuleRunner(),
  createWasmPool: () => new WasmPool(spawnWasmWorker),
  environment: (name) => process.env[name],
  files: createLocalFiles(),
  http: nodeHttpTransport,
};
