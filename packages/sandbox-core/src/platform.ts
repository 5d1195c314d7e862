/**
 * What a platform (Node, a page) brings. The package's entry for that platform installs it.
 * @module
 */

import type { HttpTransport } from './bridges/fetch/transport.js';
import type { LocalFiles } from './bridges/workspace/local-files.js';
import type { WasmModule } from './engine/webassembly.js';
import type { StartWorker } from './executor/worker-messages.js';
import type { HostModuleRunner } from './modules/host/runner.js';
import type { WasmPool } from './modules/wasm/pool.js';

/** Everything the core needs from where it runs. */
export interface Platform {
  /** Reads and compiles the engine's WebAssembly file, after its digest was checked. */
  compileEngine(): Promise<WasmModule>;
  /** The file of the prepared guest that came with this package; absent where it has to be prepared at the start. */
  loadImage?(): Promise<Uint8Array | undefined>;
  /** Absent where no worker can be started. */
  startWorker?: StartWorker;
  createHostModuleRunner(): HostModuleRunner;
  /** Makes the pool that all runs share, once. Absent where no worker can be started. */
  createWasmPool?(): WasmPool;
  environment(name: string): string | undefined;
  /** Absent where there is no disk. */
  readonly files?: LocalFiles;
  /** What `fetch` is made of: `nodeHttpTransport`, or `pageHttpTransport`. */
  readonly http: HttpTransport;
}

let installed: Platform | undefined;

/** Called once, by the package's entry. */
export function installPlatform(platform: Platform): void {
  installed = platform;
}

/** The installed platform. */
export function currentPlatform(): Platform {
  if (installed === undefined)
    throw new Error(
      'the sandbox has no support for the present platform. Import it in Node 20.19 or later, or install a platform with installPlatform',
    );
  return installed;
}
