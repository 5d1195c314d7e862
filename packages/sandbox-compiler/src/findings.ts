/**
 * What discovery and the compiler can say about a pack, by code.
 * @module
 */
import type { PackFinding } from '@nodetool-ai/protocol';

/** Every finding code with the status it has; an `error` drops the pack, a `skipped` one module. */
export const PACK_FINDING_CODES = {
  'manifest-invalid': 'error',
  'manifest-unsupported-version': 'error',
  'pack-name-invalid': 'error',
  'duplicate-module': 'error',
  'internal-is-public': 'error',
  'file-missing': 'error',
  'file-escapes-pack': 'error',
  'file-too-large': 'error',
  'pack-too-large': 'error',
  'js-invalid': 'error',
  'js-dynamic-import': 'error',
  'js-require': 'error',
  'js-import-outside': 'error',
  'js-import-undeclared': 'error',
  'js-import-cycle': 'error',
  'dependency-undeclared': 'error',
  'host-id-unknown': 'error',
  'host-id-foreign': 'error',
  'wasm-invalid': 'error',
  'wasm-imports': 'error',
  'wasm-memory': 'error',
  'wasm-export': 'error',
  'duplicate-pack': 'error',
  'discovery-failed': 'error',
  'pending-compile': 'skipped',
  'npm-module-unresolved': 'skipped',
  'npm-module-builtin-import': 'skipped',
  'npm-module-bundle-failed': 'skipped',
  'npm-module-too-large': 'skipped',
  'npm-module-forbidden-global': 'skipped',
  'npm-module-scan-rejected': 'skipped',
  'npm-module-probe-failed': 'skipped',
  'skill-missing': 'warning',
  'skill-invalid': 'warning',
  'npm-module-warning': 'warning',
  'host-untrusted-root': 'warning',
  'version-mismatch': 'warning',
  'content-digest-mismatch': 'warning',
  'npm-module-compiled': 'ready',
} as const satisfies Record<string, PackFinding['status']>;

/** One of {@link PACK_FINDING_CODES}. */
export type PackFindingCode = keyof typeof PACK_FINDING_CODES;

/** A place in a file: the path is relative to the pack, line and column count from 1. */
export interface PackPosition {
  file: string;
  line: number;
  column: number;
}

/** Thrown while one pack is read; it becomes that pack's finding and never stops the scan. */
export class PackProblem extends Error {
  constructor(
    readonly code: PackFindingCode,
    message: string,
    readonly at?: PackPosition,
  ) {
    super(message);
    this.name = 'PackProblem';
  }
}

/** Builds a finding; the status follows from the code. */
export function finding(
  packName: string,
  code: PackFindingCode,
  message: string,
  extra: { specifier?: string | undefined; at?: PackPosition | undefined } = {},
): PackFinding {
  const result: PackFinding = { packName, status: PACK_FINDING_CODES[code], code, message };
  if (extra.specifier !== undefined) result.specifier = extra.specifier;
  if (extra.at !== undefined) result.at = extra.at;
  return result;
}
