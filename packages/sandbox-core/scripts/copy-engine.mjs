// Copies the engine's WebAssembly file, and the licences of what was taken in, beside the built code. A page loads it from there:
// `new URL('../engine.wasm', import.meta.url)` is what every bundler understands, a file of another package is not.
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export async function copyEngine() {
  const { resolve } = createRequire(import.meta.url);
  const wasm = resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm');
  await mkdir(DIST, { recursive: true });
  await copyFile(wasm, join(DIST, 'engine.wasm'));
  await copyFile(join(dirname(wasm), '../LICENSE'), join(DIST, 'engine.LICENSE'));
  // The table of host names in the guest is made from this package's.
  await copyFile(join(dirname(resolve('tr46')), 'LICENSE.md'), join(DIST, 'tr46.LICENSE'));
}
