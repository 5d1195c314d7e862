/**
 * What compiling one module gives.
 * @module
 */
import type { PackFindingCode, PackPosition } from './findings.js';

/** Licence of one package that went into an artifact. */
export interface PackageLicense {
  name: string;
  version: string;
  /** SPDX expression as written in its package.json; `UNKNOWN` when there is none. */
  license: string;
  /** Text of its licence file, when it has one. */
  text?: string;
}

/** A compiled and admitted module. */
export interface CompiledArtifact {
  /** One ES module without imports. */
  source: string;
  /** UTF-8 length of `source`. */
  bytes: number;
  /** Of `source`, 64 hex digits. */
  sha256: string;
  /** Export names, sorted, as a guest saw them. */
  exports: string[];
  compilerVersion: number;
  optionsDigest: string;
  inputsDigest: string;
  licenses: PackageLicense[];
  /** CPU time of the admission run that imported it, in milliseconds. */
  loadMs: number;
  /** Peak memory of that guest, in bytes; 0 when the engine did not say. */
  peakMemoryBytes: number;
  /** True when evaluating it left every built-in object and every global as it was. */
  pure: boolean;
}

/** Codes of a skip, in the order in which they are detected. */
export type SkipCode = Extract<PackFindingCode, `npm-module-${string}`>;

/** A remark about a module that was admitted. */
export interface CompileWarning {
  message: string;
  at?: PackPosition;
}

/** Outcome of compiling one module. A skip says why the module is withheld; `at` points into the original file. */
export type CompileOutcome =
  | { status: 'compiled'; artifact: CompiledArtifact; warnings?: CompileWarning[] }
  | { status: 'skipped'; code: SkipCode; message: string; at?: PackPosition };

/** What to compile in a pack: the root export of an npm dependency, or an authored entry with its imports. */
export type CompileTarget = { npm: string } | { entry: string };
