/**
 * WebAssembly binaries of a pack: what a run would refuse is refused here already.
 * @module
 */
import type { PackManifest, PackModule, ResolvedWasmModule } from '@nodetool-ai/protocol';
import { wasmModuleViolation } from '@nodetool-ai/sandbox-core';
import { plainId } from './authored.js';
import { sha256 } from './canonical-json.js';
import { PackProblem } from './findings.js';
import { WASM_FILE_MAX_BYTES } from './limits.js';
import { type PackSize, readPackFile } from './pack-files.js';

/** An entry of kind `wasm`. */
export type PackWasmModule = Extract<PackModule, { kind: 'wasm' }>;

/**
 * Reads and checks the binary of every WASM module, by file id.
 * @throws {PackProblem} `wasm-invalid`, `wasm-imports`, `wasm-memory`, `wasm-export`, or a rule about files
 */
export function readWasmFiles(
  packDir: string,
  packName: string,
  manifest: PackManifest,
  size: PackSize,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of manifest.sandboxModules) {
    if (entry.kind !== 'wasm') continue;
    const id = plainId(entry.file);
    // A copy: a buffer of Node's shares its memory with others.
    const bytes = Uint8Array.from(size.add(readPackFile(packDir, id, WASM_FILE_MAX_BYTES)));
    const refused = wasmModuleViolation({
      ...wasmParts(entry, bytes),
      specifier: packName,
      packName,
      contentDigest: sha256(bytes),
    });
    if (refused) throw new PackProblem(`wasm-${refused.concern}`, `"${entry.file}": ${refused.violation}.`);
    files.set(id, bytes);
  }
  return files;
}

/** The part of a resolved module that its entry and its binary decide. */
export function wasmParts(
  { file, memoryPagesMax, exports, limits }: PackWasmModule,
  bytes: Uint8Array,
): Pick<ResolvedWasmModule, 'kind' | 'moduleId' | 'bytes' | 'wasm'> {
  const set = Object.entries(limits ?? {}).filter(([, value]) => value !== undefined);
  return {
    kind: 'wasm',
    moduleId: plainId(file),
    bytes,
    wasm: {
      memoryPagesMax,
      exports: exports.map((item) => (typeof item === 'string' ? { wasm: item, as: item } : item)),
      ...(set.length === 0 ? {} : { limits: Object.fromEntries(set) }),
    },
  };
}
