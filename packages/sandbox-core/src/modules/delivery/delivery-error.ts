/**
 * Why a page cannot have a module.
 * @module
 */
import type { SandboxModuleStatus } from '@nodetool-ai/protocol/core';

/** The codes of a catalog; each says what to do. */
export type SandboxDeliveryCode = NonNullable<SandboxModuleStatus['code']>;

/**
 * A module could not be fetched, or what came is not what the server's index says. Nothing of it was kept.
 *
 * `module-not-found`: the server has no such module. `module-unavailable`: no answer, a refusal, or an answer that is no
 * index, contract or module. `content-digest-mismatch`: a body is not the one the index names. `version-mismatch`: files
 * of two versions came together.
 * @example
 * const records = await prefetchSandboxModules(specifiers).catch((error) => {
 *   if (error instanceof SandboxDeliveryError) console.error(error.code, error.specifier, error.message);
 *   throw error;
 * });
 */
export class SandboxDeliveryError extends Error {
  override readonly name = 'SandboxDeliveryError';
  readonly code: SandboxDeliveryCode;
  /** Absent when the index itself could not be had. */
  readonly specifier?: string;

  constructor(code: SandboxDeliveryCode, message: string, specifier?: string) {
    super(message);
    this.code = code;
    if (specifier !== undefined) this.specifier = specifier;
  }
}
