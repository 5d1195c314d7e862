/**
 * A page's platform: the engine as an asset, and dedicated workers.
 * @module
 */
import { pageHttpTransport } from './bridges/fetch/transport.page.js';
import { compileEngineInPage } from './engine/compile.page.js';
import { startPageWorker } from './executor/start-worker.page.js';
import { IMAGE_SHA256 } from './generated/image-digest.js';
import { createHostModuleRunner } from './modules/host/runner.page.js';
import { WasmPool } from './modules/wasm/pool.js';
import { spawnWasmWorker } from './modules/wasm/spawn.page.js';
import { canStartWorkers } from './page-worker.js';
import type { Platform } from './platform.js';
import { sha256 } from './sha256.js';

/** Without it, or with whatever else a server answers, the guest is prepared in the page, which takes 0.1 s. */
async function loadImage(): Promise<Uint8Array | undefined> {
  const response = await fetch(new URL('./guest.image', import.meta.url)).catch(() => undefined);
  if (!response?.ok) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return (await sha256(bytes)) === IMAGE_SHA256 ? bytes : undefined;
}

/** A page, or a worker of one. */
export const pagePlatform: Platform = {
  compileEngine: compileEngineInPage,
  loadImage,
  ...(canStartWorkers() && { startWorker: startPageWorker, createWasmPool: () => new WasmPool(spawnWasmWorker) }),
  createHostModuleRunner,
  environment: () => undefined,
  http: pageHttpTransport,
};
