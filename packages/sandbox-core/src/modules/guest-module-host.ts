/**
 * `createGuestModuleHost`: the module host of one run, for those who link guest modules without `runInSandbox`.
 * @module
 */
import type { SandboxCapabilityMount, SandboxModuleResolution } from '@nodetool-ai/protocol/core';
import type { GuestModuleHost } from './normalizer.js';
import { planModules } from './plan.js';

/** A resolution, or a capability mount, cannot be honoured; the message names the specifier. */
export class SandboxModulesError extends Error {
  override readonly name: string = 'SandboxModulesError';
}

/** The same for a host module: its id is not in the registry, or belongs to another package. */
export class SandboxHostModuleError extends SandboxModulesError {
  override readonly name = 'SandboxHostModuleError';
}

/**
 * Makes the module host of one run: what each import of the guest means, and the text behind it.
 *
 * It is what `runInSandbox` links with, by itself: it decides about names and serves texts, facades of host modules,
 * WASM modules and capabilities included. It runs nothing and calls no host function. Use one per run: it is locked
 * once the program is linked. It does not protect from what an admitted text does.
 *
 * @param resolution - what the run may import; default nothing
 * @param capabilities - what the host mounts; default nothing
 * @throws {SandboxHostModuleError} a host id that is unknown, or that belongs to another package
 * @throws {SandboxModulesError} anything else that cannot be honoured
 * @example
 * const host = createGuestModuleHost(catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-yaml' }]));
 * const answer = host.normalize('user-code', '@nodetool-ai/sandbox-yaml');
 * const text = answer.id === undefined ? answer.denied : host.load(answer.id);
 * host.lockStaticGraph();
 * host.normalize('user-code', '@nodetool-ai/sandbox-yaml').denied; // … dynamic import() is not available …
 */
export function createGuestModuleHost(
  resolution?: SandboxModuleResolution,
  capabilities?: SandboxCapabilityMount,
): GuestModuleHost {
  const plan = planModules(resolution, capabilities);
  if ('violation' in plan) {
    throw plan.kind === 'host' ? new SandboxHostModuleError(plan.violation) : new SandboxModulesError(plan.violation);
  }
  const { normalize, load, lockStaticGraph, openStaticGraph, denials } = plan;
  return { normalize, load, lockStaticGraph, openStaticGraph, denials };
}
