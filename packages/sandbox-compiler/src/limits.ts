/**
 * Every number of the compiler: sizes of what it reads, budgets of what it runs.
 * @module
 */
import { WASM_BUDGETS } from '@nodetool-ai/protocol';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Part of every cache key: raise it when the same input must give another artifact. */
export const SANDBOX_COMPILER_VERSION = 3;
/** Largest `package.json` that is read, in bytes. */
export const PACKAGE_JSON_MAX_BYTES = MIB;
/** Largest authored file, in bytes of UTF-8. */
export const AUTHORED_FILE_MAX_BYTES = 256 * KIB;
/** Largest file that a bundle may be made of, in bytes. */
export const BUNDLE_INPUT_MAX_BYTES = 16 * MIB;
/** Largest compiled module, in bytes of UTF-8. */
export const NPM_BUNDLE_MAX_BYTES = MIB;
/** All files of one pack that its manifest names together, in bytes. */
export const PACK_MAX_BYTES = 8 * MIB;
/** Largest WebAssembly binary, in bytes. */
export const WASM_FILE_MAX_BYTES: number = WASM_BUDGETS.binaryBytes.value;
/** Largest SKILL.md, in bytes. */
export const SKILL_MAX_BYTES = 16 * KIB;
/** Longest licence file that is kept with a bundle, in bytes. */
export const LICENSE_MAX_BYTES = 64 * KIB;
/** Warnings about one bundle; further ones are left out. */
export const SCAN_MAX_WARNINGS = 20;
/** Names a CommonJS library may export; further ones are left out. */
export const COMMONJS_MAX_NAMES = 2000;
/** Longest specifier that is compared with installed ones, in UTF-16 units: comparing takes time in proportion. */
export const SPECIFIER_MAX_CHARS = 100;
/** CPU budget of one start of the admission probe, in milliseconds. */
export const NPM_PROBE_TIMEOUT_MS = 5000;
/** Memory of the guest in the admission probe, in bytes. */
export const NPM_PROBE_MEMORY_BYTES = 64 * MIB;
/** Stack of the guest in the admission probe, in bytes. */
export const NPM_PROBE_STACK_BYTES = MIB;
/** Console lines of the admission probe that are kept. */
export const PROBE_MAX_LINES = 20;
/** UTF-16 units that are kept of each of them. */
export const PROBE_LINE_MAX_CHARS = 500;
/** Modules compiled at the same time: default, and the most that may be asked for. */
export const COMPILE_CONCURRENCY = { default: 2, ceiling: 8 } as const;
/** Longest id that is looked up for a page, in UTF-16 units. */
export const DELIVERY_ID_MAX_CHARS = 1024;
/** Largest `assets.json` of a pack, in bytes. */
export const ASSET_LIST_MAX_BYTES = 64 * KIB;
/** Largest asset that is delivered, in bytes. */
export const ASSET_MAX_BYTES = 64 * MIB;
